"""Autocomplete: the bot suggests values while somebody is typing."""

import asyncio
from typing import Any

import pytest

from deploy.sandbox.interactions.interaction import Asked
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import ANA, BO, DUELS, PING, SUGGESTIONS, Club, until

MOVE = {"type": 3, "name": "move", "description": "What", "autocomplete": True}
SIZE = {"type": 4, "name": "size", "description": "How many"}
OPPONENT = {"type": 6, "name": "opponent", "description": "Who"}
COMMAND = PING | {
    "options": [{"type": 1, "name": "move", "description": "x", "options": [MOVE, SIZE, OPPONENT]}]
}


async def suggested(club: Club, line: GatewayClient, answer: Any, **more: Any) -> tuple[Any, Any]:
    """Return the interaction that the bot received, and the reply to the page."""
    command = (await club.register(COMMAND)).body[0]["id"]
    asked = {"channel": DUELS, "command": command, "path": ["move"], "focused": "move"} | more
    waiting = asyncio.create_task(club.act(ANA, "suggestions", **asked))
    heard = await line.event("INTERACTION_CREATE")
    if answer is not None:
        assert (await club.answer(heard, SUGGESTIONS, answer)).status == 204
    return heard, await waiting


async def test_what_the_bot_suggests_is_offered(club: Club, line: GatewayClient) -> None:
    choices = [{"name": "six", "value": "6"}]
    options = {"move": "s", "size": 20, "opponent": BO}
    heard, told = await suggested(club, line, {"choices": choices}, options=options)
    assert heard["type"] == 4
    assert heard["data"]["options"][0]["options"] == [
        {"type": 3, "name": "move", "value": "s", "focused": True},
        {"type": 4, "name": "size", "value": 20},
        {"type": 6, "name": "opponent", "value": BO},
    ]
    assert (told.status, told.body) == (200, {"choices": choices})


async def test_only_what_can_be_typed_reaches_the_bot(club: Club, line: GatewayClient) -> None:
    options = {"move": "s", "size": [{"a": 1}], "opponent": {"id": BO}}
    heard, _ = await suggested(club, line, {"choices": []}, options=options)
    move = {"type": 3, "name": "move", "value": "s", "focused": True}
    assert heard["data"]["options"][0]["options"] == [move]


async def test_nothing_typed_is_typed_too(club: Club, line: GatewayClient) -> None:
    seat = await club.sit(ANA)
    heard, told = await suggested(club, line, {"choices": []})
    move = {"type": 3, "name": "move", "value": "", "focused": True}
    assert heard["data"]["options"][0]["options"] == [move]
    assert told.body == {"choices": []}
    await club.say(ANA, "hello")
    await seat.message()
    assert "interaction" not in [each["type"] for each in seat.heard]


async def test_that_nothing_was_suggested_is_nobodys_mistake(
    club: Club, line: GatewayClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deploy.sandbox.interactions.lifecycle.ACKNOWLEDGED_WITHIN", 1)
    _, told = await suggested(club, line, None)
    assert told.status == 504


async def test_who_gets_no_suggestions_is_told_so(
    club: Club, line: GatewayClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deploy.sandbox.interactions.lifecycle.ACKNOWLEDGED_WITHIN", 1)
    heard, told = await suggested(club, line, None)
    assert told.body == {"why": "Nothing was suggested in time."}
    late = await club.answer(heard, SUGGESTIONS, {"choices": []})
    assert late.complaint == (404, 10062)


async def test_suggestions_are_no_message(club: Club, line: GatewayClient) -> None:
    heard, _ = await suggested(club, line, {"choices": []})
    assert (await club.answer(heard, SUGGESTIONS, {"choices": []})).complaint == (400, 40060)


@pytest.mark.parametrize("focused", ["size", "never"])
async def test_nothing_is_suggested_for_what_takes_anything(club: Club, focused: str) -> None:
    command = (await club.register(COMMAND)).body[0]["id"]
    asked = {"channel": DUELS, "command": command, "path": ["move"], "focused": focused}
    reply = await club.act(ANA, "suggestions", **asked)
    assert reply.why == (400, f"Nothing is suggested for {focused}.")


@pytest.mark.parametrize("answered", [True, False])
async def test_whoever_left_while_waiting_disturbs_nobody(
    club: Club, line: GatewayClient, monkeypatch: pytest.MonkeyPatch, answered: bool
) -> None:
    """The page's request is cancelled, as when the sandbox closes."""
    monkeypatch.setattr("deploy.sandbox.interactions.lifecycle.ACKNOWLEDGED_WITHIN", 20)
    world = club.sandbox.world
    ana, duels = world.servers.first.people[ANA], world.servers.first.places[DUELS]
    waiting = world.interactions.ask(Asked.SUGGESTIONS, ana, duels, {}, source={})
    heard = await line.event("INTERACTION_CREATE")
    waiting.suggestions.cancel()
    if answered:
        monkeypatch.setattr("deploy.sandbox.interactions.lifecycle.ACKNOWLEDGED_WITHIN", 3_000)
        assert (await club.answer(heard, SUGGESTIONS, {"choices": []})).status == 204
    else:
        await until(lambda: waiting.state == "failed")
