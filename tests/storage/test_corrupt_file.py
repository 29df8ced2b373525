"""A file that SQLite itself reports as damaged."""

import os
from pathlib import Path

import pytest

from engine.ids import Instant
from storage.ids import DuelId
from storage.sqlite.check import check
from storage.sqlite.file import beside
from storage.sqlite.store import open_store
from storage.trouble import Corrupt, DamagedDuel, DiskFault
from tests.storage.builders import DAY, GUILD, START, Table
from tests.storage.failures import Witness, refused


async def twenty(path: Path) -> Witness:
    """Fill more than one page with duels."""
    async with open_store(path) as store:
        witness = Witness(store)
        await witness.start(20)
    return witness


def page_of(content: bytearray, text: bytes) -> slice:
    start = content.index(text) // 4096 * 4096
    return slice(start, start + 4096)


@pytest.mark.parametrize("length", [2000, 4096, 9000])
async def test_a_file_that_was_cut_off(path: Path, length: int) -> None:
    await twenty(path)
    os.truncate(path, length)
    content = path.read_bytes()
    assert isinstance(await refused(path), Corrupt)
    assert path.read_bytes() == content


async def test_a_damaged_schema(path: Path) -> None:
    await twenty(path)
    content = bytearray(path.read_bytes())
    # The header, which has the application ID, is sound.
    content[100:4096] = b"U" * 3996
    path.write_bytes(content)
    assert isinstance(await refused(path), Corrupt)
    assert path.read_bytes() == content


async def test_damaged_duels(path: Path) -> None:
    await twenty(path)
    content = bytearray(path.read_bytes())
    content[page_of(content, b"1/parity/")] = b"U" * 4096
    path.write_bytes(content)
    async with open_store(path) as store:
        with pytest.raises(Corrupt) as read:
            await store.unshown(GUILD)
        assert read.value.detail == "SQLITE_CORRUPT: database disk image is malformed"
        with pytest.raises(Corrupt):
            await store.give_time_back(Instant(START + DAY))
    assert path.read_bytes() == content


async def test_a_duel_whose_text_is_no_text(path: Path) -> None:
    """The clock skips the damaged duel, and others go on."""
    witness = await twenty(path)
    content = path.read_bytes()
    first = content.index(b"1/parity/")
    path.write_bytes(content[:first] + b"\xff" + content[first + 1 :])
    (damaged,) = check(path)
    assert isinstance(damaged, DamagedDuel)
    async with open_store(path) as store:
        with pytest.raises(DamagedDuel):
            await store.duel(GUILD, DuelId(damaged.number))
        others = witness.told.keys() - {damaged.number}
        for each in others:
            await Table(store).show(await store.duel(GUILD, DuelId(each)))
        rung = await store.ring(Instant(START + 2 * DAY))
        assert [(each.guild, each.number) for each in rung.damaged] == [(GUILD, damaged.number)]
        assert {each.id for each in rung.ended} == others


@pytest.mark.parametrize("looked_before", [True, False])
async def test_a_read_that_fails(path: Path, looked_before: bool) -> None:
    """Cut short, the log no longer holds what its index says it does."""
    async with open_store(path) as store:
        witness = Witness(store)
        await witness.start(100)
        if looked_before:
            # The schema has been read by then; it is the duel itself that can't be read.
            await store.next_due()
        os.truncate(beside(path, "-wal"), 0)
        with pytest.raises(DiskFault) as raised:
            await store.duel(GUILD, DuelId(50))
        assert raised.value.detail == "SQLITE_IOERR_SHORT_READ: disk I/O error"
