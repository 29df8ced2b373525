"""What there is to judge by when all is over: of each duel what was written down, what was seen and
what was asked; and what came of everything that was asked."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.duel import Finished, Offered, Playing, Withdrawn
from engine.outcome import Reason
from tests.e2e.archive import Archive
from tests.e2e.chaos.asked import Asked
from tests.e2e.chaos.sight import Sight
from tests.e2e.chaos.trouble import Trouble


@dataclass(frozen=True)
class Written:
    """A duel as the bot has it. Only one that has begun has moves."""

    number: int
    challenger: str
    opponent: str
    # In seconds.
    clock: float
    # How it ended, or None if it hasn't.
    how: str | None
    moves: tuple[tuple[str, str], ...] = ()
    winner: str | None = None
    begun: bool = False
    void: bool = False

    @property
    def timed_out(self) -> bool:
        return self.how == Reason.TIMED_OUT


@dataclass(frozen=True)
class Case:
    written: Written
    # By who has seen it.
    sights: Mapping[str, Sight]
    # In order.
    asked: tuple[Asked, ...]
    trouble: Trouble
    # What can have been its challenge, or another of the same two.
    offering: tuple[Asked, ...] = ()


@dataclass(frozen=True)
class Evidence:
    cases: tuple[Case, ...]
    asked: tuple[Asked, ...]
    trouble: Trouble
    # What went wrong while it was played and looked at: by rules.
    noticed: tuple[tuple[str, str], ...]


def written(archive: Archive, number: int, names: Mapping[str, str]) -> Written:
    duel = archive.match(number).duel
    terms = duel.terms
    challenger, opponent = names[str(terms.challenger)], names[str(terms.opponent)]
    clock = duel.terms.clock / 1000
    if isinstance(duel, Offered | Withdrawn):
        how = duel.how if isinstance(duel, Withdrawn) else None
        return Written(number, challenger, opponent, clock, how)
    finished = isinstance(duel, Finished)
    return Written(
        number,
        challenger,
        opponent,
        clock,
        duel.reason if isinstance(duel, Finished) else None,
        tuple(archive.moves(number)),
        archive.winner(number),
        begun=isinstance(duel, Playing) or finished,
        void=isinstance(duel, Finished) and duel.void,
    )
