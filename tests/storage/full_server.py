"""A database in which everything has happened, for tests that damage it."""

from pathlib import Path
from random import Random

from engine.duel import First, Playing
from engine.games import GAMES, set_up
from engine.ids import Instant, PlayerId, Span
from engine.outcome import Seat
from storage.ids import MessageId
from storage.match import Board, Posting
from storage.people import HouseRules, Preferences
from storage.sqlite.store import open_store
from storage.trouble import Trouble
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
    SHORT,
    SHORT_MOVES,
    Table,
    terms,
)
from tests.storage.copy_process import later_table
from tests.storage.database_files import new_database
from tests.storage.puzzle_builders import try_puzzles

WEEK = Span(7 * DAY)
EVE, FAY = PlayerId(DI + 1), PlayerId(DI + 2)
VARIANTS = frozenset({("divisor", "ranked")})
RULES = HouseRules(DAY, frozenset({CHANNEL}), variants=VARIANTS, daily_channel=CHANNEL)
# A duel for each phase.
PHASES = {"finished": 1, "playing": 2, "offered": 3, "withdrawn": 4}


async def play_everything(path: Path) -> None:
    """Let everything happen to duels. Those that tests damage have the numbers in `PHASES`."""
    async with open_store(new_database(path)) as store:
        table = Table(store)
        for beat in (table.now - 10 * MINUTE, table.now):
            await store.beat(Instant(beat))
        drawn = terms(game=SHORT, first=First.DRAWN)
        await table.play(await table.start(drawn), *SHORT_MOVES)  # 1: Bo wins
        await table.play(await table.start(terms(clock=WEEK)), "6", "3")  # 2
        await table.offer(terms(PlayerId(5), PlayerId(6)), Posting(CHANNEL, WEEK))  # 3
        declined = await table.offer(terms(CY, ANA))
        await store.decline(table.call(ANA), declined.id)  # 4
        await every_end(table)
        await two_seasons(table)
        await try_puzzles(table)
        for game in GAMES:
            await play_through(table, game)
        elsewhere = Table(store, ELSEWHERE)
        await elsewhere.finish(CY, DI)
        await store.prefer(GUILD, ANA, Preferences())
        await store.rule_house(GUILD, RULES)
        await store.posted(GUILD, declined.id, Board(CHANNEL, MessageId(1), 1))
        await later_table(store).start(terms(BO, DI))
        for erased in (CY, DI):
            await store.erase(GUILD, erased, table.now)


async def every_end(table: Table) -> None:
    store = table.store
    await store.resign(table.call(ANA), (await table.start()).id)
    await store.end(table.call(CY), (await table.start()).id, Seat.SECOND)
    await store.end(table.call(CY), (await table.start()).id)
    await store.void(table.call(CY), (await table.finish(DI, BO)).id)
    await store.cancel(table.call(ANA), (await table.offer()).id)
    # Two reminders, a duel out of time, and a challenge that expires.
    await table.offer(terms(BO, CY))
    for each in (7, 8):
        await table.start(terms(ANA, PlayerId(each), first=First.DRAWN, clock=DAY))
    await table.show(await table.start(terms(ANA, DI, clock=MINUTE)))
    table.wait(MINUTE)
    now = Instant(table.now + DAY * 4 // 5)
    rung = await store.ring(now)
    assert {type(each.duel).__name__ for each in rung.ended} == {"Finished", "Withdrawn"}
    told, untold = rung.reminded
    assert await store.told(GUILD, told.id, told.step)
    await store.give_time_back(Instant(table.now + MINUTE))
    assert (await store.ring(now)).reminded == (await store.duel(GUILD, untold.id),)


async def two_seasons(table: Table) -> None:
    """Established players, one who has met some of them, and one who has left."""
    for nth in range(5):
        await table.rate(*((ANA, BO) if nth % 2 else (BO, ANA)))
    for settled in (ANA, BO):
        await table.rate(settled, EVE)
    await table.tie(EVE, FAY)
    await table.store.begin_season(GUILD, 2, table.now)
    await table.rate(ANA, BO)
    await table.store.void(table.call(CY), (await table.rate(EVE, FAY)).id)
    await table.play(await table.start(terms(EVE, FAY, SHORT, legs=2)), *SHORT_MOVES, "3")
    await table.store.begin_season(GUILD, 3, table.now)
    await table.rate(FAY, BO)
    await table.store.seen(GUILD, FAY, here=False)


async def play_through(table: Table, key: str) -> None:
    random = Random(7)
    match = await table.start(terms(BO, CY, set_up(key, {}, random), First.OPPONENT))
    while isinstance(match.duel, Playing):
        record = match.duel.record
        match = await table.play(match, record.game.text(random.choice(record.legal)))


def facts(troubles: list[Trouble]) -> list[tuple[object, ...]]:
    return [(type(each), *each.facts().values()) for each in troubles]
