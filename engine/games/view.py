"""A board as facts that any renderer can draw. The renderer chooses the words and the looks."""

from dataclasses import dataclass
from enum import StrEnum

from engine.outcome import Outcome, Seat


class Mark(StrEnum):
    OPEN = "open"
    LAST = "last"
    TAKEN = "taken"
    OUT_OF_REACH = "out-of-reach"


@dataclass(frozen=True)
class Cell:
    """One number of the shared list, and the seat that took it."""

    number: int
    mark: Mark
    taken_by: Seat | None = None


@dataclass(frozen=True)
class Choice:
    """A legal move and the calculation behind it, if any: 12 is `6×2`, leaving 6 is `10 + 6`."""

    move: int
    how: str = ""


@dataclass(frozen=True)
class Row:
    """One player's own sequence, and the sum of each pair of neighbours in it."""

    numbers: tuple[int, ...]
    sums: tuple[int, ...]

    @property
    def even_pairs(self) -> int:
        return sum(each % 2 == 0 for each in self.sums)


@dataclass(frozen=True)
class View:
    """A game with a shared list of numbers has cells. A game with one number that changes has a
    trail. A game in which each player builds a sequence has a row for each seat. The other parts
    stay empty. `demand` is the code of what the player to move has to do."""

    to_move: Seat | None
    demand: str
    choices: tuple[Choice, ...]
    last: int | None
    outcome: Outcome | None
    cells: tuple[Cell, ...] = ()
    trail: tuple[int, ...] = ()
    rows: tuple[Row, ...] = ()
