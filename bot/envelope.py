"""A message on its way to Discord, and an answer on its way to whoever asked."""

from typing import Any

import aiohttp
import discord

from bot.message import PER_SELECT, Button, Kind, Look, Message, Row, Select
from engine.ids import PlayerId

STYLES = {Look.PLAIN: 2, Look.GO: 3, Look.STOP: 4}
ROW, BUTTON, STRINGS, ROLES, CHANNELS = 1, 2, 3, 6, 8
# Where duels can be played; threads belong to one of these.
PLACES = (discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum)
# What Discord, or the way there, answers instead of doing what it was asked to.
FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)


def hopeless(failed: BaseException) -> bool:
    """Whether Discord will say the same again: the channel has gone, or isn't ours to post in."""
    return (
        isinstance(failed, discord.HTTPException)
        and 400 <= failed.status < 500
        and failed.status not in (408, 429)
    )


def packed(message: Message, ping: PlayerId | None = None) -> dict[str, Any]:
    """What discord.py is to send. Nobody is pinged but the one who is meant to be."""
    pinged = [discord.Object(ping)] if ping is not None else []
    mentions = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=pinged
    )
    content = {"content": message.content, "allowed_mentions": mentions}
    return content | {"view": Rows(message.rows)} if message.rows else content


def repacked(message: Message) -> dict[str, Any]:
    """The same for an edit, which takes away what the message lacks."""
    return {"view": None, **packed(message)}


class Rows(discord.ui.View):
    """As Discord takes them. An object for each button, which discord.py would make, costs more
    than all the rest of a move, and presses are read from their custom_id anyway."""

    def __init__(self, rows: tuple[Row, ...]) -> None:
        super().__init__(timeout=None)
        self._rows = rows
        # discord.py keeps every view that hasn't been stopped, one for each board there ever was.
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        return [
            {"type": ROW, "components": [_select(row)] if isinstance(row, Select) else _all(row)}
            for row in self._rows
        ]


def _all(buttons: tuple[Button, ...]) -> list[dict[str, Any]]:
    return [
        {
            "type": BUTTON,
            "style": STYLES[each.look],
            "label": each.label,
            "custom_id": each.press,
        }
        for each in buttons
    ]


def _select(select: Select) -> dict[str, Any]:
    shared: dict[str, Any] = {"custom_id": select.press, "placeholder": select.placeholder}
    if select.kind is Kind.GIVEN:
        options = [
            {"label": each.label, "value": each.value, "default": each.chosen}
            for each in select.choices
        ]
        return shared | {"type": STRINGS, "options": options}
    # Any number of channels or roles, none included.
    several = shared | {"min_values": 0, "max_values": PER_SELECT}
    channels = select.kind is Kind.CHANNELS
    of_type = "channel" if channels else "role"
    several["default_values"] = [{"id": str(each), "type": of_type} for each in select.chosen]
    if channels:
        return several | {"type": CHANNELS, "channel_types": [each.value for each in PLACES]}
    return several | {"type": ROLES}
