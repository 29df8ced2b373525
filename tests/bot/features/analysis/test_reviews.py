"""Reviews are made one after another, and each game's once."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any, TypeVar, TypeVarTuple

import pytest

from bot.features.analysis import reviews
from bot.features.analysis.reviews import WAITING, Reviews
from bot.host.worker_process import WorkerProcess
from bot.interactions.refusals import Crowded
from engine.games import set_up
from engine.record import Record
from engine.refusal import TooLarge
from engine.review import review
from engine.review.lines import better_line
from tests.engine.countdown import Countdown

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

SOON = 10


def game(size: int) -> tuple[Record, ...]:
    return (Record.replay(Countdown(size), ["1", "1"]),)


class Slow:
    """Works as soon as it may go on, and notes how much it did at once."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.asked: list[Any] = []
        self.at_once = self.most_at_once = 0

    def run(self, function: Callable[[*Ts], T], /, *of: *Ts) -> T:
        self.asked.append(of)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.go_on.wait(SOON)
        self.at_once -= 1
        return function(*of)


async def asking(found: Reviews, *sizes: int) -> list[asyncio.Task[Any]]:
    tasks = [asyncio.create_task(found.of(game(each))) for each in sizes]
    await asyncio.wait(tasks, timeout=0)
    return tasks


async def test_who_waits_for_the_same_waits_for_one_review() -> None:
    slow = Slow()
    tasks = await asking(Reviews(slow.run), *[21] * WAITING)
    slow.go_on.set()
    assert await asyncio.gather(*tasks) == [tuple(map(review, game(21)))] * WAITING
    assert slow.asked == [(game(21),)]


async def test_others_wait_for_each_other_and_not_too_many() -> None:
    slow = Slow()
    found = Reviews(slow.run)
    tasks = await asking(found, *range(10, 10 + WAITING))
    (known,) = game(50)
    for refused in found.of((known,)), found.line(review(known), review(known).plies[0]):
        with pytest.raises(Crowded):
            await refused
    slow.go_on.set()
    await asyncio.gather(*tasks)
    assert (len(slow.asked), slow.most_at_once) == (WAITING, 1)
    assert await found.of((known,))


async def test_the_latest_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "REMEMBERED", 2)
    slow = Slow()
    slow.go_on.set()
    found = Reviews(slow.run)
    for size in 10, 11, 10, 12, 10, 11:
        await found.of(game(size))
    assert [of[0][0].game.size for of in slow.asked] == [10, 11, 12, 11]


async def test_a_game_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(record: Record) -> Any:
        raise TooLarge(record.game.key, 1)

    monkeypatch.setattr(reviews, "review", too_large)
    found = Reviews()
    for _ in range(2):
        with pytest.raises(TooLarge):
            await found.of(game(21))


async def test_another_process_finds_the_same() -> None:
    record = Record.replay(set_up("divisor", {"size": 20}), ["14", "7", "1"])
    with WorkerProcess() as process:
        found = Reviews(process.run)
        (mine,) = await found.of((record,))
        (turned,) = mine.mistakes
        line = await found.line(mine, turned)
    assert mine == review(record)
    assert line == better_line(mine, turned)
