"""What every store has to do: what moderators decide."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.duel import Finished
from engine.refusal import Blocked, NotYoursToAnswer
from storage.ids import GuildId
from tests.storage.table import (
    ANA,
    BO,
    CY,
    DI,
    ELSEWHERE,
    GUILD,
    POSTING,
    Table,
    terms,
)

# What they pick from.


async def test_the_duels_of_a_server_that_go_on(table: Table) -> None:
    assert await table.store.open_in(GUILD) == ()
    await table.finish()
    running = [await table.start(terms(*pair)) for pair in ((ANA, BO), (CY, DI), (BO, ANA))]
    await table.offer()
    await Table(table.store, ELSEWHERE).start()
    running[0] = await table.play(running[0], "6")
    running.reverse()
    assert await table.store.open_in(GUILD) == tuple(running)
    assert await table.store.open_in(GUILD, most=2) == tuple(running[:2])


async def test_the_duels_of_a_server_that_are_over(table: Table) -> None:
    assert await table.store.ended_in(GUILD) == ()
    slow = await table.start(terms(CY, DI))
    over = [await table.finish(), await table.finish(ANA, CY)]
    await table.store.cancel(table.call(ANA), (await table.offer()).id)
    await Table(table.store, ELSEWHERE).finish()
    over.append(await table.store.end(table.call(BO), slow.id))
    over.reverse()
    assert await table.store.ended_in(GUILD) == tuple(over)
    assert await table.store.ended_in(GUILD, most=2) == tuple(over[:2])


# Whom a server has blocked.


async def test_a_server_blocks_whom_it_likes_and_lets_them_in_again(table: Table) -> None:
    assert await table.store.blocked(GUILD) == ()
    for player in (BO, ANA, BO):
        await table.store.block(GUILD, player, blocked=True)
    await table.store.block(ELSEWHERE, CY, blocked=True)
    assert await table.store.blocked(GUILD) == (ANA, BO)
    assert await table.store.blocked(ELSEWHERE) == (CY,)
    for player in (ANA, DI):
        await table.store.block(GUILD, player, blocked=False)
    assert await table.store.blocked(GUILD) == (BO,)
    await table.offer(terms(ANA, CY))


async def test_who_is_blocked_starts_no_duels(table: Table) -> None:
    played = await table.finish(BO, CY)
    waiting = await table.offer(terms(DI, BO))
    await table.store.block(GUILD, BO, blocked=True)
    refused: list[Callable[[], Any]] = [
        lambda: table.offer(terms(BO, ANA)),
        lambda: table.offer(terms(ANA, BO)),
        lambda: table.store.rematch(table.call(CY), played.id, POSTING),
        lambda: table.store.rematch(table.call(BO), played.id, POSTING),
        lambda: table.store.accept(table.call(BO), waiting.id),
    ]
    for start in refused:
        with pytest.raises(Blocked) as told:
            await start()
        assert told.value.player == BO
    assert await table.store.duel(GUILD, waiting.id) == waiting
    with pytest.raises(NotYoursToAnswer):
        await table.store.accept(table.call(ANA), waiting.id)
    await table.store.decline(table.call(BO), waiting.id)
    await Table(table.store, ELSEWHERE).start(terms(ANA, BO))


async def test_the_duels_of_who_is_blocked_go_on(table: Table) -> None:
    running = await table.start()
    await table.store.block(GUILD, BO, blocked=True)
    running = await table.play(running, "6", "12")
    resigned = await table.store.resign(table.call(BO), running.id)
    assert isinstance(resigned.duel, Finished)


async def test_the_same_call_is_refused_alike_though_the_block_is_gone(table: Table) -> None:
    await table.store.block(GUILD, BO, blocked=True)
    call = table.call(ANA)
    for blocked in (True, False):
        await table.store.block(GUILD, BO, blocked=blocked)
        with pytest.raises(Blocked):
            await table.store.offer(call, terms(ANA, BO), POSTING)
    await table.offer(terms(ANA, BO))


async def test_nobody_is_rid_of_a_block_by_being_erased(table: Table) -> None:
    await table.finish(ANA, BO)
    await table.store.block(GUILD, ANA, blocked=True)
    await table.store.erase(GUILD, ANA, table.now)
    assert await table.store.blocked(GUILD) == (ANA,)
    with pytest.raises(Blocked):
        await table.offer(terms(ANA, CY))


async def test_a_server_that_has_only_blocked_somebody_is_one(table: Table) -> None:
    await table.store.block(GuildId(7), ANA, blocked=True)
    assert await table.store.servers() == (GuildId(7),)
