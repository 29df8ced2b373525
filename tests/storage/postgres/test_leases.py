"""Leases of shards and identify tickets, by the clock of a real server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from storage.leases import GAP, LASTING, Holding, Leases
from storage.postgres.backend import Options
from storage.postgres.connection import Connection
from tests.storage.postgres.gates import opened

# Processes that share a database: each has connections of its own.
A, B, C = "a", "b", "c"


@pytest.fixture
async def processes(database: str) -> AsyncIterator[list[Leases]]:
    async with AsyncExitStack() as stack:
        backends = [
            await stack.enter_async_context(opened(database, Options(lanes=1, readers=1)))
            for _ in range(3)
        ]
        yield [each.leases for each in backends]


def pass_time(outsider: Connection, seconds: float) -> None:
    """Let all leases and tickets be older."""
    for table, column in (("lease", "until"), ("identify_ticket", "free_at")):
        sql = f"UPDATE {table} SET {column} = {column} - ?"  # noqa: S608
        outsider.execute(sql, (round(seconds * 1000),))
    outsider.receive()


def held(*shards: int, of: int = 4) -> Holding:
    return Holding(of, frozenset(shards))


async def test_each_process_takes_its_share(processes: list[Leases]) -> None:
    one, two, three = processes
    assert await one.keep(A, 4, 2) == held(0, 1)
    assert await two.keep(B, 4, 2) == held(2, 3)
    assert await three.keep(C, 4, 2) == held()
    assert await one.keep(A, 4, 3) == held(0, 1)


async def test_of_two_bots_that_begin_together_one_has_the_database(
    processes: list[Leases],
) -> None:
    for nth in range(5):
        names = [f"{10 * nth}", f"{10 * nth + 1}", f"{10 * nth + 2}"]
        claims = (each.claim(name) for each, name in zip(processes, names, strict=True))
        assert len({*await asyncio.gather(*claims)}) == 1


async def test_one_process_may_take_all(processes: list[Leases]) -> None:
    assert await processes[0].keep(A, 4, 100) == held(0, 1, 2, 3)


async def test_what_a_killed_process_held_is_free_when_it_has_run_out(
    processes: list[Leases], outsider: Connection
) -> None:
    one, two, _ = processes
    await one.keep(A, 4, 2)
    await two.keep(B, 4, 4)
    pass_time(outsider, LASTING - 2)
    assert await two.keep(B, 4, 4) == held(2, 3)
    pass_time(outsider, 2)
    assert await two.keep(B, 4, 4) == held(0, 1, 2, 3)
    # It was stopped, and goes on.
    assert await one.keep(A, 4, 2) == held()


async def test_what_nobody_took_is_still_its_holders(
    processes: list[Leases], outsider: Connection
) -> None:
    """The database was away from all processes."""
    one, two, three = processes
    await one.keep(A, 4, 1)
    await two.keep(B, 4, 1)
    await three.keep(C, 4, 1)
    pass_time(outsider, 10 * LASTING)
    assert await three.keep(C, 4, 1) == held(2)
    assert await two.keep(B, 4, 1) == held(1)
    assert await one.keep(A, 4, 1) == held(0)
    pass_time(outsider, 10 * LASTING)
    assert await three.keep(C, 4, 2) == held(0, 2)
    assert await two.keep(B, 4, 4) == held(1, 3)
    assert await one.keep(A, 4, 4) == held()


async def test_renewed_leases_last(processes: list[Leases], outsider: Connection) -> None:
    one, two, _ = processes
    for _ in range(4):
        assert await one.keep(A, 4, 4) == held(0, 1, 2, 3)
        pass_time(outsider, LASTING / 2)
        assert await two.keep(B, 4, 4) == held()


async def test_what_is_released_is_free_at_once(processes: list[Leases]) -> None:
    one, two, _ = processes
    await one.keep(A, 4, 3)
    await two.keep(B, 4, 1)
    await one.release(A)
    assert await two.keep(B, 4, 4) == held(0, 1, 2, 3)


async def test_a_process_that_is_about_to_stop_takes_no_more(processes: list[Leases]) -> None:
    await processes[0].keep(A, 4, 2)
    assert await processes[0].keep(A, 4, 0) == held(0, 1)


async def test_another_division_waits_for_the_old_one(
    processes: list[Leases], outsider: Connection
) -> None:
    one, two, _ = processes
    assert await one.keep(A, 4, 3) == held(0, 1, 2)
    assert await two.keep(B, 8, 8) == held(of=4)
    await one.release(A)
    assert await two.keep(B, 8, 8) == held(*range(8), of=8)
    assert await one.keep(A, 4, 4) == held(of=8)
    pass_time(outsider, LASTING)
    assert await one.keep(A, 4, 4) == held(*range(4), of=4)


async def test_nobody_takes_what_another_takes_at_the_same_moment(
    processes: list[Leases],
) -> None:
    for _ in range(10):
        asked = [each.keep(name, 16, 6) for each, name in zip(processes, "abc", strict=True)]
        holdings = await asyncio.gather(*asked)
        assert sorted(len(each.shards) for each in holdings) == [4, 6, 6]
        assert frozenset[int]().union(*(each.shards for each in holdings)) == {*range(16)}
        for each, name in zip(processes, "abc", strict=True):
            await each.release(name)


async def test_sessions_of_a_bucket_begin_one_after_the_other(
    processes: list[Leases], outsider: Connection
) -> None:
    """Whichever process they belong to."""
    waits = await asyncio.gather(*(each.identify_turn(0) for each in processes))
    for wait, turn in zip(sorted(waits), range(3), strict=True):
        assert turn * GAP - 1 < wait <= turn * GAP
    assert await processes[0].identify_turn(1) == 0
    pass_time(outsider, 3 * GAP)
    assert await processes[0].identify_turn(0) == 0
