"""How often a bot may ask, by a clock that stands still."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from deploy.sandbox.rate_limits import GLOBAL, MESSAGES
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import DUELS, LOBBY, MESSAGE, Club, a_club

MANY = 429


@pytest_asyncio.fixture(loop_scope="module")
async def club() -> AsyncIterator[Club]:
    async with a_club(limited=True) as club:
        yield club


def test_the_allowances_are_those_of_discord() -> None:
    assert (MESSAGES.limit, MESSAGES.seconds) == (5, 5.0)
    assert (GLOBAL.limit, GLOBAL.seconds) == (50, 1.0)


async def test_headers_say_what_is_left(club: Club) -> None:
    first = await club.post()
    club.clock.wait(1)
    second = await club.post()
    assert {key: first.headers[f"X-RateLimit-{key}"] for key in ("Limit", "Remaining")} == {
        "Limit": "5",
        "Remaining": "4",
    }
    assert first.headers["X-RateLimit-Reset"] == "1800000005.000"
    assert first.headers["X-RateLimit-Reset-After"] == "5.000"
    assert second.headers["X-RateLimit-Remaining"] == "3"
    assert second.headers["X-RateLimit-Reset-After"] == "4.000"
    assert first.headers["X-RateLimit-Bucket"] == second.headers["X-RateLimit-Bucket"]


async def test_five_messages_may_be_posted_in_five_seconds(club: Club) -> None:
    assert [(await club.post()).status for _ in range(5)] == [200] * 5
    club.clock.wait(3.5)
    many = await club.post()
    assert many.status == MANY
    said = {"message": "You are being rate limited.", "retry_after": 1.5, "global": False}
    assert many.body == said
    assert many.headers["Retry-After"] == "2"
    assert many.headers["X-RateLimit-Remaining"] == "0"
    assert many.headers["X-RateLimit-Scope"] == "user"
    assert many.headers["Via"]
    club.clock.wait(1.499)
    assert (await club.post()).status == MANY
    club.clock.wait(0.001)
    full = await club.post()
    assert (full.status, full.headers["X-RateLimit-Remaining"]) == (200, "4")


async def test_each_place_has_its_own_limit_and_each_act(club: Club) -> None:
    sent = [await club.post() for _ in range(5)]
    assert (await club.post()).status == MANY
    assert (await club.post(LOBBY)).status == 200
    path = f"/channels/{DUELS}/messages/{sent[0].id}"
    edited = await club.ask("PATCH", path, {"content": "x"})
    assert edited.status == 200
    assert edited.headers["X-RateLimit-Bucket"] != sent[0].headers["X-RateLimit-Bucket"]
    deleted = await club.ask("DELETE", path)
    assert (deleted.status, deleted.headers["X-RateLimit-Remaining"]) == (204, "4")


async def test_what_was_refused_for_its_number_was_not_done(club: Club) -> None:
    for _ in range(7):
        await club.post()
    duels = club.sandbox.world.messages._posts[DUELS]
    assert len(duels) == 5


async def test_reading_is_not_limited(club: Club) -> None:
    replies = [await club.ask("GET", "/users/@me") for _ in range(60)]
    assert {each.status for each in replies} == {200}
    assert "X-RateLimit-Limit" not in replies[0].headers


async def test_what_fails_counts_and_says_so(club: Club) -> None:
    refused = await club.post(content="x" * 2001)
    assert (refused.status, refused.headers["X-RateLimit-Remaining"]) == (400, "4")


async def test_fifty_requests_may_be_made_in_a_second(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deploy.sandbox.rate_limits.MESSAGES", GLOBAL)
    assert [(await club.post()).status for _ in range(50)] == [200] * 50
    club.clock.wait(0.25)
    many = await club.post(LOBBY)
    assert (many.status, many.body["global"], many.body["retry_after"]) == (MANY, True, 0.75)
    assert many.headers["X-RateLimit-Global"] == "true"
    assert many.headers["X-RateLimit-Scope"] == "global"
    assert many.headers["Retry-After"] == "1"
    club.clock.wait(0.75)
    assert (await club.post(LOBBY)).status == 200


async def used_up(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use up the requests that are allowed in a second."""
    monkeypatch.setattr("deploy.sandbox.rate_limits.MESSAGES", GLOBAL)
    for _ in range(50):
        await club.post()
    assert (await club.post(LOBBY)).status == MANY


async def test_interactions_are_answered_beyond_that(
    club: Club, line: GatewayClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await club.asked(line)
    await used_up(club, monkeypatch)
    assert (await club.answer(asked, MESSAGE, {"content": "pong"})).status == 204


async def test_so_are_follow_ups(
    club: Club, line: GatewayClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await club.asked(line)
    await club.answer(asked, MESSAGE, {"content": "pong"})
    await used_up(club, monkeypatch)
    assert (await club.follow_up(asked, content="x")).status == 200


async def test_each_answer_has_its_own_limit(club: Club, line: GatewayClient) -> None:
    first, second = await club.asked(line), await club.asked(line)
    for each in (first, second):
        await club.answer(each, MESSAGE, {"content": "pong"})
    statuses = [(await club.follow_up(first, content="x")).status for _ in range(6)]
    assert statuses == [200] * 5 + [MANY]
    assert (await club.follow_up(second, content="x")).status == 200
    assert (await club.original("PATCH", first, {"content": "x"})).status == 200
    assert (await club.original("GET", first)).headers["X-RateLimit-Remaining"] == "4"


async def test_a_sandbox_without_limits_names_none() -> None:
    async with a_club(limited=False) as club:
        replies = [await club.post() for _ in range(8)]
        assert {each.status for each in replies} == {200}
        assert not [each for each in replies[0].headers if each.startswith("X-RateLimit")]


async def test_what_is_over_is_forgotten(club: Club) -> None:
    await club.post()
    await club.post(LOBBY)
    club.clock.wait(5)
    await club.post(LOBBY)
    assert len(club.sandbox.limits._buckets) == 1
