"""Requests to Discord are counted, whether or not they are answered."""

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer, unused_port

from bot.delivery.request_metrics import watched
from bot.metrics import REGISTRY
from tests.bot.simcord.world import World

CALLBACK = "/api/v10/interactions/123/a.token/callback"


def requests(status: int) -> float:
    found = REGISTRY.get_sample_value("duelhost_discord_requests_total", {"status": str(status)})
    return found or 0


@pytest.mark.parametrize("status", [204, 429, 500])
async def test_an_answer_counts_once_discord_has_taken_it(status: int) -> None:
    async def answer(_request: web.Request) -> web.Response:
        return web.Response(status=status)

    app = web.Application()
    app.router.add_post("/{path:.*}", answer)
    answered: list[int] = []
    before = requests(status)
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession(trace_configs=[watched(answered.append)]) as http,
    ):
        for path in (CALLBACK, "/api/v10/channels/123/messages"):
            async with http.post(server.make_url(path)):
                pass
    assert answered == ([123] if status == 204 else [])
    assert requests(status) == before + 2


async def test_a_request_without_an_answer() -> None:
    answered: list[int] = []
    before = requests(0)
    async with aiohttp.ClientSession(trace_configs=[watched(answered.append)]) as http:
        with pytest.raises(aiohttp.ClientConnectorError):
            await http.post(f"http://127.0.0.1:{unused_port()}{CALLBACK}")
    assert answered == []
    assert requests(0) == before + 1


async def test_how_long_an_answer_took_that_was_forgotten_meanwhile_nobody_knows(
    world: World,
) -> None:
    def count() -> float:
        return REGISTRY.get_sample_value("duelhost_answer_seconds_count") or 0

    await world.ana.slash(world.games, "duel help")
    before = count()
    world.client.dispatcher.answered(1)
    assert count() == before
    (interaction,) = (each["interaction"] for each in world.log if each["event"] == "interaction")
    world.client.dispatcher.answered(interaction)
    assert count() == before + 1
