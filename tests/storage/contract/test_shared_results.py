"""The contract: a player's result of a puzzle is shared once."""

import asyncio
from pathlib import Path

import pytest

from engine.refusal import Blocked
from storage.ids import PuzzleId
from tests.storage.builders import ANA, BO, ELSEWHERE, GUILD, Table
from tests.storage.contract.conftest import Backend
from tests.storage.puzzle_builders import decide, take_daily


async def solved(table: Table) -> PuzzleId:
    """A puzzle of the day that Ana and Bo have solved."""
    number = (await take_daily(table)).number
    for player in (ANA, BO):
        assert (await decide(table, number, squares="rrrr", player=player)).attempt.over
    return number


async def test_each_player_shares_a_result_once(table: Table) -> None:
    number = await solved(table)
    assert await table.store.share_result(GUILD, ANA, number)
    assert not await table.store.share_result(GUILD, ANA, number)
    assert not await table.store.share_result(ELSEWHERE, BO, number)
    assert await table.store.share_result(GUILD, BO, number)


async def test_of_two_presses_at_once_one_shares(table: Table) -> None:
    number = await solved(table)
    shared = await asyncio.gather(*(table.store.share_result(GUILD, ANA, number) for _ in range(2)))
    assert sorted(shared) == [False, True]


async def test_a_restart_remembers_it(backend: Backend, tmp_path: Path) -> None:
    async with backend(tmp_path) as store:
        number = await solved(Table(store))
        assert await store.share_result(GUILD, ANA, number)
    async with backend(tmp_path) as store:
        assert not await store.share_result(GUILD, ANA, number)
        assert await store.share_result(GUILD, BO, number)


async def test_an_attempt_that_is_not_over_has_no_result(table: Table) -> None:
    number = (await take_daily(table)).number
    assert not await table.store.share_result(GUILD, ANA, number)
    assert not (await decide(table, number)).attempt.over
    assert not await table.store.share_result(GUILD, ANA, number)
    await decide(table, number, squares="rrr")
    assert await table.store.share_result(GUILD, ANA, number)


async def test_a_blocked_player_shares_nothing(table: Table) -> None:
    number = await solved(table)
    await table.store.block(GUILD, ANA, blocked=True)
    with pytest.raises(Blocked) as refused:
        await table.store.share_result(GUILD, ANA, number)
    assert refused.value.player == ANA
    assert await table.store.share_result(GUILD, BO, number)
    await table.store.block(GUILD, ANA, blocked=False)
    assert await table.store.share_result(GUILD, ANA, number)


async def test_the_player_can_see_that_it_was_shared(table: Table) -> None:
    number = await solved(table)
    for shared in (False, True):
        kept = await table.store.personal_data(GUILD, ANA)
        assert kept
        assert kept.puzzles
        assert [each.shared for each in kept.puzzles.attempts] == [shared]
        await table.store.share_result(GUILD, ANA, number)
