"""Cards are drawn beside the event loop, one at a time, and once."""

import asyncio
import gc
import threading
from collections import Counter
from typing import Any

import pytest

from bot.cards import drawing_queue
from bot.cards.drawing_queue import DrawingQueue
from bot.cards.finished import finished_card
from bot.cards.picture import Picture
from bot.text.english import English
from tests.bot.cards.samples import finish

# A time limit: a test that takes longer would wait for ever.
LONG = 10


class Painter:
    """Paints when it is told to."""

    def __init__(self) -> None:
        self.begun, self.go = threading.Event(), threading.Event()
        self.fails = False
        self.painted: Counter[str] = Counter()
        self.at_once, self.most = 0, 0
        self.threads = set[int]()

    def paint(self, what: str) -> Picture:
        self.painted[what] += 1
        self.threads.add(threading.get_ident())
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        self.begun.set()
        assert self.go.wait(LONG)
        self.at_once -= 1
        if self.fails:
            raise OSError(what)
        return Picture(what.encode(), what)

    async def has_begun(self) -> None:
        assert await asyncio.to_thread(self.begun.wait, LONG)


@pytest.fixture
def painter() -> Painter:
    return Painter()


def alt(picture: Picture | None) -> str:
    assert picture
    return picture.alt


async def settled() -> None:
    """Run everything that can go on by itself."""
    for _ in range(3):
        await asyncio.to_thread(lambda: None)


async def test_a_queue_that_is_closed_draws_nothing(painter: Painter) -> None:
    assert await DrawingQueue(closed=True).draw(painter.paint, "a") is None
    assert not painter.painted


async def test_a_card_is_drawn_beside_the_event_loop() -> None:
    drawn = await DrawingQueue().draw(finished_card, finish(), English)
    assert drawn == finished_card(finish(), English)


async def test_the_event_loop_goes_on_while_a_card_is_drawn(painter: Painter) -> None:
    drawing = asyncio.create_task(DrawingQueue().draw(painter.paint, "ana"))
    await painter.has_begun()
    assert not drawing.done()
    painter.go.set()
    assert alt(await drawing) == "ana"
    assert threading.get_ident() not in painter.threads


async def test_two_who_ask_for_the_same_at_once_cause_one_drawing(painter: Painter) -> None:
    shared = DrawingQueue()
    asked = [asyncio.create_task(shared.draw(painter.paint, "ana")) for _ in range(2)]
    await painter.has_begun()
    asked.append(asyncio.create_task(shared.draw(painter.paint, "ana")))
    await settled()
    painter.go.set()
    one, two, three = await asyncio.gather(*asked)
    assert one is two is three
    assert painter.painted == {"ana": 1}


async def test_what_was_drawn_is_remembered_by_its_value(painter: Painter) -> None:
    shared = DrawingQueue()
    painter.go.set()
    first = await shared.draw(painter.paint, "ana")
    assert await shared.draw(painter.paint, "".join(["a", "na"])) is first
    assert await shared.draw(painter.paint, "bo") is not first
    assert painter.painted == {"ana": 1, "bo": 1}


async def test_whoever_would_wait_too_long_gets_none(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing_queue, "WAITING", 2)
    world = DrawingQueue()
    waiting = [asyncio.create_task(world.draw(painter.paint, each)) for each in "ab"]
    await painter.has_begun()
    assert await world.draw(painter.paint, "c") is None
    # A request for a picture that is already being drawn takes no place in the queue.
    again = asyncio.create_task(world.draw(painter.paint, "b"))
    painter.go.set()
    assert [alt(await each) for each in (*waiting, again)] == ["a", "b", "b"]
    assert alt(await world.draw(painter.paint, "c")) == "c"


async def test_the_same_value_in_another_card_is_another_picture(painter: Painter) -> None:
    shared, other = DrawingQueue(), Painter()
    painter.go.set()
    other.go.set()
    await shared.draw(painter.paint, "ana")
    await shared.draw(other.paint, "ana")
    assert painter.painted == other.painted == {"ana": 1}


async def test_only_one_is_drawn_at_a_time(painter: Painter) -> None:
    shared = DrawingQueue()
    asked = [asyncio.create_task(shared.draw(painter.paint, each)) for each in "abcde"]
    await painter.has_begun()
    await settled()
    painter.go.set()
    await asyncio.gather(*asked)
    assert painter.most == 1
    assert painter.painted == Counter("abcde")


async def test_whoever_goes_away_leaves_the_others_waiting_for_it(painter: Painter) -> None:
    shared = DrawingQueue()
    gone, stays = (asyncio.create_task(shared.draw(painter.paint, "ana")) for _ in range(2))
    await painter.has_begun()
    gone.cancel()
    await asyncio.wait([gone])
    painter.go.set()
    assert alt(await stays) == "ana"
    assert gone.cancelled()
    assert painter.painted == {"ana": 1}


async def test_if_all_go_away_it_is_there_for_the_next_one(painter: Painter) -> None:
    shared = DrawingQueue()
    gone = asyncio.create_task(shared.draw(painter.paint, "ana"))
    await painter.has_begun()
    gone.cancel()
    await asyncio.wait([gone])
    again = asyncio.create_task(shared.draw(painter.paint, "ana"))
    await settled()
    painter.go.set()
    assert alt(await again) == "ana"
    assert painter.painted == {"ana": 1}


async def test_all_who_wait_hear_that_it_failed_and_the_next_one_may_try_again(
    painter: Painter,
) -> None:
    shared = DrawingQueue()
    painter.fails = True
    painter.go.set()
    asked = (shared.draw(painter.paint, "ana") for _ in range(2))
    failed = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(each) for each in failed] == [OSError, OSError]
    assert painter.painted == {"ana": 1}
    painter.fails = False
    assert alt(await shared.draw(painter.paint, "ana")) == "ana"
    assert painter.painted == {"ana": 2}


async def test_a_failure_that_nobody_waits_for_is_not_lost(painter: Painter) -> None:
    heard: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: heard.append(what))
    shared = DrawingQueue()
    painter.fails = True
    gone = asyncio.create_task(shared.draw(painter.paint, "ana"))
    await painter.has_begun()
    gone.cancel()
    await asyncio.wait([gone])
    painter.go.set()
    while shared.is_busy:
        await settled()
    gc.collect()
    assert [type(each["exception"]) for each in heard] == [OSError]


async def test_only_so_many_are_remembered_and_the_latest_ones(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing_queue, "REMEMBERED", 3)
    shared = DrawingQueue()
    painter.go.set()
    for what in "abcade":
        await shared.draw(painter.paint, what)
    assert painter.painted == Counter("abcde")
    for what in "ade":
        await shared.draw(painter.paint, what)
    assert painter.painted == Counter("abcde")
    await shared.draw(painter.paint, "b")
    assert painter.painted["b"] == 2
