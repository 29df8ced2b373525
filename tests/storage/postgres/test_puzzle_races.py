"""Two processes at the same puzzles: the first one wins, and both tell the same."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import count
from threading import Barrier
from typing import Any

import pytest

from storage.postgres.store import open_store
from storage.store import Store
from storage.units import attempts, dailies
from tests.storage.builders import ANA, GUILD, START, Table
from tests.storage.databases import FEW
from tests.storage.puzzle_builders import TODAY, puzzles, right, wrong

Stores = tuple[Store, Store]


@pytest.fixture
async def both(database: str) -> AsyncIterator[Stores]:
    """The stores of two processes."""
    async with AsyncExitStack() as stack:
        one, other = [await stack.enter_async_context(open_store(database, FEW)) for _ in range(2)]
        yield one, other


def meet(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:
    """Let the first two calls of a function wait for each other after it."""
    barrier, function, calls = Barrier(2), getattr(module, name), count()

    def together(*args: Any) -> Any:
        answer = function(*args)
        if next(calls) < 2:
            barrier.wait(timeout=30)
        return answer

    monkeypatch.setattr(module, name, together)


async def test_a_day_gets_one_puzzle(both: Stores) -> None:
    taken = await asyncio.gather(
        *(both[nth % 2].take_daily(GUILD, TODAY, puzzles()[nth]) for nth in range(6))
    )
    assert len({each and each.stored.puzzle for each in taken}) == 1
    for store in both:
        assert await store.daily(GUILD, TODAY) == taken[0]


async def test_the_same_decision_counts_once(both: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both processes have read the attempt before either of them writes."""
    await both[0].take_puzzles(GUILD, puzzles())
    given = [await store.next_puzzle(GUILD, ANA) for store in both]
    found = given[0]
    assert found
    assert given == [found, found]
    meet(monkeypatch, attempts, "judged")
    call = Table(both[0]).call(ANA)
    answers = await asyncio.gather(
        *(
            store.decide(call, found.number, text, 0)
            for store, text in zip(both, (right(found), wrong(found)), strict=True)
        )
    )
    assert sorted(each.again for each in answers) == [False, True]
    assert answers[0] == answers[1]
    for store in both:
        assert await store.puzzle_attempt(GUILD, ANA, found.number) == answers[0]
        assert (await store.solver(GUILD, ANA)).tried == 1


async def test_they_make_one_secret(both: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both see that there is none before either of them makes one."""
    meet(monkeypatch, dailies, "known_secret")
    one, other = await asyncio.gather(*(store.puzzle_secret() for store in both))
    assert one == other == await both[0].puzzle_secret()


async def test_the_same_puzzles_are_taken_once(both: Stores) -> None:
    counts = await asyncio.gather(*(store.take_puzzles(GUILD, puzzles()) for store in both * 3))
    assert sum(counts) == len(puzzles())
    assert await both[0].unseen(GUILD, ANA, within=5000) == len(puzzles())
    assert await both[1].to_mine(GUILD, START) is None
