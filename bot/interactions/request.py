"""A request: who asks, where, when, in which language, and how to answer."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import discord

from bot.interactions.refusals import DeadButton
from bot.interactions.respond import Responder
from bot.text.english import Words
from engine.ids import Instant, PlayerId
from storage.ids import ChannelId, GuildId, InteractionId, MessageId
from storage.match import Call


@dataclass(frozen=True)
class Request:
    """Services take it, so that they know no more of an interaction than they need."""

    interaction: discord.Interaction
    respond: Responder
    words: Words
    player: PlayerId
    clock: Callable[[], Instant]
    # The last message of the channel when a button was pressed; 0 if Discord doesn't say.
    last_message: MessageId

    @property
    def now(self) -> Instant:
        """The time at the moment of asking. A machine may sleep while a request is served, and a
        challenge that was stored with the time of its arrival would expire at once."""
        return self.clock()

    @property
    def guild(self) -> GuildId:
        """Outside of servers there is nothing to press but what `/privacy` has."""
        if self.interaction.guild_id is None:
            raise DeadButton
        return GuildId(self.interaction.guild_id)

    @property
    def channel(self) -> ChannelId:
        return ChannelId(self.interaction.channel_id or 0)

    @property
    def pressed(self) -> MessageId | None:
        """The message whose button was pressed."""
        return self.respond.pressed()

    @property
    def is_last(self) -> bool:
        """Whether nothing was written below the message whose button was pressed."""
        return self.last_message <= (self.pressed or 0)

    @property
    def call(self) -> Call:
        return Call(self.guild, self.player, InteractionId(self.interaction.id), self.now)

    @cached_property
    def data(self) -> dict[str, Any]:
        """The interaction's data, as it came."""
        return dict(self.interaction.data or {})

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
