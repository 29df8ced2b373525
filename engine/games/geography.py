"""Games on a shared list: take an unused number that is related to the last one. A player who can't
has lost."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from engine.demand import Demand
from engine.games.game import Game
from engine.games.numbers import mask, numbers
from engine.games.options import number_option
from engine.games.text import Text
from engine.games.view import Cell, Choice, Mark, View
from engine.outcome import Seat
from engine.refusal import AlreadyGone, GameOver, OutOfRange, Refusal


class Chain(NamedTuple):
    """The unused numbers as a mask, and the number taken last (0 before the first move)."""

    free: int
    last: int


@lru_cache(maxsize=512)
def _reach(related: Callable[[int, int], bool], size: int) -> tuple[int, ...]:
    """By the last number, the mask of the numbers that may follow it. It is cached because every
    record that is read sets up its game again; 512 are more than all sizes of all games."""
    everything = range(1, size + 1)
    after = (
        mask(each for each in everything if each != last and related(last, each))
        for last in everything
    )
    return (mask(everything), *after)


@lru_cache(maxsize=1024)
def _cell(number: int, mark: Mark, taken_by: Seat | None) -> Cell:
    """A cell, cached because each move shows nearly the same ones again; there are 600."""
    return Cell(number, mark, taken_by)


@dataclass(frozen=True)
class Geography(Game[Chain]):
    """The base of Parity Duel, Even/Odd Match and Divisor Duel. Each has its own relation."""

    TEXT = Text(settings="1–{size}")

    size: int = number_option("How many numbers there are.", least=2, most=100, default=20)
    # By the last number: the mask of the numbers that may follow. 0 stands for "no move yet".
    reach: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "reach", _reach(self.related, self.size))

    @staticmethod
    @abstractmethod
    def related(last: int, number: int) -> bool:
        """Whether `number` may follow `last`."""

    @abstractmethod
    def demand_after(self, last: int) -> Demand:
        """The demand on the number that follows `last`."""

    @abstractmethod
    def unrelated(self, last: int, number: int, legal: tuple[int, ...]) -> Refusal:
        """Why a number may not follow `last`."""

    def how(self, _last: int, _number: int) -> str:
        """The calculation that relates a number to the last one, if there is one."""
        return ""

    def start(self) -> Chain:
        return Chain(self.reach[0], 0)

    def to_move(self, state: Chain) -> Seat:
        return Seat.at(self.size - state.free.bit_count())

    def legal(self, state: Chain) -> tuple[int, ...]:
        free, last = state
        return numbers(free & self.reach[last])

    def demand(self, state: Chain) -> Demand:
        return self.demand_after(state.last) if state.last else Demand.ANY

    def play(self, state: Chain, move: int) -> Chain:
        free, last = state
        if 0 < move <= self.size:
            bit = 1 << move
            if free & self.reach[last] & bit:
                # `Chain(...)` takes twice as long, and random play spends most of its time here.
                return tuple.__new__(Chain, (free ^ bit, move))
        raise self._refusal(state, move)

    def _refusal(self, state: Chain, move: int) -> Refusal:
        free, last = state
        legal, demand = self.legal(state), self.demand(state)
        if over := self.outcome(state):
            return GameOver(over.winner)
        if not 0 < move <= self.size:
            return OutOfRange(move, 1, self.size, demand=demand, legal=legal)
        if not free >> move & 1:
            return AlreadyGone(move, demand=demand, legal=legal)
        return self.unrelated(last, move, legal)

    def view(self, moves: tuple[int, ...], state: Chain) -> View:
        _, last = state
        legal = self.legal(state)
        taken_by = {number: Seat.at(ply) for ply, number in enumerate(moves)}
        marks = dict.fromkeys(range(1, self.size + 1), Mark.OUT_OF_REACH)
        marks |= dict.fromkeys(legal, Mark.OPEN)
        marks |= dict.fromkeys(moves, Mark.TAKEN)
        if last:
            marks[last] = Mark.LAST
        return View(
            to_move=self.to_move(state) if legal else None,
            demand=self.demand(state),
            choices=tuple(Choice(each, self.how(last, each) if last else "") for each in legal),
            last=last or None,
            outcome=self.outcome(state),
            cells=tuple(
                [_cell(number, mark, taken_by.get(number)) for number, mark in marks.items()]
            ),
        )
