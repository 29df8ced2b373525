"""Puzzles that players met in their duels."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.measure.tally import Bounded
from engine.outcome import Seat
from engine.puzzles.puzzle import Puzzle, puzzle_by
from engine.record import Record
from engine.solve.search import BUDGET


class Met(NamedTuple):
    """A puzzle that a player met, and the move that the player made there."""

    puzzle: Puzzle
    played: int

    @property
    def by(self) -> Seat:
        return self.puzzle.record.to_move

    @property
    def missed(self) -> bool:
        return self.played not in self.puzzle.winning


def puzzles_in(record: Record) -> Iterator[Met]:
    """The puzzles among the positions of a game, in their order. A game that is too large has
    none."""
    players = Bounded(BUDGET)
    before = Record.start(record.game)
    for played in record.moves:
        if puzzle := puzzle_by(players, before):
            yield Met(puzzle, played)
        before = before.play(played)
