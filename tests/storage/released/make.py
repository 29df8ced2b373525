"""Makes the database that stands for the newest schema:

    uv run python -m tests.storage.released.make

A schema that has been released doesn't change any more, and neither does its database. Until then
it is made anew with `--again`.
"""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path

from engine.duel import First
from engine.ids import Instant, PlayerId
from engine.outcome import Seat
from engine.refusal import Refusal
from storage.ids import ChannelId, MessageId, RoleId
from storage.match import Board, BoardMode
from storage.people import Challenges, HouseRules, Pings, Preferences
from storage.sqlite.migrate import MIGRATIONS
from storage.sqlite.store import open_store
from storage.store import Store
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
    practise,
    terms,
)
from tests.storage.puzzle_builders import try_puzzles

HERE = Path(__file__).parent
EVE = PlayerId(DI + 1)


def database(number: int) -> Path:
    return HERE / f"{number:04}.db"


async def fill(store: Store) -> None:
    """Store something of everything."""
    table = Table(store)
    for winner, loser in ((BO, ANA), (ANA, BO), (CY, ANA), (BO, ANA)):
        await table.finish(winner, loser)
    await table.play(await table.start(terms(ANA, BO, first=First.OPPONENT)), "6", "3", "9")
    resigned = await table.play(await table.start(terms(CY, DI)), "6")
    await store.resign(table.call(DI), resigned.id)
    await store.end(table.call(BO), (await table.start(terms(CY, DI))).id)
    await store.end(table.call(BO), (await table.start(terms(CY, DI))).id, Seat.SECOND)
    await rate(table)
    await practise(table, DI)
    await store.void(table.call(BO), (await table.finish(CY, DI)).id)
    await store.decline(table.call(DI), (await table.offer(terms(ANA, DI))).id)
    await store.cancel(table.call(ANA), (await table.offer(terms(ANA, DI))).id)
    offered = await table.offer(terms(DI, ANA))
    with suppress(Refusal):  # which has its receipt
        await store.accept(table.call(CY), offered.id)
    await store.posted(GUILD, offered.id, Board(CHANNEL, MessageId(1_045_000_000_000_000_001), 0))
    await store.good_game(table.call(CY), resigned.id)
    await store.prefer(GUILD, ANA, Preferences(Pings.AWAY, Challenges.NOBODY, pings_offered=True))
    places = frozenset({CHANNEL, ChannelId(7)}), frozenset({RoleId(9)})
    variants = frozenset({("divisor", "ranked"), ("split", "grundy")})
    rules = HouseRules(DAY, *places, 3, BoardMode.THREAD, variants, daily_channel=CHANNEL)
    await store.rule_house(GUILD, rules)
    await try_puzzles(table)
    await store.block(GUILD, PlayerId(6), blocked=True)
    await store.take_note("commands", "as of then")
    await Table(store, ELSEWHERE).finish()
    await store.erase(ELSEWHERE, ANA, table.now)
    table.wait(MINUTE)
    short = [await table.start(terms(CY, DI, clock=MINUTE)) for _ in range(3)]
    await store.ring(Instant(table.now + MINUTE - 1))
    await store.told(GUILD, short[0].id, short[0].step)
    await table.play(short[1], "6")
    for beat in (table.now - 10 * MINUTE, table.now):
        await store.beat(Instant(beat))


async def rate(table: Table) -> None:
    """Established and provisional players, one who has left, duels of two games, and removed
    results, in two seasons."""
    store = table.store
    for nth in range(5):
        await table.rate(*((ANA, BO) if nth % 2 else (BO, ANA)))
    await table.tie(ANA, CY)
    await store.void(table.call(DI), (await table.rate(BO, DI)).id)
    blocked = await table.start(terms(ANA, EVE, first=First.DRAWN))
    await store.block(GUILD, EVE, blocked=True)
    await store.resign(table.call(ANA), blocked.id)
    await store.begin_season(GUILD, 2, table.now)
    await table.rate(CY, DI)
    await table.rate(ANA, DI)
    await table.play(await table.start(terms(BO, DI, SHORT, legs=2)), *SHORT_MOVES, "3")
    await store.seen(GUILD, DI, here=False)


async def make(path: Path) -> None:
    async with open_store(path) as store:
        await fill(store)
    path.with_name(f"{path.name}.lock").unlink(missing_ok=True)


def main(*args: str) -> None:
    path = database(len(MIGRATIONS))
    if args == ("--again",):
        path.unlink(missing_ok=True)
    if path.exists():
        sys.exit(f"{path.name} is there already. If its schema isn't released yet: --again")
    asyncio.run(make(path))
    print(f"{path.name} is made.")


if __name__ == "__main__":
    main(*sys.argv[1:])
