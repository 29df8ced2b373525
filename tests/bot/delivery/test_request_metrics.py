"""Requests to Discord are counted, whether or not they are answered."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from unittest.mock import patch

import aiohttp
import pytest
from aiohttp.test_utils import unused_port
from discord.http import Route

from bot.delivery.lease_guard import LeaseGuard
from bot.delivery.quick_session import QuickSession
from bot.delivery.request_metrics import watched
from bot.metrics import REGISTRY
from tests.bot.delivery.http_server import answer, serving
from tests.bot.simcord.world import World

CALLBACK = "/interactions/123/a.token/callback"


def requests(status: int) -> float:
    found = REGISTRY.get_sample_value("duelhost_discord_requests_total", {"status": str(status)})
    return found or 0


class Discord:
    """Requests over both kinds of session."""

    def __init__(self, *, quick: bool) -> None:
        self._quick = quick
        self.answered: list[int] = []

    @asynccontextmanager
    async def open(self, url: str) -> AsyncIterator[QuickSession | aiohttp.ClientSession]:
        trace = watched(self.answered.append)
        with patch.object(Route, "BASE", url):
            async with aiohttp.ClientSession(trace_configs=[trace]) as session:
                quick = QuickSession(session, "us", self.answered.append, LeaseGuard())
                yield quick if self._quick else session
                await quick.close()


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("status", [204, 429, 500])
async def test_an_answer_counts_once_discord_has_taken_it(status: int, quick: bool) -> None:
    before, discord = requests(status), Discord(quick=quick)
    async with serving(*[answer(status)] * 2) as server, discord.open(server.url) as http:
        for path in (CALLBACK, "/channels/123/messages"):
            async with http.request("POST", server.url + path, headers={}) as told:
                assert told.status == status
    assert discord.answered == ([123] if status == 204 else [])
    assert requests(status) == before + 2


@pytest.mark.parametrize("quick", [False, True])
async def test_a_request_without_an_answer(quick: bool) -> None:
    before, discord = requests(0), Discord(quick=quick)
    url = f"http://127.0.0.1:{unused_port()}"
    async with discord.open(url) as http:
        with pytest.raises(OSError):  # noqa: PT011
            async with http.request("POST", url + CALLBACK, headers={}):
                pass
    assert discord.answered == []
    assert requests(0) == before + 1


async def test_how_long_an_answer_took_that_was_forgotten_meanwhile_nobody_knows(
    world: World,
) -> None:
    def count() -> float:
        return REGISTRY.get_sample_value("duelhost_answer_seconds_count") or 0

    await world.ana.slash(world.games, "duel help")
    before = count()
    world.shared.recent.answered(1)
    assert count() == before
    (interaction,) = (each["interaction"] for each in world.log if each["event"] == "interaction")
    world.shared.recent.answered(interaction)
    assert count() == before + 1
