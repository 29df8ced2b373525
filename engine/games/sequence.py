"""Sequence Builder."""

from dataclasses import dataclass
from itertools import pairwise

from engine.demand import Demand
from engine.games.game import Game, Rules
from engine.games.view import Cell, Choice, Mark, Row, View
from engine.outcome import Outcome, Reason, Seat
from engine.refusal import AlreadyGone, GameOver, OutOfRange

POOL = range(1, 10)
COMPLETE = 5

# The numbers in the order they were taken, the first seat's and the second's by turns.
Taken = tuple[int, ...]


def _sums(sequence: Taken) -> tuple[int, ...]:
    return tuple(one + next_ for one, next_ in pairwise(sequence))


def _even(sequence: Taken) -> int:
    return sum(each % 2 == 0 for each in _sums(sequence))


@dataclass(frozen=True)
class Sequence(Game[Taken]):
    """Build a sequence from a shared pool. Pairs of neighbours with an even sum count."""

    key = "sequence"
    title = "Sequence Builder"
    pitch = (
        "Build a row of numbers whose neighbours add up to even sums, and spoil your opponent's."
    )

    @property
    def rules(self) -> Rules:
        return Rules(
            objective="Build a sequence whose neighbours add up to even numbers, and take the "
            "numbers your opponent needs for theirs.",
            turn="The pool holds 1 to 9. Who starts is drawn or agreed; then you alternate. On "
            "your turn you take any number from the pool and put it at the end of your own "
            "sequence.",
            valid="Every number that is still in the pool is allowed. A pair of neighbours counts "
            "for you if its sum is even, that is if both are odd or both are even.",
            end="The player who starts takes the last number of the pool as the fifth of their "
            "sequence. If all four of its sums are even, that sequence wins outright. If not, the "
            "player with more even pairs wins. On equal pairs a complete sequence, one of five "
            "numbers, beats the other: the player who started wins.",
            example="Your sequence is 3 9 and you add 4. 3 + 9 = 12 is even and counts, 9 + 4 = 13 "
            "is odd and doesn't, so you have one even pair.",
        )

    def start(self) -> Taken:
        return ()

    def to_move(self, state: Taken) -> Seat:
        return Seat.at(len(state))

    def legal(self, state: Taken) -> tuple[int, ...]:
        return tuple(number for number in POOL if number not in state)

    def demand(self, _state: Taken) -> Demand:
        return Demand.ANY

    def play(self, state: Taken, move: int) -> Taken:
        legal = self.legal(state)
        if move in legal:
            return (*state, move)
        if over := self.outcome(state):
            raise GameOver(over.winner)
        if move in POOL:
            raise AlreadyGone(move, demand=self.demand(state), legal=legal)
        raise OutOfRange(move, POOL[0], POOL[-1], demand=self.demand(state), legal=legal)

    def outcome(self, state: Taken) -> Outcome | None:
        # The ninth and last number of the pool is the fifth of the first seat.
        if len(state) < len(POOL):
            return None
        first, second = _even(state[0::2]), _even(state[1::2])
        if first == COMPLETE - 1:
            return Outcome(Seat.FIRST, Reason.COMPLETED)
        if first == second:
            return Outcome(Seat.FIRST, Reason.TIE_BREAK)
        return Outcome(Seat.FIRST if first > second else Seat.SECOND, Reason.PAIRS)

    def view(self, moves: tuple[int, ...], state: Taken) -> View:
        over = self.outcome(state)
        to_move = self.to_move(state)
        mine = state[to_move::2]
        last = moves[-1] if moves else None

        def how(number: int) -> str:
            return f"{mine[-1]} + {number} = {mine[-1] + number}" if mine else ""

        def cell(number: int) -> Cell:
            if number not in state:
                return Cell(number, Mark.OPEN)
            mark = Mark.LAST if number == last else Mark.TAKEN
            return Cell(number, mark, Seat.at(state.index(number)))

        return View(
            to_move=None if over else to_move,
            demand=self.demand(state),
            choices=tuple(Choice(number, how(number)) for number in self.legal(state)),
            last=last,
            outcome=over,
            cells=tuple(cell(number) for number in POOL),
            rows=tuple(Row(state[seat::2], _sums(state[seat::2])) for seat in Seat),
        )
