"""Which duels are between a step and its board, and in which servers something wasn't shown."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from engine.duel import Offered
from engine.refusal import Refusal
from storage.ids import ChannelId, DuelId, GuildId
from storage.match import Match

K = TypeVar("K")


@contextmanager
def counted(counter: Counter[K], key: K) -> Iterator[None]:
    counter[key] += 1
    try:
        yield
    finally:
        counter[key] -= 1
        if not counter[key]:
            del counter[key]


class Unshown:
    def __init__(self) -> None:
        self._in_flight: Counter[tuple[GuildId, DuelId | ChannelId | None]] = Counter()
        # Where something could not be shown and is worth trying again.
        self.behind: set[GuildId] = set()

    def mark(self, guild: GuildId) -> None:
        """Something there wasn't shown."""
        self.behind.add(guild)

    @contextmanager
    def in_flight(self, guild: GuildId, which: DuelId | ChannelId | None) -> Iterator[None]:
        """Between a step and its board. A new challenge has no number yet, and of a typed move only
        the channel may be known."""
        with counted(self._in_flight, (guild, which)), self.or_later(guild):
            yield

    @contextmanager
    def or_later(self, guild: GuildId) -> Iterator[None]:
        """Remember the server if something of ours fails. A refused step has changed nothing."""
        try:
            yield
        except Refusal:
            raise
        except BaseException:
            self.mark(guild)
            raise

    def is_in_flight(self, match: Match) -> bool:
        """Whether it is about to be shown anyway."""
        offered = isinstance(match.duel, Offered) and (match.guild, None) in self._in_flight
        known = (match.id, match.board.channel)
        return offered or any((match.guild, each) in self._in_flight for each in known)
