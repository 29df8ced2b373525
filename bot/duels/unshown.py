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
# A new challenge has no number yet, and of a typed move only the channel may be known.
Which = DuelId | ChannelId | None


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
        self.steps: Counter[tuple[GuildId, Which]] = Counter()
        # Where something could not be shown and is worth trying again.
        self.behind: set[GuildId] = set()

    def mark(self, guild: GuildId) -> None:
        """Something there wasn't shown."""
        self.behind.add(guild)

    def in_flight(self, guild: GuildId, which: Which) -> "InFlight":
        """Between a step and its board."""
        return InFlight(self, guild, which)

    def or_later(self, guild: GuildId) -> "OrLater":
        """Remember the server if something of ours fails. A refused step has changed nothing."""
        return OrLater(self, guild)

    def is_in_flight(self, match: Match) -> bool:
        """Whether it is about to be shown anyway."""
        offered = isinstance(match.duel, Offered) and (match.guild, None) in self.steps
        known = (match.id, match.board.channel)
        return offered or any((match.guild, each) in self.steps for each in known)


class OrLater:
    """A context manager. As a generator it would take several times as long, and each move has
    four of them."""

    def __init__(self, unshown: Unshown, guild: GuildId) -> None:
        self._unshown = unshown
        self._guild = guild

    def __enter__(self) -> None:
        pass

    def __exit__(self, failed: type[BaseException] | None, *_about: object) -> None:
        if failed and not issubclass(failed, Refusal):
            self._unshown.mark(self._guild)


class InFlight(OrLater):
    def __init__(self, unshown: Unshown, guild: GuildId, which: Which) -> None:
        super().__init__(unshown, guild)
        self._steps, self._key = unshown.steps, (guild, which)

    def __enter__(self) -> None:
        self._steps[self._key] += 1

    def __exit__(self, failed: type[BaseException] | None, *about: object) -> None:
        self._steps[self._key] -= 1
        if not self._steps[self._key]:
            del self._steps[self._key]
        super().__exit__(failed, *about)
