"""Ratings of puzzles: a player who tries a puzzle plays a rated game against it."""

from engine.ledger import clamped
from engine.puzzles.puzzle import HARDNESS
from engine.rating import Rating, after

# The rating of the easiest puzzles before anybody has tried them, and how much more one ply is.
EASIEST, EACH = 1300.0, 200.0
# The hardness says something about a puzzle, but not all.
DEVIATION = 250.0


def start_rating(hardness: int) -> Rating:
    """The rating of a puzzle that nobody has tried: 1300 to 2100."""
    return Rating(EASIEST + EACH * (hardness - HARDNESS[0]), DEVIATION)


def rated_try(player: Rating, puzzle: Rating, *, solved: bool) -> tuple[Rating, Rating]:
    """The ratings of a player and of a puzzle after the player has tried it."""
    score = 1.0 if solved else 0.0
    return (
        clamped(after(player, ((puzzle, score),))),
        clamped(after(puzzle, ((player, 1 - score),))),
    )
