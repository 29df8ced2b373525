"""Number Split Duel."""

from dataclasses import dataclass
from typing import NamedTuple

from engine.demand import Demand
from engine.games.game import Game, Rules
from engine.games.options import number_option
from engine.games.text import Text
from engine.games.view import Choice, View
from engine.outcome import Seat
from engine.refusal import EqualSplit, GameOver, OutOfRange


class Left(NamedTuple):
    """The number that was left, and the seat that has to split it."""

    number: int
    to_move: Seat


def _sum(whole: int, part: int) -> str:
    return f"{max(part, whole - part)} + {min(part, whole - part)}"


@dataclass(frozen=True)
class Split(Game[Left]):
    """Split the number in two unequal parts and leave one of them. A player who can't has lost. A
    move is the part that is left for the opponent."""

    key = "split"
    title = "Number Split Duel"
    pitch = "Split the number into two unequal parts and choose the one your opponent must split."

    TEXT = Text(settings="from {size}")

    size: int = number_option("The number to split first.", least=3, most=100, drawn=range(15, 26))

    @property
    def rules(self) -> Rules:
        return Rules(
            objective="Leave your opponent a number that cannot be split.",
            turn="There is one number on the table. Players agree on the first one, from 3 to 100, "
            "or have it drawn from 15 to 25, and who starts is drawn or agreed as well. On your "
            "turn you split the number into two parts. You discard one part and leave the "
            "other, and that is the number your opponent has to split. You name a move by the part "
            "you leave.",
            valid="Both parts are whole numbers of at least 1, they add up to the number, and they "
            "are not equal. If there is a split you must make one; there is no passing.",
            end="1 and 2 cannot be split into unequal parts. A player who has to split one of "
            "them loses. There are no draws.",
            example="You have to split 7, which goes as 6 + 1, 5 + 2 and 4 + 3. Answer 2 to make "
            "it 5 + 2 and leave the 2. Your opponent can't split that, so you have won.",
        )

    def start(self) -> Left:
        return Left(self.size, Seat.FIRST)

    def to_move(self, state: Left) -> Seat:
        return state.to_move

    def legal(self, state: Left) -> tuple[int, ...]:
        return tuple(part for part in range(1, state.number) if part * 2 != state.number)

    def demand(self, _state: Left) -> Demand:
        return Demand.SPLIT

    def play(self, state: Left, move: int) -> Left:
        legal = self.legal(state)
        if move in legal:
            return Left(move, state.to_move.other)
        if not legal:
            raise GameOver(state.to_move.other)
        if move * 2 == state.number:
            raise EqualSplit(move, state.number, demand=self.demand(state), legal=legal)
        raise OutOfRange(move, 1, state.number - 1, demand=self.demand(state), legal=legal)

    def view(self, moves: tuple[int, ...], state: Left) -> View:
        legal = self.legal(state)
        return View(
            to_move=state.to_move if legal else None,
            demand=self.demand(state),
            choices=tuple(Choice(part, _sum(state.number, part)) for part in legal),
            last=moves[-1] if moves else None,
            outcome=self.outcome(state),
            trail=(self.size, *moves),
        )
