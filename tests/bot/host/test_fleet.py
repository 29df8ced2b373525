"""Which shards a process serves, beside others on the same database, by a clock that the test
moves."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.delivery.lease_guard import LeaseGuard, LeaseLost
from bot.host.fleet import MARGIN, PULSE, Fleet, holder_name
from storage.leases import LASTING, Holding, Leases, OnlyProcess
from storage.trouble import Closed


class Served:
    """The shards of a process, without clients."""

    def __init__(self, count: int = 4) -> None:
        self.count = count
        self.numbers = frozenset[int]()
        self.clients: dict[int, Any] = {}
        self.told: list[str] = []
        self.fails: Exception | None = None
        self.guard = LeaseGuard()

    async def begin(self, numbers: Iterable[int]) -> None:
        self.numbers |= frozenset(numbers)
        self.told.append(f"begin {sorted(numbers)}")
        if self.fails:
            raise self.fails

    async def drop(self, numbers: Iterable[int]) -> None:
        self.numbers -= frozenset(numbers)
        self.told.append(f"drop {sorted(numbers)}" + self.guard.has_lapsed * " in silence")

    async def pause(self) -> None:
        self.told.append("pause")

    def resume(self) -> None:
        assert not self.guard.has_lapsed
        self.told.append("resume")


class Scripted(Leases):
    """Leases as the test gives them. None is a database that can't be reached."""

    def __init__(self) -> None:
        self.holding: Holding | None = Holding(4, frozenset({0, 1}))
        self.asked: list[tuple[int, int]] = []
        self.released: list[str] = []

    @property
    def lasting(self) -> float:
        return LASTING

    async def claim(self, application: str) -> str:
        return application

    async def keep(self, _holder: str, count: int, most: int) -> Holding:
        self.asked.append((count, most))
        if self.holding is None:
            raise Closed
        return self.holding

    async def release(self, holder: str) -> None:
        self.released.append(holder)

    async def identify_turn(self, bucket: int) -> float:
        raise AssertionError(bucket)


class Scene:
    """A process that is asked to take one turn after the other."""

    def __init__(self, leases: Leases, **options: Any) -> None:
        self.now = 1000.0
        self.leases = leases
        self.served = Served()
        self.guard = self.served.guard = LeaseGuard(lambda: self.now)
        self._slept, self._go_on = asyncio.Event(), asyncio.Event()
        self.fleet = Fleet(self.served, leases, self.guard, sleep=self._sleep, **options)
        self._task: asyncio.Task[None] | None = None

    async def turn(self, after: float = PULSE) -> list[str]:
        """Take a turn. Return what has been done with shards."""
        self.served.told.clear()
        self.now += after
        if self._task is None:
            self._task = asyncio.create_task(self.fleet.run())
        self._slept.clear()
        self._go_on.set()
        slept = asyncio.create_task(self._slept.wait())
        await asyncio.wait((slept, self._task), return_when=asyncio.FIRST_COMPLETED)
        slept.cancel()
        if self._task.done():
            self._task.result()
        return list(self.served.told)

    async def end(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _sleep(self, seconds: float) -> None:
        assert seconds == PULSE
        self._go_on.clear()
        self._slept.set()
        await self._go_on.wait()


@asynccontextmanager
async def playing(leases: Leases, **options: Any) -> AsyncIterator[Scene]:
    scene = Scene(leases, **options)
    try:
        yield scene
    finally:
        await scene.end()


async def test_a_process_alone_serves_all_for_ever() -> None:
    async with playing(OnlyProcess()) as scene:
        assert scene.fleet.clients is None
        assert await scene.turn() == ["begin [0, 1, 2, 3]"]
        assert scene.fleet.clients is scene.served.clients
        assert scene.fleet.count == 4
        assert await scene.turn(1e9) == []
        scene.guard.require()


async def test_shards_come_and_go_with_their_leases() -> None:
    leases = Scripted()
    async with playing(leases, most=3) as scene:
        assert await scene.turn() == ["begin [0, 1]"]
        assert await scene.turn() == []
        leases.holding = Holding(4, frozenset({1, 2}))
        assert await scene.turn() == ["drop [0]", "begin [2]"]
        assert leases.asked == [(4, 3)] * 3
        scene.fleet.stop()
        await scene.turn()
        assert leases.asked[-1] == (4, 0)


async def test_a_process_that_was_stopped_past_its_lease_says_nothing() -> None:
    """Nothing can be sent from the moment when it goes on. Shards that nobody has taken are still
    its own."""
    async with playing(Scripted()) as scene:
        await scene.turn()
        assert scene.fleet.lease_left == LASTING - MARGIN
        scene.now += LASTING - MARGIN - 0.1
        scene.guard.require()
        scene.now += 0.1
        assert scene.fleet.lease_left == 0
        with pytest.raises(LeaseLost):
            scene.guard.require()
        assert await scene.turn() == ["pause", "resume"]
        scene.guard.require()


async def test_what_others_took_is_dropped_before_anything_can_be_said() -> None:
    leases = Scripted()
    async with playing(leases) as scene:
        await scene.turn()
        leases.holding = Holding(4, frozenset({1}))
        assert await scene.turn(LASTING) == ["pause", "drop [0] in silence", "resume"]
        scene.guard.require()


async def test_a_process_that_is_stopped_while_it_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    leases = Scripted()
    async with playing(leases) as scene:
        await scene.turn()
        keep = leases.keep

        async def slowly(*args: Any) -> Holding:
            scene.now += LASTING
            return await keep(*args)

        monkeypatch.setattr(leases, "keep", slowly)
        # Its new leases count from when it asked, and by now others may have them.
        assert await scene.turn() == []
        assert scene.guard.has_lapsed
        monkeypatch.undo()
        assert await scene.turn() == ["pause", "resume"]


async def test_while_the_database_is_away_the_leases_last_as_long_as_they_do() -> None:
    leases = Scripted()
    async with playing(leases) as scene:
        await scene.turn()
        leases.holding = None
        with capture_logs() as lines:
            assert await scene.turn(LASTING / 2) == []
            assert await scene.turn() == []
            assert await scene.turn(LASTING / 2) == ["pause"]
            assert await scene.turn() == []
        assert [each["event"] for each in lines] == [
            "the leases can't be renewed",
            "the leases have run out, so this process is silent",
        ]
        leases.holding = Holding(4, frozenset({0, 1}))
        assert await scene.turn() == ["resume"]
        scene.guard.require()


async def test_the_others_renew_their_leases_first_after_an_outage() -> None:
    leases = Scripted()
    async with playing(leases, most=3) as scene:
        await scene.turn()
        there, leases.holding = leases.holding, None
        await scene.turn(LASTING)
        leases.holding = there
        await scene.turn()
        await scene.turn()
        assert leases.asked == [(4, 3), (4, 3), (4, 0), (4, 3)]


@pytest.mark.parametrize("fixed", [False, True])
async def test_other_processes_have_another_number_of_shards(*, fixed: bool) -> None:
    """A process joins them, unless its host has set its own number."""
    leases = Scripted()
    leases.holding = Holding(6)
    async with playing(leases, fixed_count=fixed) as scene:
        with capture_logs() as lines:
            assert await scene.turn() == []
            assert await scene.turn() == []
        assert [count for count, _ in leases.asked] == [4, 4 if fixed else 6]
        assert [each["event"] for each in lines] == [
            "other processes have another number of shards"
        ]
        assert scene.fleet.clients == {}


async def test_a_number_of_shards_that_discord_refuses_is_not_taken_over() -> None:
    """Each attempt would cost one of the day's session starts."""
    leases = Scripted()
    leases.holding = Holding(6)
    async with playing(leases, refused_count=6) as scene:
        assert await scene.turn() == []
        assert await scene.turn() == []
        leases.holding = Holding(4, frozenset({0}))
        assert await scene.turn() == ["begin [0]"]
        assert [count for count, _ in leases.asked] == [4, 4, 4]


async def test_shards_that_discord_keeps_out_for_now_are_tried_again() -> None:
    async with playing(Scripted()) as scene:
        scene.served.fails = OSError("no route")
        assert await scene.turn() == ["begin [0, 1]", "drop [0, 1]"]
        scene.served.fails = None
        assert await scene.turn() == ["begin [0, 1]"]


async def test_no_shard_begins_while_the_process_stops() -> None:
    """It holds some that Discord kept out until now."""
    async with playing(Scripted()) as scene:
        scene.served.fails = OSError("no route")
        await scene.turn()
        scene.served.fails = None
        scene.fleet.stop()
        assert await scene.turn() == []


async def test_a_mistake_of_ours_is_not_tried_again() -> None:
    async with playing(Scripted()) as scene:
        scene.served.fails = ValueError("no number")
        with pytest.raises(ValueError, match="no number"):
            await scene.turn()


async def test_a_process_that_says_good_bye_is_silent() -> None:
    leases = Scripted()
    async with playing(leases) as scene:
        await scene.turn()
        await scene.fleet.release()
        assert len(leases.released) == 1
        with pytest.raises(LeaseLost):
            scene.guard.require()


def test_no_two_processes_have_the_same_name() -> None:
    assert holder_name() != holder_name()
