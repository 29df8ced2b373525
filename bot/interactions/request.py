"""A request: who asks, where, when, in which language, and how to answer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import discord

from bot.interactions.incoming import Incoming
from bot.interactions.refusals import DeadButton
from bot.interactions.respond import Responder
from bot.text.english import Words
from engine.ids import Instant, PlayerId
from storage.ids import ChannelId, GuildId, MessageId, direct_messages
from storage.match import Call


@dataclass(frozen=True)
class Request:
    """Services take it, so that they know no more of an interaction than they need."""

    incoming: Incoming
    respond: Responder
    words: Words
    player: PlayerId
    clock: Callable[[], Instant]
    # Whether what is asked for can be had in direct messages too.
    anywhere: bool

    @property
    def now(self) -> Instant:
        """The time at the moment of asking. A machine may sleep while a request is served, and a
        challenge that was stored with the time of its arrival would expire at once."""
        return self.clock()

    @property
    def interaction(self) -> discord.Interaction[Any]:
        """The interaction with its member, channel and permissions, which discord.py builds now."""
        return self.incoming.interaction

    @property
    def guild(self) -> GuildId:
        """The server. Direct messages count as one of the player's own, in which a player is alone
        with the bot: nothing else can be pressed there."""
        if self.incoming.guild is not None:
            return self.incoming.guild
        if not self.anywhere:
            raise DeadButton
        return direct_messages(self.player)

    @property
    def channel(self) -> ChannelId:
        return self.incoming.channel

    @property
    def pressed(self) -> MessageId | None:
        """The message whose button was pressed."""
        return self.incoming.pressed

    @property
    def is_genuine(self) -> bool:
        """Whether the pressed message has what was pressed: a custom_id can be made up."""
        return self.incoming.is_genuine

    @property
    def is_last(self) -> bool:
        """Whether nothing was written below the message whose button was pressed."""
        return self.incoming.last_message <= (self.pressed or 0)

    @property
    def call(self) -> Call:
        return Call(self.guild, self.player, self.incoming.id, self.now)

    @property
    def data(self) -> dict[str, Any]:
        """The interaction's data, as it came."""
        return self.incoming.data

    @property
    def chosen(self) -> str:
        """The one value that was chosen in a select."""
        if len(self.values) != 1:
            raise DeadButton
        return self.values[0]

    @property
    def values(self) -> list[str]:
        """All that was chosen in a select."""
        return [str(each) for each in self.data.get("values", [])]
