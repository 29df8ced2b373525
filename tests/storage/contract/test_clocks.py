"""The contract: reminders, ends, and time given back."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from engine import duel as duels
from engine.duel import Offered, Playing
from engine.ids import Instant, PlayerId, Span
from storage.ids import DuelId, MessageId
from storage.match import Board, Struck
from tests.storage.builders import (
    ANA,
    BO,
    CHANNEL,
    CY,
    DAY,
    DI,
    ELSEWHERE,
    GUILD,
    MINUTE,
    POSTING,
    START,
    Table,
    results,
    terms,
)
from tests.storage.contract.conftest import Backend


async def test_the_next_thing_that_is_due(table: Table) -> None:
    assert await table.store.next_due() is None
    match = await table.start()
    reminder = Instant(START + DAY - DAY // 4)
    assert await table.store.next_due() == reminder
    table.wait(Span(reminder - START))
    await table.store.ring(table.now)
    assert await table.store.next_due() == reminder + MINUTE
    assert await table.store.told(GUILD, match.id, match.step)
    assert await table.store.next_due() == START + DAY
    offered = await table.offer(terms(CY, DI))
    assert await table.store.next_due() == table.now + POSTING.lasting
    await table.store.decline(table.call(DI), offered.id)
    await table.store.resign(table.call(ANA), match.id)
    assert await table.store.next_due() is None


async def test_a_player_is_reminded_once_of_every_move(table: Table) -> None:
    match = await table.start()
    table.wait(Span(DAY - DAY // 4 - 1))
    assert not await table.store.ring(table.now)
    table.wait(Span(1))
    assert await table.store.ring(table.now) == Struck((match,), ())
    assert not await table.store.ring(table.now)
    assert await table.store.told(GUILD, match.id, match.step)
    assert await table.store.told(GUILD, match.id, match.step)
    table.wait(Span(DAY // 4 - 1))
    assert not await table.store.ring(table.now)
    match = await table.play(match, "6")
    table.wait(Span(DAY - DAY // 4))
    assert await table.store.ring(table.now) == Struck((match,), ())


async def test_a_reminder_is_given_until_it_has_gone_out(table: Table) -> None:
    match = await table.show(await table.start())
    table.wait(Span(DAY - DAY // 4))
    waited = []
    while (rung := await table.store.ring(table.now)).reminded:
        assert rung == Struck((match,), ())
        due = await table.store.next_due()
        assert due
        waited.append((due - table.now) / MINUTE)
        table.now = due
    # The intervals grow, and the deadline is kept.
    assert waited == [1, 1, 2, 4, 8, 16, 32, 64, 128, 104]
    assert table.now == START + DAY
    assert [each.id for each in rung.ended] == [match.id]


async def test_only_the_player_to_move_is_told(table: Table) -> None:
    match = await table.start()
    table.wait(Span(DAY - DAY // 4))
    assert (await table.store.ring(table.now)).reminded == (match,)
    moved = await table.play(match, "6")
    due = await table.store.next_due()
    for guild, number, step in (
        (GUILD, match.id, match.step),
        (GUILD, match.id, moved.step + 1),
        (ELSEWHERE, match.id, moved.step),
        (GUILD, DuelId(99), moved.step),
    ):
        assert not await table.store.told(guild, number, step)
    assert await table.store.next_due() == due
    over = await table.store.resign(table.call(ANA), match.id)
    offered = await table.offer()
    for each in (over, offered):
        assert not await table.store.told(GUILD, each.id, each.step)


@pytest.mark.parametrize("clock", [DAY, MINUTE, Span(1000)])
async def test_a_reminder_that_a_crash_has_cut_off_comes_again_at_the_start(
    backend: Backend, tmp_path: Path, clock: Span
) -> None:
    """Also when the deadline is too near for another reminder."""
    async with backend(tmp_path) as store:
        table = Table(store)
        told, untold = [await table.show(await table.start(terms(clock=clock))) for _ in range(2)]
        table.wait(Span(clock - clock // 4))
        assert (await store.ring(table.now)).reminded == (told, untold)
        await store.told(GUILD, told.id, told.step)
        await store.beat(table.now)
    async with backend(tmp_path) as store:
        table.wait(DAY)
        assert await store.give_time_back(table.now) == DAY
        assert [each.id for each in (await store.ring(table.now)).reminded] == [untold.id]
        table.wait(Span(clock // 4))
        rung = await store.ring(table.now)
        assert {each.id for each in rung.ended} == {told.id, untold.id}


async def test_time_that_is_up_ends_a_duel_once(table: Table) -> None:
    match = await table.show(await table.play(await table.start(), "6"))
    table.wait(DAY)
    first, second = await asyncio.gather(table.store.ring(table.now), table.store.ring(table.now))
    (ended,) = first.ended + second.ended
    assert ended.duel == duels.time_out(match.duel, now=table.now)
    assert await table.store.duel(GUILD, match.id) == ended
    assert (await table.store.profile(GUILD, ANA)).overall == results("w")
    assert (await table.store.profile(GUILD, BO)).overall == results("l")


async def test_an_offer_that_nobody_answers_ends(table: Table) -> None:
    offered = await table.offer()
    table.wait(Span(POSTING.lasting - 1))
    assert not await table.store.ring(table.now)
    table.wait(Span(1))
    assert await table.store.ring(table.now) == Struck(
        (), (replace(offered, duel=duels.expire(offered.duel, now=table.now)),)
    )
    assert not await table.store.ring(table.now)


async def test_much_that_is_due_is_dealt_with_piece_by_piece(table: Table) -> None:
    """In all servers, the most overdue first."""
    elsewhere = Table(table.store, ELSEWHERE)
    for number in range(150):
        await (elsewhere if number % 2 else table).offer(terms(PlayerId(CY + number), DI))
        table.wait(Span(1))
    table.wait(POSTING.lasting)
    rings = [await table.store.ring(table.now) for _ in range(3)]
    assert [len(each.ended) for each in rings] == [100, 50, 0]
    ended = [(each.guild, each.id) for ring in rings for each in ring.ended]
    assert len(set(ended)) == 150
    assert [guild for guild, _ in ended].count(GUILD) == 75


async def test_the_time_that_the_bot_was_away_is_given_back(table: Table) -> None:
    assert await table.store.give_time_back(table.now) == 0  # it has never run before
    match = await table.show(await table.start())
    offered = await table.offer(terms(CY, DI))
    table.wait(Span(DAY - 1))
    await table.store.beat(table.now)
    table.wait(DAY)
    assert await table.store.give_time_back(table.now) == DAY
    assert await table.store.give_time_back(table.now) == 0
    rung = await table.store.ring(table.now)
    assert [each.id for each in rung.ended] == [offered.id]
    later = await table.store.duel(GUILD, match.id)
    assert isinstance(later.duel, Playing)
    assert later.duel.deadline == START + 2 * DAY
    assert [each.id for each in rung.reminded] == [match.id]
    table.wait(Span(1))
    assert [each.id for each in (await table.store.ring(table.now)).ended] == [match.id]


async def test_time_is_given_back_to_what_is_about_to_be_written(table: Table) -> None:
    """The machine fell asleep between a player's step and its commit."""
    match = await table.start()
    await table.store.beat(table.now)
    assert isinstance(match.duel, Playing)
    call = table.call(match.duel.waiting_for)
    moving = asyncio.create_task(table.store.play(call, match.id, "6"))
    first = asyncio.create_task(Table(table.store, ELSEWHERE).offer(terms(CY, DI)))
    await asyncio.sleep(0)
    table.wait(DAY)
    assert await table.store.give_time_back(table.now) == DAY
    moved, offered = (await moving).duel, (await first).duel
    assert isinstance(moved, Playing)
    assert isinstance(offered, Offered)
    later = await table.store.duel(GUILD, match.id)
    assert later.duel == replace(moved, deadline=Instant(moved.deadline + DAY))
    elsewhere = await table.store.duel(ELSEWHERE, DuelId(1))
    assert elsewhere.duel == replace(offered, expires=Instant(offered.expires + DAY))


async def test_time_is_given_back_on_every_running_clock(table: Table) -> None:
    """To players who were reminded already, and to those who have yet to answer."""
    reminded = await table.show(await table.start())
    table.wait(Span(DAY - DAY // 4))
    await table.store.ring(table.now)
    await table.store.told(GUILD, reminded.id, reminded.step)
    offered = await table.offer(terms(CY, DI))
    await table.store.beat(table.now)
    table.wait(DAY)
    await table.store.give_time_back(table.now)
    table.wait(Span(POSTING.lasting - 1))
    assert not await table.store.ring(table.now)
    table.wait(Span(1))
    assert [each.id for each in (await table.store.ring(table.now)).ended] == [offered.id]
    table.now = Instant(START + 2 * DAY - 1)
    assert not await table.store.ring(table.now)
    table.wait(Span(1))
    assert [each.id for each in (await table.store.ring(table.now)).ended] == [reminded.id]


async def test_a_clock_that_was_wrong_for_a_while_gives_nobody_years(table: Table) -> None:
    await table.start()
    await table.store.beat(table.now)
    await table.store.beat(Instant(5_000))  # 1970: a machine that hasn't got the time yet
    table.wait(MINUTE)
    assert await table.store.give_time_back(table.now) == MINUTE


async def test_a_clock_that_was_set_back_takes_no_time_away(table: Table) -> None:
    await table.start()
    await table.store.beat(table.now)
    due = await table.store.next_due()
    assert await table.store.give_time_back(Instant(table.now - DAY)) == 0
    assert await table.store.next_due() == due


@pytest.mark.parametrize("shown", [None, Board(CHANNEL, None, 1), Board(CHANNEL, MessageId(5), 0)])
async def test_nobody_runs_out_of_time_who_could_not_see_their_turn(
    table: Table, shown: Board | None
) -> None:
    """There never was a board, it was deleted, or its last move was never shown. The turn begins
    anew."""
    match = await table.start()
    if shown:
        await table.store.posted(GUILD, match.id, shown)
    over = Instant(table.now + DAY)
    while struck := await table.store.ring(over):
        assert not struck.ended
    anew = (await table.store.duel(GUILD, match.id)).duel
    assert isinstance(anew, Playing)
    assert (anew.deadline, await table.store.next_due()) == (over + DAY, over + DAY // 4 * 3)
    await table.store.posted(GUILD, match.id, Board(CHANNEL, MessageId(6), match.step))
    assert (await table.store.ring(Instant(over + DAY))).ended


async def test_nobody_runs_out_of_time_where_the_bot_is_not(table: Table) -> None:
    match = await table.show(await table.start())
    over = Instant(table.now + DAY)
    assert not (await table.store.ring(over, lambda guild: guild != GUILD)).ended
    assert not (await table.store.ring(Instant(over + DAY - 1))).ended
    assert [each.id for each in (await table.store.ring(Instant(over + DAY))).ended] == [match.id]
