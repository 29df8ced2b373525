"""Leases and identify tickets in the database, timed by its server's clock: the clocks of the
processes may differ."""

from collections.abc import Callable
from typing import Any, TypeVar

from engine.durations import SECOND
from storage.backend import DB
from storage.leases import GAP, LASTING, Holding, Leases, free
from storage.postgres.lanes import Lanes
from storage.units.notes import claim

T = TypeVar("T")

NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
# Whoever takes leases waits here for the others. A statement before asks for the time too early.
MAKE_LOCK = "INSERT INTO fleet (id) VALUES (1) ON CONFLICT DO NOTHING"
LOCK = "SELECT 1 FROM fleet WHERE id = 1 FOR UPDATE"
HOLD = (
    "INSERT INTO lease (shards, shard, holder, until) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (shards, shard)"
    " DO UPDATE SET holder = excluded.holder, until = excluded.until"
)
TICKET = (
    f"INSERT INTO identify_ticket (bucket, free_at) VALUES (:bucket, {NOW} + :gap)"
    " ON CONFLICT (bucket) DO UPDATE"
    f" SET free_at = CASE WHEN identify_ticket.free_at > {NOW} THEN identify_ticket.free_at"
    f" ELSE {NOW} END + :gap RETURNING free_at - :gap - {NOW}"
)


class PostgresLeases(Leases):
    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes

    @property
    def lasting(self) -> float:
        return LASTING

    async def claim(self, application: str) -> str:
        return await self._run(lambda db: claim(db, application))

    async def keep(self, holder: str, count: int, most: int) -> Holding:
        return await self._run(lambda db: keep(db, holder, count, most))

    async def release(self, holder: str) -> None:
        await self._run(lambda db: db.execute("DELETE FROM lease WHERE holder = ?", (holder,)))

    async def identify_turn(self, bucket: int) -> float:
        return await self._run(lambda db: identify_turn(db, bucket))

    async def _run(self, unit: Callable[[DB], T]) -> T:
        answer: Any = await self._lanes.run(None, unit)
        return answer  # type: ignore[no-any-return]


def keep(db: DB, holder: str, count: int, most: int) -> Holding:
    db.execute(MAKE_LOCK)
    db.execute(LOCK).fetchone()
    (now,) = db.execute(f"SELECT {NOW}").fetchone()
    leases = db.execute("SELECT shards, shard, holder, until FROM lease").fetchall()
    # What nobody has taken since it ran out is still its holder's: nobody has spoken in between.
    kept = [each for each in leases if each[2] == holder or each[3] > now]
    for shards, _shard, _holder, _until in kept:
        if shards != count:
            return Holding(shards)  # a new division waits for the old one to end
    db.execute("DELETE FROM lease WHERE shards <> ?", (count,))
    mine = {shard for _shards, shard, whose, _until in kept if whose == holder}
    mine.update(free(count, {shard for _shards, shard, _holder, _until in kept}, most - len(mine)))
    until = now + round(LASTING * SECOND)
    db.executemany(HOLD, [(count, shard, holder, until) for shard in sorted(mine)])
    return Holding(count, frozenset(mine))


def identify_turn(db: DB, bucket: int) -> float:
    facts = {"bucket": bucket, "gap": round(GAP * SECOND)}
    wait = int(db.execute(TICKET, facts).fetchone()[0])
    return max(0, wait) / SECOND
