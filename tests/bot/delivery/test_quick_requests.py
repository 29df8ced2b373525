"""Requests that are sent past discord.py: only plain successes count."""

from typing import Any

import pytest
from discord.http import Route

from bot.delivery.quick_requests import CALLBACK, QuickRequests
from bot.metrics import REGISTRY
from tests.bot.delivery.http_server import CLOSE, answer, serving

EDIT = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
QUOTED = "a token/?"


def counted(status: int) -> float:
    found = REGISTRY.get_sample_value("duelhost_discord_requests_total", {"status": str(status)})
    return found or 0


def route(path: str) -> Route:
    return Route("POST", path, webhook_id=123, webhook_token=QUOTED)


@pytest.mark.parametrize(
    ("answers", "status", "told"),
    [
        (answer(204), 204, {}),
        (answer(200, b'{"resource": {}}'), 200, {"resource": {}}),
        (answer(404, b'{"code": 10062}'), 404, None),
        (answer(429, b'{"retry_after": 1}'), 429, None),
        (answer(302, b"", "Location: /"), 302, None),
        (answer(502), 502, None),
    ],
)
async def test_what_comes_of_an_answer(
    answers: bytes, status: int, told: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[int] = []
    before = counted(status)
    async with serving(answers) as server:
        monkeypatch.setattr(Route, "BASE", server.url)
        quick = QuickRequests("us", taken.append)
        assert await quick.send(route(CALLBACK), {"type": 6}, {"with_response": "1"}) == told
        quick.close()
    (request,) = server.requests
    path = b"POST /api/interactions/123/a%20token%2F%3F/callback?with_response=1 HTTP/1.1\r\n"
    assert request.startswith(path)
    assert request.endswith(b'\r\n\r\n{"type":6}')
    assert taken == ([123] if told is not None else [])
    assert counted(status) == before + 1


async def test_only_the_answer_of_an_interaction_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []
    async with serving(answer(204)) as server:
        monkeypatch.setattr(Route, "BASE", server.url)
        quick = QuickRequests("us", taken.append)
        assert await quick.send(route(EDIT), None, {}) == {}
        quick.close()
    assert taken == []


async def test_no_answer_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []
    before = counted(0)
    async with serving(CLOSE) as server:
        monkeypatch.setattr(Route, "BASE", server.url)
        quick = QuickRequests("us", taken.append)
        with pytest.raises(ConnectionError):
            await quick.send(route(CALLBACK), {"type": 6}, {})
        quick.close()
    assert taken == []
    assert counted(0) == before + 1
