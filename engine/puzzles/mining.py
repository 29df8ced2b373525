"""Puzzles that players met in their duels."""

from collections.abc import Iterator

from engine.measure.tally import Bounded
from engine.puzzles.puzzle import Puzzle, puzzle_by
from engine.record import Record
from engine.solve.search import BUDGET

# Longer games aren't searched: each position may take some hundredths of a second.
LONGEST = 60


def puzzles_in(record: Record) -> Iterator[Puzzle]:
    """The puzzles among the positions of a game, in their order. A game that is too large or long
    has none."""
    if record.ply > LONGEST:
        return
    players = Bounded(BUDGET)
    before = Record.start(record.game)
    for move in record.moves:
        if puzzle := puzzle_by(players, before):
            yield puzzle
        before = before.play(move)
