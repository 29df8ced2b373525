"""Other programs at the file, and a second bot."""

import subprocess
from pathlib import Path

import pytest

from storage.match import Match
from storage.sqlite.migrate import migrate_file
from storage.sqlite.store import open_store
from storage.trouble import InUse, Locked
from tests.storage.builders import CY, GUILD, Table
from tests.storage.failures import Witness, go_on, kinds, let_go, other, refused, says, stored
from tests.storage.neighbour_process import PATIENCE


async def test_a_move_while_another_program_holds_the_file(path: Path) -> None:
    async with open_store(path, PATIENCE) as store:
        witness = Witness(store)
        await witness.start(3)
        with other("hold", path, "BEGIN IMMEDIATE") as holder:
            assert says(holder) == "held"
            assert kinds(await witness.move()) == {Locked}
            assert stored(path) == witness.records()
            # Readers don't wait.
            assert await store.duel(GUILD, witness.told[1].id) == witness.told[1]
            let_go(holder)
        assert kinds(await witness.move()) == {Match}
        assert stored(path) == witness.records()


async def test_a_move_waits_for_a_program_that_lets_go_in_time(path: Path) -> None:
    async with open_store(path, patience=60) as store:
        witness = Witness(store)
        await witness.start(3)
        holders: list[subprocess.Popen[str]] = []

        def begun(_statement: str) -> None:
            if holders:
                go_on(holders.pop())

        await store.backend.writer.run(lambda db: db.set_trace_callback(begun))
        with other("hold", path, "BEGIN IMMEDIATE") as holder:
            assert says(holder) == "held"
            # The other program lets go once the writer has begun, and not before.
            holders.append(holder)
            assert kinds(await witness.move()) == {Match}
        assert holders == []


async def test_opening_a_new_file_that_another_program_holds(path: Path) -> None:
    path.unlink()
    with other("hold", path, "BEGIN EXCLUSIVE") as holder:
        assert says(holder) == "held"
        assert isinstance(await refused(path), Locked)
        let_go(holder)
    async with open_store(path) as store:
        await Table(store).start()


async def test_opening_a_file_that_another_program_wants_for_itself(path: Path) -> None:
    async with open_store(path) as store:
        await Table(store).start()
    with other("hold", path, "PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE") as holder:
        assert says(holder) == "held"
        assert isinstance(await refused(path), Locked)
        let_go(holder)
    async with open_store(path) as store:
        assert (await store.running(GUILD, CY)) == ()
    assert len(stored(path)) == 1


async def test_a_second_store_in_the_same_process(path: Path) -> None:
    async with open_store(path) as store:
        assert isinstance(await refused(path), InUse)
        await Table(store).start()
    async with open_store(path):
        pass


async def test_a_second_store_in_another_process(path: Path) -> None:
    async with open_store(path) as store:
        with other("keep_open", path) as second:
            assert says(second) == "in-use"
        await Table(store).start()


async def test_a_store_that_was_killed_leaves_the_file_free(path: Path) -> None:
    with other("keep_open", path) as first:
        assert says(first) == "open"
        assert isinstance(await refused(path), InUse)
        first.kill()
        first.wait()
        async with open_store(path, PATIENCE) as store:
            await Table(store).start()


async def test_a_link_is_locked_like_what_it_leads_to(path: Path) -> None:
    first, second = path.with_name("first.db"), path.parent / "elsewhere" / "second.db"
    second.parent.mkdir()
    first.symlink_to(path.name)
    second.symlink_to(Path("..") / first.name)
    async with open_store(path):
        for link in (first, second):
            with pytest.raises(InUse):
                async with open_store(link):
                    pass
            with pytest.raises(InUse):
                migrate_file(link)


async def test_whoever_runs_the_bot_can_lock_what_root_has_locked(path: Path) -> None:
    async with open_store(path):
        assert path.with_name("duelhost.db.lock").stat().st_mode & 0o666 == 0o666
