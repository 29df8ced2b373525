"""Puzzles for tests: the same ones in each run."""

from functools import cache
from itertools import count
from typing import Any

from bot.puzzles.drawing import draw_some
from engine.puzzles.daily import daily_puzzle
from engine.puzzles.puzzle import Puzzle, puzzle_at
from engine.record import Record

# The first puzzles for a player with the usual rating, so many at once: to draw them in each run
# would take seconds. All are of Divisor Duel, which is solved at once.
USUAL, AT_ONCE = 4, 3
FIRST = (
    "1/divisor/size=30,board=drawn,rule=steps,gone=3.10.21,opening=8.16/15-14-7-6",
    "1/divisor/size=43,board=drawn,gone=4.17.31.38,opening=28.1/36-6-12-24-8",
    "1/divisor/size=49,board=drawn,rule=steps,gone=4.12.22.27,opening=31.32/33-36-39-42-43-44",
    "1/divisor/size=42,board=drawn,gone=1.5.12.21,opening=10.30/15-3-33-11-22-2-40-8",
    "1/divisor/size=41,board=drawn,gone=15.17.22.37,opening=2.8/32-16-4-20-10-40-5-35-7",
    "1/divisor/size=32,board=drawn,gone=13.15.30,opening=10.20/",
    "1/divisor/size=40,board=drawn,gone=2.5.14.37,opening=35.7/28-4-40-8",
    "1/divisor/size=44,board=drawn,gone=1.6.7.25,opening=26.2/36-18-9-27-3-24-8",
    "1/divisor/size=60,board=drawn,gone=7.17.21.25.31.58,opening=39.1/52",
    "1/divisor/size=30,board=drawn,rule=steps,gone=24.27.29,opening=25.26/13-12-10-20-30-15-14",
    "1/divisor/size=59,board=drawn,gone=1.7.9.46.50,opening=29.58/2-34-17-51-3-30-6-12-4-40-8",
    "1/divisor/size=54,board=drawn,rule=steps,gone=3.14.15.39.47,opening=11.22/21-42-28-35-34-33",
    "1/divisor/size=53,board=drawn,gone=7.13.35.40.53,opening=3.45/15-30-2-10-5",
    "1/divisor/size=34,board=drawn,rule=steps,gone=12.17.21,opening=8.7/6-9-18-20-16-15-30-25-26",
    "1/divisor/size=57,board=drawn,gone=5.13.21.23.51,opening=55.1/45-9-3-6-12-2-4-28-56-8",
    "1/divisor/size=43,board=drawn,gone=2.24.27.41,opening=4.8/",
    "1/divisor/size=40,board=drawn,gone=4.8.22.29,opening=33.11/1-26-13-39-3-6-36-18-2",
    "1/divisor/size=45,board=drawn,rule=steps,gone=1.14.27.45,opening=11.12/15-16-8-4",
    "1/divisor/size=48,board=drawn,gone=7.9.20.42,opening=13.1/35-5-10-30",
    "1/divisor/size=31,board=drawn,gone=4.15.17,opening=16.8/2-30-3-6",
    "1/divisor/size=34,board=drawn,rule=steps,gone=6.10.22,opening=25.20/21-28-27-18-9-8-7-14",
    "1/divisor/size=36,board=drawn,gone=17.26.29,opening=10.20/",
    "1/divisor/size=49,board=drawn,gone=10.23.34.48,opening=12.1/28-4-8",
    "1/divisor/size=51,board=drawn,rule=steps,gone=25.32.37.38.43,opening=47.48/42-45-30-35",
    "1/divisor/size=40,board=drawn,gone=3.5.7.23,opening=8.2/36-6-24-12-4",
    "1/divisor/size=37,board=drawn,rule=steps,gone=1.6.13,opening=15.14/21-28-30-33",
    "1/divisor/size=38,board=drawn,gone=10.35.37,opening=11.22/2-4-8",
    "1/divisor/size=47,board=drawn,gone=1.11.17.47,opening=6.18/",
    "1/divisor/size=50,board=drawn,gone=6.21.25.27.45,opening=15.1/7-28-4-16-48-24-2-26-13-39-3",
    "1/divisor/size=50,board=drawn,gone=1.13.28.44.50,opening=4.16/48-12-6-24-3-30",
    "1/divisor/size=38,board=drawn,gone=2.23.28,opening=20.4/8",
    "1/divisor/size=37,board=drawn,rule=steps,gone=17.20.26,opening=15.30/31-32",
    "1/divisor/size=46,board=drawn,gone=1.12.23.38,opening=4.40/8",
    "1/divisor/size=37,board=drawn,gone=11.18.25,opening=1.8/4-24-12-36",
    "1/divisor/size=39,board=drawn,gone=19.29.39,opening=34.2/14-28-4-8",
    "1/divisor/size=37,board=drawn,gone=2.9.27,opening=4.8/",
)


@cache
def _daily_puzzle(day: int, *others: Any) -> Any:
    return daily_puzzle(b"tests", day, 1, *others)


@cache
def _draw_some(seed: int, hardness: int) -> tuple[Puzzle, ...]:
    """The same seeds are asked for in each test."""
    if hardness != USUAL or seed * AT_ONCE > len(FIRST):
        return draw_some(seed, hardness)
    these = FIRST[(seed - 1) * AT_ONCE : seed * AT_ONCE]
    return tuple(filter(None, (puzzle_at(Record.parse(each)) for each in these)))


class PuzzleWork:
    """Draws puzzles as the bot does, but not by chance."""

    def __init__(self) -> None:
        self._seeds = count(1)
        # What was asked for.
        self.asked: list[str] = []

    def __call__(self, function: Any, *of: Any) -> Any:
        self.asked.append(function.__name__)
        if function is daily_puzzle:
            _, day, _, *others = of
            return _daily_puzzle(day, *others)
        if function is draw_some:
            _, hardness = of
            # Those that are fairly hard take long to find.
            return _draw_some(next(self._seeds), 5 if hardness == 6 else hardness)
        return function(*of)
