"""The puzzle of the day: drawn from a secret of the host, so that nobody else can compute it before
and the host gets the same one each time."""

import hmac
from random import Random
from typing import NamedTuple

from engine.puzzles.drawing import draw_puzzle
from engine.puzzles.puzzle import HARDNESS, Puzzle, Solution
from engine.puzzles.setups import draw_setup
from engine.record import Record

# A day is a number of days since 1970 in UTC. The first one was a Thursday.
_THURSDAY = 3


class Weekday(NamedTuple):
    """The hardness of the puzzles of a weekday, and the games that have enough of them."""

    hardness: range
    games: tuple[str, ...]


# Nearly all puzzles of Number Split are among the hardest: it has few others.
_MOST = ("divisor", "sequence")
_ALL = (*_MOST, "split")
# From Monday on: easy at first, hard at last.
WEEK = (
    Weekday(range(3, 4), _MOST),
    Weekday(range(3, 5), _MOST),
    Weekday(range(4, 6), _MOST),
    Weekday(range(5, 6), _MOST),
    Weekday(range(5, 7), _MOST),
    Weekday(range(6, 8), _ALL),
    Weekday(range(7, 8), _ALL),
)
# The game that has puzzles of every hardness.
_SURE = "divisor"
# How many set-ups of a game are tried, and how many games are played of each.
SETUPS, TRIES = 8, 40
# The puzzle of a day on which nothing is found. It has practically no chance to be needed.
LAST_RESORT = "1/divisor/size=30,gone=6.7.12.17.30,opening=18/"
_ITS_SOLUTION = Solution((2,), 6)


def weekday_of(day: int) -> int:
    """0 on a Monday, 6 on a Sunday."""
    return (day + _THURSDAY) % len(WEEK)


def daily_random(secret: bytes, day: int, guild: int, again: int = 0) -> Random:
    """The source of chance of a day in a server. `again` counts the draws before that gave a puzzle
    which the server has had."""
    about = f"daily puzzle|{day}|{guild}|{again or ''}"
    return Random(hmac.digest(secret, about.encode(), "sha256"))


def daily_puzzle(secret: bytes, day: int, guild: int, again: int = 0) -> Puzzle:
    """The puzzle of a day in a server, of a game that the weekday has. If the game has none that is
    as hard as the weekday wants, it is any puzzle of the game; and if it has none at all, one of
    Divisor Duel."""
    random = daily_random(secret, day, guild, again)
    hardness, games = WEEK[weekday_of(day)]
    for key in (random.choice(games), _SURE):
        for wanted in (hardness, HARDNESS):
            for _ in range(SETUPS):
                if puzzle := draw_puzzle(random, draw_setup(random, key), wanted, TRIES):
                    return puzzle
    return Puzzle(Record.parse(LAST_RESORT), _ITS_SOLUTION)
