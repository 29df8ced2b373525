"""Games on a shared list: take an unused number that is related to the last one. A player who can't
has lost."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple, Self

from engine.demand import Demand
from engine.games.game import Game
from engine.games.numbers import mask, numbers
from engine.games.options import choice_option, list_option, number_option
from engine.games.text import Text
from engine.games.view import Cell, Choice, Mark, View
from engine.outcome import Seat
from engine.refusal import (
    AlreadyGone,
    BadList,
    GameOver,
    IllegalOpening,
    MustBeEven,
    NothingToTake,
    OutOfRange,
    Refusal,
)

# Whether a number may follow another one. Every relation holds both ways.
Relation = Callable[[int, int], bool]
LARGEST = 100
# How a board is before player 1 begins: as the rulebook has it, or drawn by the host.
PLAIN, DRAWN = "plain", "drawn"


class Chain(NamedTuple):
    """The unused numbers as a mask, and the number taken last (0 before the first move)."""

    free: int
    last: int


@lru_cache(maxsize=1024)
def _reach(related: Relation, size: int, *, even_first: bool) -> tuple[int, ...]:
    """By the last number, the mask of the numbers that may follow it. It is cached because every
    record that is read sets up its game again; there are fewer than 1,024."""
    everything = range(1, size + 1)
    after = (
        mask(each for each in everything if each != last and related(last, each))
        for last in everything
    )
    return (mask(everything[1::2] if even_first else everything), *after)


@lru_cache(maxsize=1024)
def _cell(number: int, mark: Mark, taken_by: Seat | None) -> Cell:
    """A cell, cached because each move shows nearly the same ones again; there are 800."""
    return Cell(number, mark, taken_by)


@dataclass(frozen=True)
class Geography(Game[Chain]):
    """The base of Parity Duel, Even/Odd Match and Divisor Duel. Each has its own relations.

    Before player 1 begins the host may strike out numbers (`gone`) and make the first moves
    (`opening`)."""

    TEXT = Text(settings="1–{size}")

    size: int = number_option("How many numbers there are.", least=2, most=LARGEST, default=20)
    board: str = choice_option(
        "Drawn: the host strikes out numbers and makes the first moves.",
        PLAIN,
        DRAWN,
        added=True,
    )
    gone: tuple[int, ...] = list_option(
        "Numbers struck out.",
        each=range(1, LARGEST + 1),
        count=range(LARGEST - 1),
        default=(),
        distinct=True,
        added=True,
        host=True,
    )
    opening: tuple[int, ...] = list_option(
        "First moves made.",
        each=range(1, LARGEST + 1),
        count=range(LARGEST - 1),
        default=(),
        ordered=True,
        distinct=True,
        added=True,
        host=True,
    )
    # By the last number: the mask of the numbers that may follow. 0 stands for "no move yet".
    reach: tuple[int, ...] = field(init=False, repr=False, compare=False)
    begin: Chain = field(init=False, repr=False, compare=False)
    # How many numbers are unused when player 1 begins.
    unused: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        relation, even_first = self.relation, self.even_first
        object.__setattr__(self, "reach", _reach(relation, self.size, even_first=even_first))
        begin = self._begun()
        object.__setattr__(self, "begin", begin)
        object.__setattr__(self, "unused", begin.free.bit_count())
        if not begin.free & self.reach[begin.last]:
            raise NothingToTake(self.key)

    @property
    @abstractmethod
    def relation(self) -> Relation:
        """Whether a number may follow another one, by the rule that is played."""

    @property
    def even_first(self) -> bool:
        """Whether the first number must be even."""
        return False

    @abstractmethod
    def demand_after(self, last: int) -> Demand:
        """The demand on the number that follows `last`."""

    @abstractmethod
    def unrelated(self, last: int, number: int, legal: tuple[int, ...]) -> Refusal:
        """Why a number may not follow `last`."""

    def how(self, _last: int, _number: int) -> str:
        """The calculation that relates a number to the last one, if there is one."""
        return ""

    @property
    def before(self) -> str:
        """What the host does before player 1 begins, as a sentence of the rules."""
        if not self.draws_start:
            return ""
        return " First the host strikes out some of them and makes the opening."

    @property
    def draws_start(self) -> bool:
        return self.board == DRAWN

    @property
    def awaits_start(self) -> bool:
        return self.draws_start and not self.opening

    @property
    def start_options(self) -> frozenset[str]:
        return frozenset(("gone", "opening"))

    @property
    def hosts_moves(self) -> tuple[int, ...]:
        return self.opening

    def without_start(self) -> Self:
        return replace(self, gone=(), opening=()) if self.draws_start else self

    def start(self) -> Chain:
        return self.begin

    def to_move(self, state: Chain) -> Seat:
        return Seat.at(self.unused - state.free.bit_count())

    def legal(self, state: Chain) -> tuple[int, ...]:
        free, last = state
        return numbers(free & self.reach[last])

    def demand(self, state: Chain) -> Demand:
        if state.last:
            return self.demand_after(state.last)
        return Demand.EVEN if self.even_first else Demand.ANY

    def play(self, state: Chain, move: int) -> Chain:
        free, last = state
        if 0 < move <= self.size:
            bit = 1 << move
            if free & self.reach[last] & bit:
                # `Chain(...)` takes twice as long, and random play spends most of its time here.
                return tuple.__new__(Chain, (free ^ bit, move))
        raise self._refusal(state, move)

    def _begun(self) -> Chain:
        """The state when player 1 begins."""
        everything = mask(range(1, self.size + 1))
        gone = mask(self.gone)
        if gone & ~everything:
            raise BadList(self.key, "gone", self.gone, 1, self.size, 0, self.size - 2)
        state = Chain(everything & ~gone, 0)
        for nth, move in enumerate(self.opening, start=1):
            if not (0 < move <= self.size and state.free & self.reach[state.last] & 1 << move):
                raise IllegalOpening(nth, self._why_not(state, move))
            state = Chain(state.free ^ 1 << move, move)
        return state

    def _refusal(self, state: Chain, move: int) -> Refusal:
        if over := self.outcome(state):
            return GameOver(over.winner)
        return self._why_not(state, move)

    def _why_not(self, state: Chain, move: int) -> Refusal:
        free, last = state
        legal, demand = self.legal(state), self.demand(state)
        if not 0 < move <= self.size:
            return OutOfRange(move, 1, self.size, demand=demand, legal=legal)
        if not free >> move & 1:
            return AlreadyGone(move, demand=demand, legal=legal)
        if not last:
            return MustBeEven(move, demand=demand, legal=legal)
        return self.unrelated(last, move, legal)

    def view(self, moves: tuple[int, ...], state: Chain) -> View:
        _, last = state
        legal = self.legal(state)
        taken_by = {number: Seat.at(ply) for ply, number in enumerate(moves)}
        marks = dict.fromkeys(range(1, self.size + 1), Mark.OUT_OF_REACH)
        marks |= dict.fromkeys(self.gone, Mark.STRUCK)
        marks |= dict.fromkeys(self.opening, Mark.OPENING)
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
