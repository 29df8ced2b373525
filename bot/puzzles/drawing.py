"""What another process does for puzzles: it draws them, and searches the games of duels."""

from random import Random

from engine.puzzles.daily import WEEK
from engine.puzzles.drawing import draw_puzzle
from engine.puzzles.mining import puzzles_in
from engine.puzzles.puzzle import HARDNESS, Puzzle
from engine.puzzles.rating import EACH, EASIEST
from engine.puzzles.setups import draw_setup
from engine.record import Record

# How many set-ups puzzles are drawn from at once, and how many games are played of each: some
# tenths of a second of work at most, as challenges wait for the same process.
SETUPS, TRIES = 4, 20


def hardness_near(rating: float) -> int:
    """The hardness of the puzzles that are nearest to a rating."""
    nearest = HARDNESS[0] + round((rating - EASIEST) / EACH)
    return min(max(nearest, HARDNESS[0]), HARDNESS[-1])


def draw_some(seed: int, hardness: int) -> tuple[Puzzle, ...]:
    """Draw a few puzzles of this hardness, or none if the set-ups happen to have none."""
    random, wanted = Random(seed), range(hardness, hardness + 1)
    # The week of puzzles of the day knows which games have enough of them.
    games = next(day.games for day in reversed(WEEK) if hardness in day.hardness)
    setups = (draw_setup(random, random.choice(games)) for _ in range(SETUPS))
    drawn = (draw_puzzle(random, setup, wanted, TRIES) for setup in setups)
    return tuple(filter(None, drawn))


def find_in(record: Record) -> tuple[Puzzle, ...]:
    """Find the puzzles that players met in a game."""
    return tuple(puzzles_in(record))
