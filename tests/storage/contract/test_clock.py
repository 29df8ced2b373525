"""What every store has to do: reminders, ends, and time given back."""

import asyncio
from dataclasses import replace

from engine import duel as duels
from engine.duel import Playing
from engine.ids import Instant, PlayerId, Span
from engine.standing import Standing
from storage.match import Struck
from tests.storage.table import (
    ANA,
    BO,
    CY,
    DAY,
    DI,
    ELSEWHERE,
    GUILD,
    MINUTE,
    POSTING,
    START,
    Table,
    terms,
)


async def test_the_next_thing_that_is_due(table: Table) -> None:
    assert await table.store.next_due() is None
    match = await table.start()
    reminder = Instant(START + DAY - DAY // 4)
    assert await table.store.next_due() == reminder
    table.wait(Span(reminder - START))
    await table.store.ring(table.now)
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
    match = await table.play(match, "6")
    table.wait(Span(DAY - DAY // 4))
    assert await table.store.ring(table.now) == Struck((match,), ())


async def test_time_that_is_up_ends_a_duel_once(table: Table) -> None:
    match = await table.play(await table.start(), "6")
    table.wait(DAY)
    first, second = await asyncio.gather(table.store.ring(table.now), table.store.ring(table.now))
    (ended,) = first.ended
    assert ended.duel == duels.time_out(match.duel, now=table.now)
    assert not second
    assert await table.store.duel(GUILD, match.id) == ended
    assert (await table.store.profile(GUILD, ANA)).overall == Standing(1, 0, 1)
    assert (await table.store.profile(GUILD, BO)).overall == Standing(0, 1, -1)


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
    match = await table.start()
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


async def test_time_is_given_back_on_every_running_clock(table: Table) -> None:
    """To who was reminded already, and to who has yet to answer."""
    reminded = await table.start()
    table.wait(Span(DAY - DAY // 4))
    await table.store.ring(table.now)
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
    await table.store.beat(Instant(5_000))  # 1970: a machine that hasn't learnt the time yet
    table.wait(MINUTE)
    assert await table.store.give_time_back(table.now) == MINUTE


async def test_a_clock_that_was_set_back_takes_no_time_away(table: Table) -> None:
    await table.start()
    await table.store.beat(table.now)
    due = await table.store.next_due()
    assert await table.store.give_time_back(Instant(table.now - DAY)) == 0
    assert await table.store.next_due() == due
