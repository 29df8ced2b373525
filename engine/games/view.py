"""What a board shows, in facts that any renderer can draw. Words and looks are the renderer's."""

from dataclasses import dataclass
from enum import StrEnum

from engine.demand import Demand
from engine.outcome import Outcome, Seat


class Mark(StrEnum):
    OPEN = "open"
    LAST = "last"
    TAKEN = "taken"
    OUT_OF_REACH = "out-of-reach"


@dataclass(frozen=True)
class Cell:
    """One number of the shared list, and who took it."""

    number: int
    mark: Mark
    taken_by: Seat | None = None


@dataclass(frozen=True)
class Choice:
    """A legal move, and the sum behind it if there is one: 12 is `6×2`, leaving 6 is `10 + 6`."""

    move: int
    how: str = ""


@dataclass(frozen=True)
class Row:
    """One player's own sequence, and the sum of each pair of neighbours in it."""

    numbers: tuple[int, ...]
    sums: tuple[int, ...]


@dataclass(frozen=True)
class View:
    """A game with a shared list has cells, one whose number changes hands a trail, one where
    each player builds their own a row for each seat; what a game lacks is empty."""

    to_move: Seat | None
    demand: Demand
    choices: tuple[Choice, ...]
    last: int | None
    outcome: Outcome | None
    cells: tuple[Cell, ...] = ()
    trail: tuple[int, ...] = ()
    rows: tuple[Row, ...] = ()
