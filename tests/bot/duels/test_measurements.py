"""Games of packages are measured one after another, and each of their set-ups once."""

import asyncio
import threading
from typing import Any

import pytest

from bot.duels.measurements import WAITING, Measurements
from bot.interactions.refusals import Crowded
from engine.games.game import Game
from engine.measure.table import Measured
from tests.engine.countdown import Countdown

SOON = 10
FAIR = Measured(5.0, 10.0, 0.1)


class Slow:
    """Measures as soon as it may go on, and notes how much it did at once."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.asked: list[str] = []
        self.at_once = self.most_at_once = 0

    def measure(self, game: Game[Any]) -> Measured:
        self.asked.append(game.setup)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.go_on.wait(SOON)
        self.at_once -= 1
        return FAIR


async def _asking(measurements: Measurements, *sizes: int) -> list[asyncio.Task[Any]]:
    asking = [asyncio.create_task(measurements.why_unrated(Countdown(each))) for each in sizes]
    await asyncio.wait(asking, timeout=0)
    return asking


async def test_who_waits_for_the_same_waits_for_one_measurement() -> None:
    slow = Slow()
    asking = await _asking(Measurements(slow.measure), *[21] * WAITING)
    slow.go_on.set()
    assert await asyncio.gather(*asking) == [None] * WAITING
    assert slow.asked == [Countdown(21).setup]


async def test_others_wait_for_each_other_and_not_too_many() -> None:
    slow = Slow()
    measurements = Measurements(slow.measure)
    asking = await _asking(measurements, *range(1, WAITING + 1))
    with pytest.raises(Crowded):
        await measurements.why_unrated(Countdown(50))
    slow.go_on.set()
    await asyncio.gather(*asking)
    assert (len(slow.asked), slow.most_at_once) == (WAITING, 1)
    assert await measurements.why_unrated(Countdown(50)) is None
