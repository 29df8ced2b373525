"""A disk that is full, read-only or broken. Answers agree with what is stored, and once there is
room the store goes on by itself."""

import asyncio
import os
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from storage.ids import ChannelId, GuildId
from storage.match import Match
from storage.people import HouseRules
from storage.sqlite.backup import back_up
from storage.sqlite.check import check
from storage.sqlite.file import connect_reading
from storage.sqlite.store import open_store
from storage.trouble import DiskFault, DiskFull, ReadOnly
from tests.storage.builders import ANA, GUILD, Table
from tests.storage.failures import Disk, Witness, kinds, mount, other, says, stored
from tests.storage.neighbour_process import PATIENCE


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    with mount("-t", "tmpfs", "-o", "size=24m,nr_inodes=64", "tmpfs", at=folder):
        yield Disk(folder)


@pytest.fixture
def path(disk: Disk) -> Path:
    return disk.folder / "duelhost.db"


# In a cache this small SQLite writes to the log in the middle of a batch, not only at its end.
CACHES = {"at the end of a batch": -2000, "within a batch": 5}


@pytest.mark.parametrize("cache", CACHES.values(), ids=CACHES)
@pytest.mark.parametrize("pages", [0, 1, 2, 3, 5, 8, 11])
async def test_what_is_told_is_what_is_stored_when_the_disk_fills_up(
    disk: Disk, path: Path, pages: int, cache: int
) -> None:
    async with open_store(path) as store:
        await store.backend.writer.run(
            lambda db: db.execute(f"PRAGMA cache_size = {cache}").fetchall()
        )
        witness = Witness(store)
        await witness.start(20)
        disk.leave(pages)
        while kinds(moved := await witness.move()) == {Match}:
            assert stored(path) == witness.records()
        # All moves were in one batch.
        assert kinds(moved) == {DiskFull}
        assert stored(path) == witness.records()
        # Still full: the next moves fail too, but reading goes on.
        assert kinds(await witness.move()) == {DiskFull}
        assert [await store.duel(GUILD, each.id) for each in witness.told.values()] == [
            *witness.told.values()
        ]

        disk.clear()
        assert kinds(await witness.move()) == {Match}
        assert stored(path) == witness.records()
    assert stored(path) == witness.records()


async def test_a_store_can_be_closed_on_a_full_disk(disk: Disk, path: Path) -> None:
    async with open_store(path) as store:
        witness = Witness(store)
        await witness.start(20)
        disk.leave(0)
        assert kinds(await witness.move()) == {DiskFull}
    disk.clear()
    async with open_store(path) as store:
        assert stored(path) == witness.records()
        assert await store.duel(GUILD, witness.told[20].id) == witness.told[20]


async def test_what_fails_within_a_batch_fails_for_all_of_it(disk: Disk, path: Path) -> None:
    """SQLite then rolls back the whole batch, also units that had succeeded."""
    async with open_store(path) as store:
        witness = Witness(store)
        await witness.start(4)
        one, two, *_ = witness.told.values()
        await store.backend.writer.run(lambda db: db.execute("PRAGMA cache_size = 5").fetchall())
        disk.leave(8)
        many = HouseRules(channels=frozenset(map(ChannelId, range(5000))))
        answers = await asyncio.gather(
            witness.table.play(one, "1"),
            store.rule_house(GuildId(1), many),
            witness.table.play(two, "1"),
            return_exceptions=True,
        )
        assert [type(each) for each in answers] == [DiskFull] * 3
        assert stored(path) == witness.records()
        disk.clear()
        await witness.move()
        assert stored(path) == witness.records()
        assert await store.house_rules(GuildId(1)) == HouseRules()


# The index of the log grows with every 4096 pages that stand in the log (the first ones are fewer,
# as a header stands before them).
INDEXED = 4062


async def test_no_room_for_the_index_of_a_long_log(disk: Disk, path: Path) -> None:
    async with open_store(path) as store:
        witness = Witness(store)
        await witness.start(4)
        bulk = (
            "CREATE TABLE bulk AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
            " SELECT zeroblob(4000) FROM n LIMIT ?"
        )
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            # While somebody reads, the log isn't emptied.
            reader.execute("BEGIN").execute("SELECT * FROM duel").fetchall()
            log = path.with_name(f"{path.name}-wal")
            frame = 4096 + 24
            # The log must end just before the point, with a few pages left for the table itself.
            there = log.stat().st_size // frame
            await store.backend.writer.run(
                lambda db: db.execute(bulk, (INDEXED - there - 40,)).fetchall()
            )
            while INDEXED - log.stat().st_size // frame > 12:
                assert kinds(await witness.move()) == {Match}
            index = path.with_name(f"{path.name}-shm").stat().st_size
            disk.leave(7 + (INDEXED - log.stat().st_size // frame))
            while kinds(await witness.move()) == {Match}:
                assert stored(path) == witness.records()
            assert stored(path) == witness.records()
            disk.clear()
            assert kinds(await witness.move()) == {Match}
            assert path.with_name(f"{path.name}-shm").stat().st_size > index
            assert stored(path) == witness.records()


@pytest.mark.parametrize("pages", [0, 1, 3, 8, 21, 22, 23, 24, 25, 40])
async def test_a_full_disk_at_the_very_first_opening(disk: Disk, path: Path, pages: int) -> None:
    disk.leave(pages)
    told: dict[int, str] = {}
    with suppress(DiskFull):
        async with open_store(path) as store:
            assert pages > 20  # the schema alone is longer
            witness = Witness(store)
            try:
                await witness.start(3)
            finally:
                told = witness.records()
    disk.clear()
    async with open_store(path) as store:
        assert stored(path).items() >= told.items()
        witness = Witness(store, first=100)
        await witness.start(1)
        assert stored(path).items() >= witness.records().items()


@pytest.mark.parametrize("names", [0, 1, 2, 3])
async def test_a_disk_with_room_but_for_no_more_files(disk: Disk, path: Path, names: int) -> None:
    disk.leave_names(names)
    with pytest.raises(DiskFull):
        async with open_store(path):
            pass
    disk.clear()
    async with open_store(path) as store:
        await Table(store).start()


@pytest.mark.parametrize("locked_before", [True, False])
async def test_a_read_only_disk(disk: Disk, path: Path, locked_before: bool) -> None:
    async with open_store(path):
        pass
    if not locked_before:
        path.with_name(f"{path.name}.lock").unlink()
    kept = path.read_bytes()
    disk.freeze()
    with pytest.raises(ReadOnly):
        async with open_store(path):
            pass
    assert path.read_bytes() == kept


# Root may write everywhere, unless it drops that right.
ORDINARY = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if not os.getuid() else []


@pytest.mark.parametrize("protected", ["folder", "file", "lock"])
async def test_what_may_not_be_written_to(tmp_path: Path, protected: str) -> None:
    path = tmp_path / "folder" / "duelhost.db"
    path.parent.mkdir()
    async with open_store(path):
        pass
    kept = path.read_bytes()
    which = {"folder": path.parent, "file": path, "lock": Path(f"{path}.lock")}[protected]
    which.chmod(0o555)
    with other("keep_open", path, under=ORDINARY) as refused:
        assert says(refused) == "read-only"
    assert path.read_bytes() == kept
    which.chmod(0o755)
    with other("keep_open", path, under=ORDINARY) as opened:
        assert says(opened) == "open"


async def test_a_new_file_in_a_folder_that_may_not_be_written_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    with other("keep_open", tmp_path / "duelhost.db", under=ORDINARY) as refused:
        assert says(refused) == "read-only"
    tmp_path.chmod(0o755)
    assert list(tmp_path.iterdir()) == []


async def test_a_disk_that_refuses_to_write(tmp_path: Path) -> None:
    """There is room, but a limit on the size of files: SQLite reports an I/O error."""
    path = tmp_path / "duelhost.db"
    async with open_store(path, PATIENCE) as store:
        witness = Witness(store)
        await witness.start(3)
        unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
        longest = path.with_name(f"{path.name}-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (longest, unlimited[1]))
        try:
            refused = await witness.move()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
        assert [type(each) for each in refused] == [DiskFault] * 3
        assert refused[0].facts() == {
            "where": path,
            "detail": "SQLITE_IOERR_WRITE: disk I/O error",
        }
        assert stored(path) == witness.records()
        await witness.move()
        assert stored(path) == witness.records()
        assert await store.running(GUILD, ANA) == ()


async def test_a_frozen_disk_can_still_be_looked_at(disk: Disk, path: Path, tmp_path: Path) -> None:
    """For example a snapshot that is to be backed up."""
    async with open_store(path) as store:
        await Table(store).finish()
    disk.freeze()
    assert list(check(path)) == []
    back_up(path, tmp_path / "backup.db")
    assert stored(tmp_path / "backup.db") == stored_at_rest(path)


def stored_at_rest(path: Path) -> dict[int, str]:
    with closing(connect_reading(path, alone=True)) as db:
        return dict(db.execute("SELECT id, record FROM duel").fetchall())
