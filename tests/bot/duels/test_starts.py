"""Starts that the host draws: each is given away once, and some are ready before they are asked
for."""

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest

from bot.duels.starts import READY, SETUPS, WAITING, Starts, draw_start
from bot.interactions.refusals import Crowded
from engine.games import GAMES, set_up
from engine.games.divisor import Divisor
from engine.games.game import Game
from engine.games.geography import Geography
from engine.games.split import Split
from engine.refusal import NoStart

RANKED = Divisor(size=40, board="drawn")
# The set-ups of all presets that need a start.
DRAWN = [
    "divisor/size=40,board=drawn",
    "divisor/size=30,board=drawn,rule=steps",
    "parity/size=50,board=drawn,rule=doubles",
    "evenodd/size=30,board=drawn,rule=doubles",
    "split/board=drawn",
    "split/keep=both,board=drawn",
]
SOON = 10


class Host:
    """Draws starts that tell in which order they were drawn. It can be held up."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.go_on.set()
        self.error: Exception | None = None
        self.finds_some = True
        self._loop = asyncio.get_running_loop()
        # Each set-up as soon as a start is being drawn for it.
        self.asked = asyncio.Queue[Game[Any]]()
        self._count = 0

    def draw(self, game: Game[Any]) -> Game[Any] | None:
        self._loop.call_soon_threadsafe(self.asked.put_nowait, game)
        self.go_on.wait(SOON)
        if self.error:
            raise self.error
        self._count += 1
        if not self.finds_some:
            return None
        if isinstance(game, Split):
            return replace(game, numbers=(3,))
        assert isinstance(game, Geography)
        twenties, ones = divmod(self._count, 20)
        gone = (1 + ones, 21 + twenties)
        return replace(game, gone=gone, opening=(game.size,))

    async def drew(self, times: int) -> list[Game[Any]]:
        """Wait until so many were begun, and return what for."""
        return [await asyncio.wait_for(self.asked.get(), SOON) for _ in range(times)]


@pytest.fixture
async def host() -> Host:
    return Host()


@pytest.fixture
async def starts(host: Host) -> Any:
    made = Starts(host.draw)
    yield made
    host.go_on.set()
    await made.close()


async def nth(starts: Starts, game: Game[Any] = RANKED) -> int:
    """The number of the start that was given away."""
    ones, twenties = (await asyncio.wait_for(starts.started(game), SOON)).settings()["gone"]
    return int(ones - 1 + (twenties - 21) * 20)


async def test_a_game_that_needs_no_start_stays_as_it_is(starts: Starts, host: Host) -> None:
    for key in GAMES:
        game = set_up(key, {"size": 9})
        assert await starts.started(game) is game
    assert host.asked.empty()


async def test_each_start_is_given_away_once(starts: Starts) -> None:
    assert len({await nth(starts) for _ in range(10)}) == 10


async def test_the_next_ones_are_drawn_before_they_are_asked_for(
    starts: Starts, host: Host
) -> None:
    assert await nth(starts) == 1
    await host.drew(1 + READY)
    host.go_on.clear()
    assert [await nth(starts) for _ in range(READY - 1)] == list(range(2, READY + 1))
    assert await host.drew(1) == [RANKED]  # and in their place others


async def test_a_game_that_was_played_gets_another_start(starts: Starts) -> None:
    first = await starts.started(RANKED)
    again = await starts.started(first)
    assert again != first
    assert again.without_start() == first.without_start() == RANKED


async def test_who_asks_goes_before_those_who_may_ask(starts: Starts, host: Host) -> None:
    host.go_on.clear()
    starts.prepare()
    await host.drew(1)
    other = replace(RANKED, size=50)
    waiting = asyncio.create_task(starts.started(other))
    host.go_on.set()
    assert await host.drew(1) == [other]
    assert (await waiting).without_start() == other


async def test_no_more_wait_than_can_be_served(starts: Starts, host: Host) -> None:
    host.go_on.clear()
    waiting = [asyncio.create_task(starts.started(RANKED)) for _ in range(WAITING)]
    await host.drew(1)
    with pytest.raises(Crowded):
        await starts.started(RANKED)
    host.go_on.set()
    assert len({each.settings()["gone"] for each in await asyncio.gather(*waiting)}) == WAITING


async def test_no_more_set_ups_are_kept_ready_than_there_is_room_for(starts: Starts) -> None:
    given = [await nth(starts, replace(RANKED, size=40 + 2 * each)) for each in range(SETUPS + 1)]
    assert await nth(starts) > max(given)


async def test_a_set_up_without_a_good_start_is_refused_and_not_tried_again_in_advance(
    starts: Starts, host: Host
) -> None:
    host.finds_some = False
    with pytest.raises(NoStart) as refused:
        await starts.started(RANKED)
    assert refused.value.game == "divisor"
    await host.drew(1)
    other = replace(RANKED, size=50)
    with pytest.raises(NoStart):
        await starts.started(other)
    assert await host.drew(1) == [other]


async def test_a_draw_that_fails_is_tried_again_by_the_next_who_asks(
    starts: Starts, host: Host
) -> None:
    host.error = OSError("out of memory")
    with pytest.raises(OSError, match="out of memory"):
        await starts.started(RANKED)
    host.error = None
    assert await nth(starts) == 1


async def test_all_presets_that_need_a_start_are_prepared(starts: Starts, host: Host) -> None:
    starts.prepare()
    starts.prepare()
    prepared = [each.setup for each in await host.drew(READY * len(DRAWN))]
    assert sorted(prepared) == sorted(READY * DRAWN)


async def test_no_start_is_drawn_in_advance_any_more_at_the_end(host: Host) -> None:
    ended = Starts(host.draw)
    host.go_on.clear()
    ended.prepare()
    await host.drew(1)
    await asyncio.wait_for(ended.close(), SOON)
    host.go_on.set()
    ended.prepare()
    assert host.asked.empty()


def test_a_real_start_can_be_drawn() -> None:
    started = draw_start(RANKED)
    assert started
    assert not started.awaits_start
    assert started.without_start() == RANKED
    assert draw_start(set_up("divisor", {"size": 3, "board": "drawn"})) is None
