"""A board as facts that any renderer can draw. The renderer chooses the words and the looks."""

from dataclasses import dataclass
from enum import StrEnum

from engine.outcome import Outcome, Seat


class Mark(StrEnum):
    OPEN = "open"
    LAST = "last"
    TAKEN = "taken"
    OUT_OF_REACH = "out-of-reach"
    # The host took it out before the game.
    STRUCK = "struck"
    # The host took it as one of the first moves, which are nobody's. The last of them is LAST.
    OPENING = "opening"


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
class SplitChoice(Choice):
    """A legal move that splits `whole`, and those of its parts that stay."""

    whole: int = 0
    kept: tuple[int, ...] = ()


@dataclass(frozen=True)
class RowChoice(Choice):
    """A legal move that puts `number` into the row of a seat."""

    number: int = 0
    row: Seat = Seat.FIRST


@dataclass(frozen=True)
class Row:
    """One player's own sequence, and the sum of each pair of neighbours in it. A pair counts if
    its sum is a multiple of `multiple`. Each number has the seat that put it there."""

    numbers: tuple[int, ...]
    sums: tuple[int, ...]
    multiple: int = 2
    put_by: tuple[Seat, ...] = ()

    @property
    def pairs(self) -> int:
        """How many pairs count."""
        return sum(each % self.multiple == 0 for each in self.sums)


@dataclass(frozen=True)
class Splitting:
    """A number that was split into two parts, and those of them that stay."""

    whole: int
    parts: tuple[int, int]
    kept: tuple[int, ...]


@dataclass(frozen=True)
class View:
    """A game with a shared list of numbers has cells. A game with one number that changes has a
    trail. A game with several numbers that are split has them as its table. A game in which each
    player builds a sequence has a row for each seat. The other parts stay empty. `demand` is the
    code of what the player to move has to do, and `splittings` are the moves of a game that
    splits."""

    to_move: Seat | None
    demand: str
    choices: tuple[Choice, ...]
    last: int | None
    outcome: Outcome | None
    cells: tuple[Cell, ...] = ()
    trail: tuple[int, ...] = ()
    table: tuple[int, ...] = ()
    rows: tuple[Row, ...] = ()
    splittings: tuple[Splitting, ...] = ()
