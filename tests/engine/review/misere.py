"""A countdown that is lost by reaching nought, and in which some moves give another turn: its wins
and losses are an odd number of plies away as often as an even one."""

from dataclasses import dataclass
from typing import NamedTuple

from engine.games.game import Game, Rules
from engine.games.options import choice_option, number_option
from engine.games.view import View
from engine.outcome import Outcome, Reason, Seat

NEVER, AFTER_TWO = "never", "two"


class Left(NamedTuple):
    number: int
    seat: Seat
    # The player who made it nought.
    last: Seat


@dataclass(frozen=True)
class Misere(Game[Left]):
    """Subtract 1, 2 or 3. A player who reaches nought has lost."""

    key = "misere"
    title = "Misère"
    pitch = "Don't reach nought."

    size: int = number_option("The number to begin with.", least=1, most=50, default=9)
    again: str = choice_option("When a player moves again.", NEVER, AFTER_TWO)

    @property
    def rules(self) -> Rules:
        return Rules("", "", "", "", "")

    def start(self) -> Left:
        return Left(self.size, Seat.FIRST, Seat.SECOND)

    def to_move(self, state: Left) -> Seat:
        return state.seat

    def legal(self, state: Left) -> tuple[int, ...]:
        return tuple(range(1, min(3, state.number) + 1))

    def demand(self, _state: Left) -> str:
        return "subtract"

    def play(self, state: Left, move: int) -> Left:
        stays = self.again == AFTER_TWO and move == 2
        seat = state.seat if stays else state.seat.other
        return Left(state.number - move, seat, state.seat)

    def outcome(self, state: Left) -> Outcome | None:
        return None if state.number else Outcome(state.last.other, Reason.STUCK)

    def view(self, _moves: tuple[int, ...], state: Left) -> View:
        return View(state.seat, "subtract", (), None, self.outcome(state))
