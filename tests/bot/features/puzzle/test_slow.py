"""Puzzles that take longer than Discord waits for an answer."""

import asyncio
from typing import Any

import pytest

from bot.interactions import slow_answers
from tests.bot.features.puzzle.solving import ask, attempt, move, number_on
from tests.bot.simcord.messages import private
from tests.bot.simcord.world import World

WAIT, ACKNOWLEDGE = 5, 6


def slowly(world: World, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> asyncio.Event:
    """Have a method wait until the event is set."""
    free, method = asyncio.Event(), getattr(owner, name)

    async def waits(*of: Any) -> Any:
        await world.env.external_wait(free.wait(), reason="slow work")
        return await method(*of)

    monkeypatch.setattr(owner, name, waits)
    monkeypatch.setattr(slow_answers, "SLOW", 0)
    return free


def last_answer(world: World) -> int:
    """The type of the last interaction's answer."""
    sent = [each for each in world.env.http_requests if each.path.endswith("/callback")]
    found: int = (sent[-1].json or {})["type"]
    return found


async def test_the_puzzle_of_the_day(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    free = slowly(world, monkeypatch, world.shared.dailies, "of")
    asked = await world.ana.slash(world.games, "puzzle daily")
    assert last_answer(world) == WAIT
    free.set()
    await world.env.settle()
    assert "Find a move that wins" in private(asked).content
    assert world.lines() == []


async def test_the_next_one(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    free = slowly(world, monkeypatch, world.shared.puzzle_pool, "wait")
    asked = await world.ana.slash(world.games, "puzzle next")
    assert last_answer(world) == WAIT
    free.set()
    await world.env.settle()
    assert "Find a move that wins" in private(asked).content


@pytest.mark.cards
async def test_a_decision(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The board stays where it is until it is judged."""
    board = await ask(world)
    number = number_on(board)
    text = move(await attempt(world, number), right=True)
    free = slowly(world, monkeypatch, world.store, "decide")
    pressed = await world.press(world.ana, board, f"d1:zm:{number}:0:{text}")
    assert last_answer(world) == ACKNOWLEDGE
    free.set()
    await world.env.settle()
    after = private(pressed)
    assert after.id == board.id
    assert "🟩" in after.content
    assert world.lines() == []


async def test_a_refusal(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await ask(world)
    number = number_on(board)
    free = slowly(world, monkeypatch, world.store, "decide")
    pressed = await world.press(world.ana, board, f"d1:zm:{number}:0:99")
    free.set()
    await world.env.settle()
    private(pressed)
    assert not (await attempt(world, number)).attempt.decisions
    assert world.lines() == []
    assert world.incidents() == []
