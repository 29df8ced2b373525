"""A sixth game, for tests: everything that a game may have of its own is in this one file."""

from dataclasses import dataclass
from typing import NamedTuple

from engine.games.game import Game, Rules
from engine.games.options import choice_option, number_option
from engine.games.preset import CLASSIC, Preset
from engine.games.text import Text
from engine.games.view import Cell, Choice, Mark, View
from engine.outcome import Seat
from engine.refusal import GameOver, MoveRefused

SUBTRACT = "subtract"


@dataclass(eq=False)
class TooFar(MoveRefused):
    """More than may be subtracted, or more than is left."""

    number: int
    left: int


class Left(NamedTuple):
    number: int
    ply: int


@dataclass(frozen=True)
class Countdown(Game[Left]):
    """Count down to nought; a player who can't has lost."""

    key = "countdown"
    title = "Countdown"
    pitch = "Subtract from the number in turns, and be the player who makes it nought."
    summary = "Subtract to nought · quick"
    presets = (
        CLASSIC,
        Preset("odds", "From 30, and you subtract 1 or 3.", {"size": 30, "rule": "odd"}, minutes=2),
    )
    TEXT = Text(
        settings="from {size}, {rule}",
        demands={SUBTRACT: "subtract {choices}"},
        stuck={SUBTRACT: "Nought is left, and nothing can be subtracted from it."},
        refusals={TooFar: "{number} can't be subtracted: {left} is left. {advice}"},
    )

    size: int = number_option("The number to begin with.", least=1, most=50, default=21)
    rule: str = choice_option("What may be subtracted: 1 to 3, or 1 and 3.", "steps", "odd")

    @property
    def rules(self) -> Rules:
        return Rules(
            objective="Be the player who makes the number nought.",
            turn=f"The number begins at {self.size}, and you subtract from it in turns.",
            valid=f"You may subtract {self._said()}, but never more than what is left.",
            end="A player who has to subtract from nought has lost, and the other one has won.",
            example="The number is 3. Subtract 3, and your opponent has nothing to subtract from.",
        )

    def start(self) -> Left:
        return Left(self.size, 0)

    def to_move(self, state: Left) -> Seat:
        return Seat.at(state.ply)

    def _steps(self) -> tuple[int, ...]:
        return (1, 2, 3) if self.rule == "steps" else (1, 3)

    def _said(self) -> str:
        return "1, 2 or 3" if self.rule == "steps" else "1 or 3"

    def legal(self, state: Left) -> tuple[int, ...]:
        return tuple(step for step in self._steps() if step <= state.number)

    def demand(self, _state: Left) -> str:
        return SUBTRACT

    def play(self, state: Left, move: int) -> Left:
        legal = self.legal(state)
        if not legal:
            raise GameOver(self.to_move(state).other)
        if move not in legal:
            raise TooFar(move, state.number, demand=SUBTRACT, legal=legal)
        return Left(state.number - move, state.ply + 1)

    def view(self, moves: tuple[int, ...], state: Left) -> View:
        legal = self.legal(state)
        return View(
            to_move=self.to_move(state) if legal else None,
            demand=SUBTRACT,
            choices=tuple(Choice(move, f"{state.number} − {move}") for move in legal),
            last=moves[-1] if moves else None,
            outcome=self.outcome(state),
            cells=tuple(Cell(number, Mark.OUT_OF_REACH) for number in range(state.number + 1)),
        )
