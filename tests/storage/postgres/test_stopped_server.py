"""A server that crashes and comes back: what was answered is there, and nobody waits for long."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from urllib.parse import urlsplit

import pytest

from storage.backend import DB
from storage.postgres.address import server_at
from storage.postgres.backend import Options
from storage.postgres.connecting import connect
from storage.postgres.connection import Connection
from storage.trouble import ConnectionLost, Trouble, Unavailable, Unreachable
from tests.storage.gates import queued
from tests.storage.postgres.gates import HERE, THERE, busy, note, notes, opened
from tests.storage.postgres.proxy import Loses, proxy
from tests.storage.postgres.server import PostgresServer

GONE = (ConnectionLost, Unavailable, Unreachable)


@pytest.fixture
def fragile() -> Iterator[PostgresServer]:
    """A server that may be stopped. What it hasn't committed isn't on its disk by chance."""
    durable = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}
    server = PostgresServer(**durable, wal_writer_delay="10s")
    try:
        yield server
    finally:
        server.close()


async def test_it_goes_on_by_itself_and_nothing_that_was_answered_is_lost(
    fragile: PostgresServer,
) -> None:
    answered: list[str] = []
    async with opened(fragile.url(), Options(lanes=2, readers=1)) as backend:

        async def write(key: str) -> None:
            answered.append(await backend.write(HERE, note(key)))

        await write("before")
        async with busy(backend):
            waiting = await queued(*(write(each) for each in "abc"))
            await asyncio.to_thread(fragile.stop)
        failed = await asyncio.gather(*waiting, return_exceptions=True)
        assert [isinstance(each, GONE) for each in failed] == [True, True, True]
        began = time.monotonic()
        for asked in (write("down"), backend.write(THERE, notes), backend.read(notes)):
            with pytest.raises(GONE):
                await asked
        assert time.monotonic() - began < 10
        assert answered == ["before"]

        await asyncio.to_thread(fragile.start)
        async with asyncio.timeout(20):
            while "after" not in answered:
                with suppress(*GONE):
                    await write("after")
        assert answered == ["before", "after"]
        assert await backend.write(HERE, notes) == ["after", "before"]
    with closing(connect(server_at(fragile.url()))) as outsider:
        assert notes(outsider) == ["after", "before"]


async def test_a_server_that_is_asked_again_and_again_isnt_flooded(
    fragile: PostgresServer,
) -> None:
    """While it is down, most calls fail without another attempt to connect."""
    attempts = 0
    url = fragile.url()
    async with opened(url, Options(lanes=1, readers=1)) as backend:
        await backend.write(HERE, notes)
        await asyncio.to_thread(fragile.stop)

        async def count(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal attempts
            attempts += 1
            writer.close()

        port = urlsplit(url).port
        async with await asyncio.start_server(count, "127.0.0.1", port):
            for _ in range(200):
                with pytest.raises(Trouble):
                    await backend.write(HERE, notes)
    assert 1 <= attempts < 20


async def test_a_lost_commit_isnt_taken_for_another_one_with_its_number(
    fragile: PostgresServer,
) -> None:
    """A server that crashes before a commit was on its disk gives the number to somebody else."""
    numbers: list[int] = []
    port = urlsplit(fragile.url()).port
    assert port
    with proxy(port) as way:
        url = fragile.url().replace(f":{port}", f":{way.port}")
        async with opened(url, Options(lanes=1, readers=1)) as backend:
            await backend.write(HERE, notes)
            lost = asyncio.Event()
            loop = asyncio.get_running_loop()

            def unit(db: DB) -> None:
                note("ours")(db)
                numbers.append(own_number(db))
                way.loses, way.lets_in_again = Loses.COMMIT, False
                loop.call_soon_threadsafe(lost.set)

            writing = asyncio.create_task(backend.write(HERE, unit))
            await lost.wait()
            while way.loses is Loses.COMMIT:
                await asyncio.sleep(0)
            await asyncio.to_thread(fragile.stop)
            await asyncio.to_thread(fragile.start)
            with closing(connect(server_at(fragile.url()))) as outsider:
                while commit(outsider) < numbers[0]:
                    pass
                way.let_in()
                with pytest.raises(ConnectionLost):
                    await writing
                assert "ours" not in notes(outsider)
    assert len(numbers) == 1


def own_number(db: DB) -> int:
    (number,) = db.execute("SELECT pg_current_xact_id()::text").fetchone()
    return int(number)


def commit(outsider: Connection) -> int:
    """Commit a transaction and return its number."""
    outsider.execute("BEGIN")
    number = own_number(outsider)
    outsider.execute("COMMIT")
    outsider.receive()
    return number
