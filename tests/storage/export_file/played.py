"""Servers to export: one in which a little of everything has happened, and large ones."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from engine.duel import First
from engine.fairness import Unrated
from engine.ids import PlayerId
from storage.ids import ChannelId, MessageId, RoleId
from storage.match import Board
from storage.people import Challenges, HouseRules, Pings, Preferences
from storage.sqlite.store import open_store
from tests.storage.builders import (
    ANA,
    BO,
    CHANNEL,
    CY,
    DAY,
    ELSEWHERE,
    GUILD,
    SHORT,
    SHORT_MOVES,
    Table,
    terms,
)

MESSAGE = MessageId(1_045_000_000_000_000_001)


async def play_a_little(path: Path) -> None:
    """A finished duel, one in its second game, a challenge, and all that a server can choose."""
    async with open_store(path) as store:
        table = Table(store)
        first = await table.finish(BO, ANA)
        await store.posted(GUILD, first.id, Board(CHANNEL, MESSAGE, first.step))
        two_legs = replace(terms(ANA, CY, SHORT, First.OPPONENT), legs=2, unrated=Unrated.CASUAL)
        await table.play(await table.start(two_legs), *SHORT_MOVES, "1")
        await table.offer(terms(BO, CY))
        await store.begin_season(GUILD, 2, table.now)
        rules = HouseRules(
            DAY, frozenset({CHANNEL, ChannelId(7)}), frozenset({RoleId(9), RoleId(10)}), 0
        )
        await store.rule_house(GUILD, rules)
        for player in (PlayerId(6), ANA):
            await store.block(GUILD, player, blocked=True)
        await store.prefer(GUILD, ANA, Preferences(Pings.NEVER, Challenges.NOBODY))
        await store.erase(GUILD, CY, table.now)
        await Table(store, ELSEWHERE).finish()


def multiply(path: Path, duels: int) -> None:
    """Add copies of the third duel."""
    with closing(sqlite3.connect(path)) as db, db:
        names = [name for _, name, *_ in db.execute("PRAGMA table_info(duel)")]
        others = ", ".join(name for name in names if name != "id")
        copy = f"INSERT INTO duel (id, {others}) SELECT ?, {others} FROM duel"  # noqa: S608
        (last,) = db.execute("SELECT duels FROM server WHERE guild = ?", (GUILD,)).fetchone()
        db.executemany(
            f"{copy} WHERE guild = ? AND id = 3",
            [(last + nth, GUILD) for nth in range(1, duels + 1)],
        )
        db.execute("UPDATE server SET duels = duels + ? WHERE guild = ?", (duels, GUILD))
