"""Puzzles for tests: the same ones in each run."""

from functools import cache
from itertools import count
from typing import Any

from bot.puzzles.drawing import draw_some
from engine.puzzles.daily import daily_puzzle
from engine.puzzles.puzzle import Puzzle, puzzle_at
from engine.record import Record

# The first puzzles for a player with the usual rating, so many at once: to draw them in each run
# would take seconds.
MEDIUM, AT_ONCE = 5, 3
FIRST = (
    "1/divisor/size=38,board=drawn,gone=8.29.32,opening=34.17/1-16-4-24-12-6-30-15-3",
    "1/sequence/sums=3,ties=second/4-8-2-7",
    "1/divisor/size=54,board=drawn,gone=3.5.6.16.47,opening=12.2/",
    "1/divisor/size=38,board=drawn,gone=21.26.29,opening=22.2/6-12-36-4-16-32-8-24-3",
    "1/divisor/size=32,board=drawn,gone=14.20.27,opening=17.1/28-2-16-32-4-24-3",
    "1/divisor/size=41,board=drawn,gone=7.14.25.36,opening=15.5/35-1-20-2",
    "1/sequence/size=10,ties=second,rows=either/*9-*8-6-5-*2",
    "1/divisor/size=41,board=drawn,gone=13.15.17.36,opening=34.2/22-1-39-3",
    "1/divisor/size=35,board=drawn,gone=3.8.25,opening=24.12/4-28-14-2",
    "1/divisor/size=33,board=drawn,gone=3.13.27,opening=11.33/1-4-24",
    "1/sequence/ties=second,rows=either/*8-*5-*7-*6",
    "1/sequence/sums=3,ties=second/1-5-2-7",
    "1/sequence/size=11,ties=second,rows=either/*1-9-*3-*11-5-8",
    "1/divisor/size=49,board=drawn,gone=24.26.44.46,opening=20.2/36-4-48-3",
    "1/divisor/size=60,board=drawn,gone=5.14.39.40.47.55,opening=2.32/16-48-8-4",
    "1/sequence/size=11,ties=second,rows=either/*10-*2-*3-*7-9-*4",
    "1/sequence/sums=3,ties=second/4-2-5-1",
    "1/sequence/size=12,sums=3,ties=second/2-4-10-6-11-12-9",
    "1/sequence/sums=3,ties=second/2-4-1-5",
    "1/divisor/size=36,board=drawn,rule=steps,gone=5.6.10,opening=20.22/33-34-35-28-29-30",
    "1/divisor/size=30,board=drawn,gone=14.15.25,opening=5.10/2-16-8-1-30-3",
    "1/divisor/size=49,board=drawn,gone=14.27.36.45,opening=40.2/8-4",
    "1/sequence/size=10,ties=second,rows=either/*5-10-3-6-*1",
    "1/sequence/size=10,ties=second,rows=either/4-2-1-*5-*3",
    "1/sequence/size=10,sums=3,ties=second/5-8-6-9-4",
    "1/divisor/size=37,board=drawn,gone=12.13.20,opening=34.2/22-11-33-1-35-7-21-3",
)


@cache
def _daily_puzzle(day: int, *others: Any) -> Any:
    return daily_puzzle(b"tests", day, 1, *others)


@cache
def _draw_some(seed: int, hardness: int) -> tuple[Puzzle, ...]:
    """The same seeds are asked for in each test."""
    if hardness != MEDIUM or seed * AT_ONCE > len(FIRST):
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
