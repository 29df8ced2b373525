"""The contract: lists of duels, and boards."""

from dataclasses import replace

import pytest

from engine.refusal import NotOver
from storage.ids import ChannelId, MessageId
from storage.match import Board
from tests.storage.builders import (
    ANA,
    BO,
    CHANNEL,
    CY,
    DI,
    ELSEWHERE,
    GUILD,
    SHORT,
    SHORT_MOVES,
    Table,
    terms,
)

# Boards.


async def test_a_board_that_is_behind_is_found(table: Table) -> None:
    match = await table.start()
    assert await table.store.unshown(GUILD) == (match,)
    assert await table.store.unshown(ELSEWHERE) == ()
    shown = Board(ChannelId(CHANNEL + 1), MessageId(5), match.step)
    assert await table.store.posted(GUILD, match.id, shown)
    assert await table.store.unshown(GUILD) == ()
    assert (await table.store.duel(GUILD, match.id)).board == shown
    moved = await table.play(match, "6")
    assert moved.board == shown
    assert await table.store.unshown(GUILD) == (moved,)


async def test_the_board_of_a_challenge_is_a_board(table: Table) -> None:
    offered = await table.offer()
    assert await table.store.posted(GUILD, offered.id, Board(CHANNEL, MessageId(5), 0))
    assert await table.store.unshown(GUILD) == ()


async def test_boards_that_are_behind_come_in_portions_until_they_are_given_up(
    table: Table,
) -> None:
    matches = [await table.finish() for _ in range(3)]
    assert await table.store.unshown(GUILD, most=2) == tuple(matches[:2])
    for match in matches:
        assert await table.store.posted(GUILD, match.id, Board(CHANNEL, None, match.step))
    assert await table.store.unshown(GUILD) == ()


async def test_an_earlier_board_doesnt_replace_a_later_one(table: Table) -> None:
    match = await table.play(await table.start(), "6", "12")
    later = Board(CHANNEL, MessageId(8), match.step)
    assert await table.store.posted(GUILD, match.id, later) == Board(CHANNEL)
    assert not await table.store.posted(GUILD, match.id, Board(CHANNEL, MessageId(9), 2))
    assert not await table.store.posted(GUILD, match.id, Board(CHANNEL, MessageId(9), 99))
    assert not await table.store.posted(GUILD, match.id, Board(CHANNEL))
    assert not await table.store.posted(ELSEWHERE, match.id, later)
    assert (await table.store.duel(GUILD, match.id)).board == later
    # The same step may be posted again, say because its message was deleted.
    again = replace(later, message=MessageId(10))
    assert await table.store.posted(GUILD, match.id, again) == later
    assert (await table.store.duel(GUILD, match.id)).board == again


# Lists of duels.


async def test_somebodys_running_duels(table: Table) -> None:
    assert await table.store.running(GUILD, ANA) == ()
    await table.finish()
    mine = [
        await table.start(terms(ANA, BO)),
        await table.offer(terms(CY, ANA)),
        await table.offer(terms(ANA, BO)),
    ]
    await table.start(terms(BO, CY))
    await Table(table.store, ELSEWHERE).start()
    assert await table.store.running(GUILD, ANA) == tuple(mine)


async def test_somebodys_history_page_by_page(table: Table) -> None:
    played = [await table.finish(*((ANA, BO) if nth % 3 else (CY, ANA))) for nth in range(8)]
    await table.finish(BO, CY)
    await table.start()
    await Table(table.store, ELSEWHERE).finish()
    played.reverse()
    assert await table.store.history(GUILD, ANA) == tuple(played)
    first = await table.store.history(GUILD, ANA, most=5)
    second = await table.store.history(GUILD, ANA, before=first[-1].id, most=5)
    assert [*first, *second] == played
    assert await table.store.history(GUILD, ANA, before=second[-1].id) == ()
    with_cy = tuple(
        each for each in played if CY in (each.duel.terms.challenger, each.duel.terms.opponent)
    )
    assert await table.store.history(GUILD, ANA, opponent=CY) == with_cy
    assert await table.store.history(GUILD, CY, opponent=ANA, most=2) == with_cy[:2]
    assert await table.store.history(GUILD, DI) == ()


async def test_history_goes_on_only_from_a_finished_duel(table: Table) -> None:
    going_on = await table.start()
    with pytest.raises(NotOver):
        await table.store.history(GUILD, ANA, before=going_on.id)


async def test_history_goes_by_the_ends_of_duels(table: Table) -> None:
    slow = await table.start(terms(game=SHORT))
    quick = await table.finish()
    slow = await table.play(slow, *SHORT_MOVES)
    assert await table.store.history(GUILD, ANA) == (slow, quick)
