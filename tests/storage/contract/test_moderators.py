"""The contract: what moderators decide."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.duel import Finished
from engine.refusal import AlreadyOver, AlreadyVoid, Blocked, NoSuchDuel, NotOver, NotYoursToAnswer
from storage.ids import DuelId, GuildId, MessageId
from storage.match import Board
from tests.storage.builders import (
    ANA,
    BO,
    CHANNEL,
    CY,
    DI,
    ELSEWHERE,
    GUILD,
    MINUTE,
    POSTING,
    SHORT,
    Table,
    terms,
)

# Removed results.


async def test_a_result_is_removed_and_marked_as_void(table: Table) -> None:
    over = await table.finish()
    await table.store.posted(GUILD, over.id, Board(CHANNEL, MessageId(5), over.step))
    table.wait(MINUTE)
    void = await table.store.void(table.call(DI), over.id)
    assert isinstance(over.duel, Finished)
    assert void.duel == replace(over.duel, void=True)
    assert void.step == over.step + 1
    assert await table.store.duel(GUILD, over.id) == void
    assert await table.store.unshown(GUILD) == (void,)
    assert await table.store.history(GUILD, ANA) == (void,)
    assert await table.store.ended_in(GUILD) == (void,)
    assert await table.store.posted(GUILD, over.id, Board(CHANNEL, MessageId(5), void.step))
    assert await table.store.unshown(GUILD) == ()


async def test_only_a_result_can_be_removed(table: Table) -> None:
    withdrawn = await table.store.decline(table.call(BO), (await table.offer()).id)
    void = await table.finish()
    await table.store.void(table.call(DI), void.id)
    running, offered = await table.start(), await table.offer()
    for number, refusal in (
        (withdrawn.id, AlreadyOver),
        (void.id, AlreadyVoid),
        (running.id, NotOver),
        (offered.id, NotOver),
        (DuelId(99), NoSuchDuel),
    ):
        with pytest.raises(refusal):
            await table.store.void(table.call(DI), number)
    with pytest.raises(NoSuchDuel):
        await table.store.void(Table(table.store, ELSEWHERE).call(DI), void.id)
    assert await table.store.running(GUILD, ANA) == (running, offered)


async def test_what_was_answered_before_it_was_void_is_answered_again(table: Table) -> None:
    match = await table.start(terms(game=SHORT))
    match = await table.play(match, "1")
    last, voiding = table.call(BO), table.call(DI)
    over = await table.store.play(last, match.id, "7")
    stopped, stopping = await table.start(), table.call(DI)
    ended = await table.store.end(stopping, stopped.id)
    void = await table.store.void(voiding, over.id)
    await table.store.void(table.call(DI), stopped.id)
    again = await table.store.void(voiding, over.id)
    assert (again, again.again) == (void, True)
    assert await table.store.play(last, over.id, "7") == over
    assert await table.store.end(stopping, stopped.id) == ended
    assert isinstance(ended.duel, Finished)
    assert not ended.duel.void


# Lists for moderators.


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


# Blocked players.


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
    offered = await table.offer(terms(BO, CY))
    await table.store.block(GUILD, BO, blocked=True)
    refused: list[Callable[[], Any]] = [
        lambda: table.offer(terms(BO, ANA)),
        lambda: table.offer(terms(ANA, BO)),
        lambda: table.store.rematch(table.call(CY), played.id, POSTING),
        lambda: table.store.rematch(table.call(BO), played.id, POSTING),
        lambda: table.store.accept(table.call(BO), waiting.id),
        lambda: table.store.accept(table.call(CY), offered.id),
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
