"""A puzzle: a position whose few winning moves neither the rule of thumb nor a short look ahead
finds. It is the record of a game up to that position."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.games.game import Game
from engine.measure.tally import Bounded, Players
from engine.opponents.thumb import thumb_move
from engine.puzzles.hardness import HARDEST, MOST_PLIES, hardness
from engine.record import Record
from engine.refusal import TooLarge

LEGAL = range(4, 26)
# At most one legal move in so many wins.
ONE_IN = 3
EASIEST = 3
HARDNESS = range(EASIEST, HARDEST + 1)
# How many positions may be searched to find the winning moves, where a game has no faster way.
SEARCH = 20_000


class Solution(NamedTuple):
    """The winning moves of a puzzle, and how many plies a player has to see."""

    winning: tuple[int, ...]
    hardness: int


@dataclass(frozen=True)
class Puzzle:
    """The player to move at the end of the record has to find a winning move."""

    record: Record
    solution: Solution

    @property
    def text(self) -> str:
        """The puzzle as it is stored, for `read_puzzle`."""
        return self.record.text

    @property
    def game(self) -> Game[Any]:
        return self.record.game

    @property
    def hardness(self) -> int:
        return self.solution.hardness

    @property
    def winning(self) -> tuple[int, ...]:
        return self.solution.winning


def puzzle_at(record: Record) -> Puzzle | None:
    """The puzzle that a record ends with, if it does. The position of a game that is too large is
    none."""
    return puzzle_by(Bounded(SEARCH), record)


def puzzle_by(players: Players, record: Record) -> Puzzle | None:
    """The same, with players who know the winning moves."""
    game, state = record.game, record.state
    if len(record.legal) not in LEGAL:
        return None
    try:
        winning = players.winning(game, state)
    except TooLarge:
        return None
    solution = solution_of(game, state, winning)
    return solution and Puzzle(record, solution)


def read_puzzle(text: str) -> Puzzle | None:
    """The puzzle with this text, or nothing if the position is none. Raises a Refusal if the text
    isn't a record."""
    return puzzle_at(Record.parse(text))


def solution_of(
    game: Game[Any], state: Any, winning: tuple[int, ...], wanted: range = HARDNESS
) -> Solution | None:
    """The solution of a position with these winning moves, if it is a puzzle of the wanted
    hardness. The quick tests come first."""
    legal = game.legal(state)
    if len(legal) not in LEGAL or not 0 < len(winning) * ONE_IN <= len(legal):
        return None
    if thumb_move(game, state) in winning:
        return None
    found = hardness(game, state, winning, min(wanted[-1], MOST_PLIES))
    return Solution(winning, found) if found in wanted else None
