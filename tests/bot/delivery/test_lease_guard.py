"""A process without its leases sends nothing and takes nothing."""

import aiohttp
import pytest
from discord.http import Route

from bot.delivery.failures import FAILURES
from bot.delivery.lease_guard import LeaseGuard, LeaseLost
from bot.delivery.quick_session import QuickSession
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


async def test_nothing_is_taken(world: World) -> None:
    """Not even the move is made: another process hears of the press too."""
    board = await world.duel()
    before = len(world.env.http_requests)
    guard = world.shared.lease_guard
    guard.allow_until(guard.now())
    await world.ana.click(board, label="6")
    assert (await world.match()).step == 1
    assert len(world.env.http_requests) == before
