"""Answers to puzzles, and how they go on."""

from engine.puzzles.puzzle import Puzzle
from engine.solve.line import line

# How many moves of a line are shown.
SHOWN = 8


def solves(puzzle: Puzzle, move: int) -> bool:
    """Whether a move is right: any that wins is. A move that isn't legal raises a Refusal that says
    why, as in a duel."""
    puzzle.record.play(move)
    return move in puzzle.winning


def played_out(puzzle: Puzzle, move: int, most: int = SHOWN) -> tuple[int, ...]:
    """A move and the perfect play that follows it: for a right move how it wins, for a wrong one
    how it is refuted."""
    after = puzzle.record.play(move)
    return (move, *line(after.game, after.state, most - 1))


def solution_line(puzzle: Puzzle, most: int = SHOWN) -> tuple[int, ...]:
    """The solution played out."""
    return line(puzzle.game, puzzle.record.state, most)
