"""A process without its leases sends nothing and takes nothing."""

import aiohttp
import pytest
from discord.http import Route

from bot.delivery.failures import FAILURES
from bot.delivery.lease_guard import LeaseGuard, LeaseLost
from bot.delivery.quick_session import QuickSession
from bot.delivery.request_metrics import watched
from tests.bot.delivery.http_server import answer, serving
from tests.bot.simcord.world import World


@pytest.mark.parametrize("files", [False, True])
async def test_nothing_is_sent(files: bool) -> None:
    guard = LeaseGuard()
    async with aiohttp.ClientSession() as session:
        quick = QuickSession(session, "us", lambda _: None, guard)
        guard.allow_until(guard.now())
        data = aiohttp.FormData() if files else None
        with pytest.raises(LeaseLost):
            quick.request("POST", Route.BASE, headers={}, data=data)
    # Whatever was to be sent is logged and given up, like a request that finds no network.
    assert issubclass(LeaseLost, FAILURES)


@pytest.mark.parametrize("files", [False, True])
@pytest.mark.parametrize("again", [False, True])
async def test_nothing_is_sent_once_it_is_connected(
    monkeypatch: pytest.MonkeyPatch, files: bool, again: bool
) -> None:
    """The process was stopped, or its leases ran out, after it had asked for a connection."""
    guard = LeaseGuard()
    async with serving(answer(200, b"{}"), answer(200, b"{}")) as server:
        monkeypatch.setattr(Route, "BASE", server.url)
        trace = watched(lambda _: None, guard.require)
        async with aiohttp.ClientSession(trace_configs=[trace]) as session:
            quick = QuickSession(session, "us", lambda _: None, guard)

            async def ask(*, late: bool) -> None:
                data = aiohttp.FormData({"file": "x"}) if files else None
                asked = quick.request("POST", server.url, headers={}, data=data)
                if late:
                    guard.allow_until(guard.now())
                async with asked as answered:
                    await answered.text("utf-8")

            if again:
                await ask(late=False)
            # aiohttp makes an error of its own of it.
            with pytest.raises((LeaseLost, aiohttp.ClientOSError), match="have run out"):
                await ask(late=True)
            await quick.close()
    assert len(server.requests) == int(again)


async def test_nothing_is_taken(world: World) -> None:
    """Not even the move is made: another process hears of the press too."""
    board = await world.duel()
    before = len(world.env.http_requests)
    guard = world.shared.lease_guard
    guard.allow_until(guard.now())
    await world.ana.click(board, label="6")
    assert (await world.match()).step == 1
    assert len(world.env.http_requests) == before
