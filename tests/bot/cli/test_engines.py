"""The commands for the database do the same in a file and on a server."""

import asyncio
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from rich.filesize import decimal

import bot.cli.move
from bot.text import terminal
from bot.text.troubles import trouble as sentence_of
from storage.database import Database
from storage.engines import database_at
from storage.postgres.address import server_at
from storage.postgres.connecting import connect
from storage.postgres.migrate import MIGRATIONS
from storage.trouble import (
    DuelsAlready,
    ImpossibleDuel,
    InUse,
    NoTables,
    NotAFile,
    NotEmpty,
    OddValue,
    Trouble,
    UnknownOption,
    WrongAddress,
    WrongCount,
    WrongSchema,
)
from tests.program import Duelhost, Run
from tests.storage.builders import GUILD, Table
from tests.storage.copy_process import later_table
from tests.storage.export_file.edit import changed, lines_of, sealed
from tests.storage.places import ENGINES, Places, contents, tell
from tests.storage.postgres.databases import run as told_to

pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def name(engine: str, places: Places) -> str:
    """A database in which two duels have been played and one goes on."""
    name = places.new(engine)
    asyncio.run(_play(database_at(name)))
    return name


@pytest.fixture
def new(engine: str, places: Places) -> str:
    """Where no database is yet."""
    return places.new(engine)


async def _play(database: Database) -> None:
    async with database.open() as store:
        table = Table(store)
        await table.finish()
        await table.finish()
        await table.show(await table.start())


def told(template: str, name: str, **facts: object) -> Run:
    return Run(0, template.format(path=database_at(name), **facts) + "\n", "")


def failed(why: Trouble) -> Run:
    return Run(1, "", f"duelhost: {sentence_of(why)}\n")


def export(duelhost: Duelhost, name: str, target: str = "x.gz") -> bytes:
    run = duelhost("export", str(GUILD), target, "--database", name)
    facts = {"guild": GUILD, "target": target, "duels": 3}
    size = decimal(Path(target).stat().st_size)
    assert run == told(terminal.EXPORTED, name, size=size, **facts)
    return Path(target).read_bytes()


def test_check(duelhost: Duelhost, name: str) -> None:
    assert duelhost("check", "--database", name) == told(terminal.SOUND, name, duels=3)
    tell(name, "UPDATE server SET duels = 4")
    run = duelhost("check", "--database", name)
    assert run.code == 1
    assert run.out == sentence_of(WrongCount(GUILD, "duels")) + "\n"
    assert run.err == terminal.UNSOUND.format(path=database_at(name), found=1) + "\n"


def test_check_of_tables(duelhost: Duelhost, name: str) -> None:
    tell(name, "DROP INDEX duel_due")
    run = duelhost("check", "--database", name)
    assert run.code == 1
    prefix = "" if "://" not in name else "duel."
    assert run.out == sentence_of(WrongSchema(f"{prefix}duel_due")) + "\n"


def test_recalculate(duelhost: Duelhost, name: str) -> None:
    # Rungs that players have left are not written again.
    tell(name, "DELETE FROM rung WHERE players = 0")
    before = contents(database_at(name))
    tell(name, "UPDATE standing SET wins = 7", "DELETE FROM course", "DELETE FROM rung")
    assert duelhost("check", "--database", name).code == 1
    done = told(terminal.RECALCULATED, name, ends=2)
    assert duelhost("recalculate", "--database", name) == done
    assert duelhost("check", "--database", name).code == 0
    assert contents(database_at(name)) == before


def test_out_and_in_again(duelhost: Duelhost, name: str, new: str, places: Places) -> None:
    export(duelhost, name)
    imported = told(terminal.IMPORTED, new, guild=GUILD, duels=3)
    assert duelhost("import", "x.gz", "--database", new) == imported
    assert duelhost("check", "--database", new).code == 0
    again = duelhost("import", "x.gz", "--database", new)
    assert again == failed(DuelsAlready(database_at(new).location, GUILD, 3))
    for other in ENGINES:
        there = places.new(other)
        assert duelhost("import", "x.gz", "--database", there).code == 0
        assert duelhost("check", "--database", there).code == 0
        target = f"{other}.gz"
        export(duelhost, there, target)
        export(duelhost, new, f"again-{target}")
        assert finished(target) == finished(f"again-{target}")


def finished(target: str) -> list[bytes]:
    """The lines of an export without its running duel, whose time begins with the import."""
    return lines_of(Path(target).read_bytes())[:4]


def test_an_import_is_all_or_nothing(duelhost: Duelhost, name: str, new: str) -> None:
    lines = lines_of(export(duelhost, name))[:-1]
    asyncio.run(_open(new))
    before = contents(database_at(new))
    path = Path("y.gz")
    path.write_bytes(sealed([*lines[:3], changed(lines[3], winner=0), *lines[4:]]))
    why: Trouble = ImpossibleDuel(path, 4, 2, "its parts contradict one another")
    assert duelhost("import", "y.gz", "--database", new) == failed(why)
    path.write_bytes(sealed([*lines[:3], changed(lines[3], nth=7), *lines[4:]]))
    assert duelhost("import", "y.gz", "--database", new) == failed(OddValue(path, 4, "nth"))
    assert contents(database_at(new)) == before


async def _open(name: str) -> None:
    async with database_at(name).open():
        pass


def test_restored(duelhost: Duelhost, name: str) -> None:
    for each in ("commands of 1", "application"):
        asyncio.run(_note(name, each))
    before_it = asyncio.run(_unshown(name))
    before = contents(database_at(name))
    marked = told(terminal.MARKED, name, duels=1)
    assert duelhost("restored", "--database", name) == marked
    first = contents(database_at(name))
    shown, unshown = dict(before["note"]), dict(first["note"])
    assert shown.keys() - unshown.keys() == {"commands of 1", "application"}
    assert unshown["restored"] != shown.get("restored")
    assert duelhost("restored", "--database", name) == marked
    assert dict(contents(database_at(name))["note"])["restored"] != unshown["restored"]
    assert asyncio.run(_unshown(name)) - before_it == {3}
    assert duelhost("check", "--database", name).code == 0


async def _note(name: str, key: str) -> None:
    async with database_at(name).open() as store:
        await store.take_note(key, "any")


async def _unshown(name: str) -> set[int]:
    async with database_at(name).open() as store:
        return {each.id for each in await store.unshown(GUILD)}


async def test_beside_a_running_bot(duelhost: Duelhost, engine: str, name: str, new: str) -> None:
    """A server lets tools and bots take turns; a file has one that writes."""
    export(duelhost, name)
    in_use = failed(InUse(database_at(name).location))
    async with database_at(name).open() as store, database_at(new).open() as other:
        await store.note("any")
        await other.note("any")
        assert (await _run(duelhost, "check", "--database", name)).code == 0
        run = await _run(duelhost, "recalculate", "--database", name)
        assert run == in_use if engine == "file" else run.code == 0
        run = await _run(duelhost, "import", "x.gz", "--database", new)
        assert run.code == (1 if engine == "file" else 0), run
        assert await _run(duelhost, "restored", "--database", name) == in_use
        await later_table(store).finish()
        if engine == "server":
            await later_table(other).finish()
    assert duelhost("check", "--database", name).code == 0
    assert duelhost("check", "--database", new).code == 0


async def _run(duelhost: Duelhost, *args: str) -> Run:
    return duelhost(*args)


def test_migrate(duelhost: Duelhost, places: Places) -> None:
    new = places.new("server")
    for command in (["check"], ["recalculate"], ["restored"], ["export", str(GUILD), "x.gz"]):
        run = duelhost(*command, "--database", new)
        assert run == failed(NoTables(database_at(new).location))
    made = duelhost("migrate", "--database", new)
    assert made.out.splitlines()[0].startswith("Schema 1: The first schema")
    schema = database_at(new).schema()
    assert schema
    up_to_date = told(terminal.UP_TO_DATE, new, number=schema.known)
    assert made.out.splitlines()[-1] == up_to_date.out.strip()
    assert duelhost("migrate", "--database", new) == up_to_date


def test_backups_are_of_files(
    duelhost: Duelhost, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = places.new("server")
    refused = failed(NotAFile(database_at(new).location))
    monkeypatch.setenv("DUELHOST_DATABASE", new)
    assert duelhost("backup") == duelhost("backup", "b.db") == refused
    Path("b.db").touch()
    assert duelhost("restore", "b.db", "--force") == refused
    assert "pg_dump" in refused.err


def test_move(duelhost: Duelhost, name: str, places: Places) -> None:
    for other in ENGINES:
        target = places.new(other)
        moved = terminal.MOVED.format(source=database_at(name), target=database_at(target), duels=3)
        sound = told(terminal.SOUND, target, duels=3)
        assert duelhost("move", name, target) == Run(0, f"{moved}\n{sound.out}", "")
        assert contents(database_at(target)) == contents(database_at(name))
        occupied = failed(NotEmpty(database_at(target).location))
        assert duelhost("move", name, target) == occupied


def test_what_a_move_finds(duelhost: Duelhost, name: str, places: Places) -> None:
    """What is wrong at the source is wrong at the target, and the host is told."""
    tell(name, "UPDATE server SET duels = 4")
    run = duelhost("move", name, places.new("file"))
    assert run.code == 1
    assert sentence_of(WrongCount(GUILD, "duels")) in run.out.splitlines()


def test_a_move_that_fails_says_so(duelhost: Duelhost, places: Places) -> None:
    source, target = places.new("file"), places.new("server")
    run = duelhost("move", source, target)
    nothing = terminal.NOT_MOVED.format(target=database_at(target))
    assert (run.code, run.out) == (1, "")
    assert run.err.splitlines()[0] == nothing


def test_ctrl_c_in_the_middle_of_a_move(
    duelhost: Duelhost, name: str, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def pressing(_what: str) -> Iterator[Callable[[int, int], None]]:
        yield lambda _done, _all: signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(bot.cli.move, "progress", pressing)
    for other in ENGINES:
        target = places.new(other)
        nothing = terminal.NOT_MOVED.format(target=database_at(target))
        assert duelhost("move", name, target) == Run(130, "", f"{nothing}\n")
        assert database_at(target).is_empty()


WRONG = {
    "postgresql://bot:s3cret-word@db:five/duels": WrongAddress(),
    "postgresql://bot:s3cret-word/@db/duels": WrongAddress(),
    "postgres://bot:s3cret-word@db/duels?sslmod=require": UnknownOption("sslmod"),
}


@pytest.mark.parametrize("url", WRONG)
def test_wrong_addresses(duelhost: Duelhost, url: str) -> None:
    for command in (["check"], ["migrate"], ["backup", "b.db"], ["restored"]):
        assert duelhost(*command, "--database", url) == failed(WRONG[url])
    assert duelhost("move", url, "new.db") == failed(WRONG[url])
    assert duelhost("move", "old.db", url) == failed(WRONG[url])


def rows_of(out: str) -> list[str]:
    """Each as one line, however wide the terminal is."""
    lines = re.sub(r"\n {3,}", " ", out).splitlines()
    return [" ".join(line.split()) for line in lines if line.strip()]


@pytest.fixture
def server_name(places: Places, monkeypatch: pytest.MonkeyPatch) -> str:
    name = places.new("server")
    database_at(name).migrate()
    monkeypatch.setenv("DUELHOST_DATABASE", name)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    return name


def test_the_doctor_of_a_server(duelhost: Duelhost, server_name: str) -> None:
    run = duelhost("doctor", "--offline")
    assert (run.code, run.err) == (0, "")
    assert (
        rows_of(run.out)[4]
        == f"✔ Database {database_at(server_name)} is up to date (schema {len(MIGRATIONS)})."
    )
    assert re.fullmatch(r"✔ PostgreSQL \d+\.\d+", rows_of(run.out)[5])
    assert rows_of(run.out)[6].startswith("✔ Connections ")
    assert re.fullmatch(r"✔ Commits One takes \d+\.\d ms, .*", rows_of(run.out)[7])
    assert rows_of(run.out)[8] == f"– Backups {terminal.FINDINGS['backups-elsewhere']}"


@pytest.fixture
def limited(server_name: str) -> Iterator[str]:
    """The database as a user sees it who may do little."""
    with closing(connect(server_at(server_name))) as admin:
        told_to(admin, "CREATE USER limited CONNECTION LIMIT 20")
        yield server_name.replace("postgres@", "limited@")
        told_to(admin, "DROP OWNED BY limited", "DROP USER limited")


def test_the_doctor_finds_what_is_missing(
    duelhost: Duelhost, server_name: str, limited: str
) -> None:
    def found(name: str, *statements: str) -> str:
        tell(server_name, *statements)
        run = duelhost("doctor", "--offline", "--database", name)
        assert run.code == 1
        return " ".join(rows_of(run.out))

    assert "permission denied" in found(limited)
    everything = "ALL TABLES IN SCHEMA public TO limited"
    assert "it may not read and write attempt, blocked" in found(
        limited, f"GRANT SELECT ON {everything}"
    )
    said = found(limited, f"GRANT INSERT, UPDATE, DELETE ON {everything}")
    assert "✘ Connections Only 20 are allowed" in said
    readonly = "?options=-cdefault_transaction_read_only%3Don"
    assert "can't be written to" in found(server_name + readonly)
    newer = found(server_name, "UPDATE schema SET version = 99, least = 99")
    assert "upgraded by a later Duelhost (schema 99" in newer


@pytest.mark.usefixtures("server_name")
def test_the_doctor_before_the_first_start(duelhost: Duelhost, places: Places) -> None:
    new = places.new("server")
    run = duelhost("doctor", "--offline", "--database", new)
    assert run.code == 0
    assert f"– Database {database_at(new)} is empty yet." in " ".join(rows_of(run.out))
    assert database_at(new).schema() is None
