"""An interaction as the gateway brings it."""

from functools import cached_property
from typing import Any

import discord

from bot.delivery.discord_api import DiscordApi
from bot.json_codec import Json
from bot.text.format import quoted
from engine.ids import PlayerId
from storage.ids import ChannelId, GuildId, InteractionId, MessageId

# Discord's kinds of interaction.
COMMAND, PRESS, TYPING = 2, 3, 4
# Discord's kinds of option that hold others.
SUBCOMMAND, GROUP = 1, 2


class Incoming:
    """Reads what Discord sent. discord.py would build a member, a channel and a message with all
    its components for each press, which costs more than the move: it builds them only for the few
    handlers that ask for `interaction`."""

    def __init__(self, raw: Json, api: DiscordApi) -> None:
        self.raw = raw
        self.api = api
        self.id = InteractionId(int(raw["id"]))
        self.kind: int = raw["type"]
        self.token: str = raw["token"]
        guild = raw.get("guild_id")
        self.guild = GuildId(int(guild)) if guild else None
        user = raw.get("member", raw)["user"]
        self.player = PlayerId(int(user["id"]))
        self.locale: str = raw.get("locale", "")
        self.data: Json = raw.get("data") or {}
        self.message: Json | None = raw.get("message")

    @property
    def channel(self) -> ChannelId:
        return ChannelId(int(self.raw.get("channel_id") or 0))

    @property
    def pressed(self) -> MessageId | None:
        """The message whose button was pressed."""
        return MessageId(int(self.message["id"])) if self.message else None

    @property
    def is_genuine(self) -> bool:
        """Whether the pressed message has what was pressed: Discord tells what is in it."""
        rows = self.message.get("components", []) if self.message else []
        there = (each.get("custom_id") for row in rows for each in row.get("components", []))
        return self.data.get("custom_id") in there

    @property
    def last_message(self) -> MessageId:
        """The last message of the channel at that time; 0 if Discord doesn't say."""
        return MessageId(int(self.raw.get("channel", {}).get("last_message_id") or 0))

    @property
    def is_suggesting(self) -> bool:
        """Somebody is still typing, and can be shown nothing but suggestions."""
        return self.kind == TYPING

    @cached_property
    def interaction(self) -> discord.Interaction[Any]:
        """The same as discord.py's object, for what takes discord.py's members and channels."""
        return self.api.interaction(self.raw)

    def facts(self) -> dict[str, Any]:
        """For the log: who asked for what, and where."""
        return {
            "interaction": self.id,
            "guild": self.guild,
            "player": self.player,
            "asked": self._name(),
        }

    def _name(self) -> str:
        """`duel move`, or the custom_id of what was pressed; never what was typed."""
        data = self.data
        if "custom_id" in data:
            return quoted(str(data["custom_id"]))
        names = [str(data.get("name"))]
        options = data.get("options", [])
        while options and options[0].get("type") in (SUBCOMMAND, GROUP):
            names.append(str(options[0]["name"]))
            options = options[0].get("options", [])
        return " ".join(names)
