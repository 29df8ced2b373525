"""Titles of players in a server, and the wins that callers judge for the store."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from engine.ids import PlayerId
from engine.titles import Title
from storage.ids import DuelId, GuildId
from storage.match import Match


@dataclass(frozen=True)
class Unjudged:
    """The wins by which their winners may have earned titles, after an end and up to another."""

    after: int
    upto: int
    wins: tuple[Match, ...]


class Titles(Protocol):
    """Titles, which follow from the record: those of removed results are withdrawn.

    To judge a win takes milliseconds, too long for a unit of work. So callers ask for the wins that
    haven't been judged, and the store keeps what they have earned."""

    async def titles(self, guild: GuildId, player: PlayerId) -> tuple[Title, ...]:
        """Return a player's titles, by all that has been judged."""

    async def unjudged(self, guild: GuildId, most: int = 50) -> Unjudged | None:
        """Return the wins among the next ends that haven't been judged, or None if there is no such
        end."""

    async def judge(self, guild: GuildId, these: Unjudged, earned: Mapping[DuelId, Title]) -> None:
        """Note the titles that were earned by these wins, unless the ends were judged meanwhile."""
