"""The host manages the database with commands at a shell."""

import asyncio
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.filesize import decimal

import bot.cli.backup
import bot.cli.recalculate
import bot.cli.restore
from bot.text import terminal
from bot.text.troubles import trouble as sentence_of
from engine.standing import Standing
from storage.sqlite import integrity, recalculation
from storage.sqlite.file import APPLICATION
from storage.sqlite.store import open_store
from storage.trouble import (
    AlreadyThere,
    DamagedDuel,
    InUse,
    NoDatabase,
    NoFolder,
    NotCounted,
    NotOurs,
    SameFile,
    Trouble,
    WrongCount,
    WrongStanding,
)
from tests.program import Duelhost, Run
from tests.storage.builders import ANA, GUILD, Table
from tests.storage.copy_process import ROOT, later_table
from tests.storage.damage import say


@pytest.fixture
def database(folder: Path) -> Path:
    """One in the usual place, in which two duels have been played."""
    asyncio.run(_play(folder / "duelhost.db"))
    return Path("duelhost.db")


async def _play(path: Path) -> None:
    async with open_store(path) as store:
        table = Table(store)
        await table.finish()
        await table.finish()


def size(path: str) -> str:
    return decimal(Path(path).stat().st_size)


def told(template: str, path: str = "duelhost.db", **facts: object) -> str:
    """A line in the terminal."""
    return template.format(path=path, **facts) + "\n"


def failed(why: Trouble, code: int = 1) -> Run:
    return Run(code, "", f"duelhost: {sentence_of(why)}\n")


def test_backup(duelhost: Duelhost, database: Path) -> None:
    run = duelhost("backup", "b.db")
    assert run == Run(0, told(terminal.BACKED_UP, target="b.db", size=size("b.db")), "")
    assert duelhost("backup", "b.db") == run
    assert duelhost("backup", str(database)) == failed(SameFile(database))
    assert duelhost("backup", "x/b.db") == failed(NoFolder(Path("x/b.db")))


def test_restore(duelhost: Duelhost, database: Path) -> None:
    duelhost("backup", "b.db")
    restored = told(terminal.RESTORED, source="b.db")
    aside = told(terminal.SET_ASIDE, kept="duelhost.db.replaced-1")
    assert duelhost("restore", "b.db") == failed(AlreadyThere(database))
    assert duelhost("restore", "b.db", "--force") == Run(0, restored + aside, "")
    database.unlink()
    assert duelhost("restore", "b.db") == Run(0, restored, "")
    assert duelhost("restore", "nope.db", "--force") == failed(NoDatabase(Path("nope.db")))


@pytest.mark.usefixtures("database")
def test_check(duelhost: Duelhost) -> None:
    sound = told(terminal.SOUND, duels=2)
    assert duelhost("check") == Run(0, sound, "")


def test_check_finds_something(duelhost: Duelhost, database: Path) -> None:
    say(database, "UPDATE duel SET winner = 0 WHERE id = 2", "UPDATE server SET duels = 3")
    run = duelhost("check")
    assert run.code == 1
    assert run.out.splitlines()[:2] == [
        sentence_of(DamagedDuel(GUILD, 2, "its parts contradict one another")),
        sentence_of(WrongCount(GUILD, "duels")),
    ]
    found = len(run.out.splitlines())
    assert run.err == told(terminal.UNSOUND, found=found)


def test_recalculate(duelhost: Duelhost, database: Path) -> None:
    say(database, "UPDATE standing SET wins = 7", "DELETE FROM course")
    wrong = duelhost("check")
    assert wrong.code == 1
    stored, counted = Standing(7, 2, 0, -2, "ll"), Standing(0, 2, 0, -2, "ll")
    why = WrongStanding(GUILD, ANA, "all", 1, stored, counted)
    assert wrong.out.splitlines()[0] == sentence_of(why)
    done = told(terminal.RECALCULATED, ends=2)
    assert duelhost("recalculate") == Run(0, done, "")
    assert duelhost("check").code == 0
    assert duelhost("recount") == Run(0, done, "")  # the name that scripts may still use
    assert duelhost("recalculate", "--database", "no.db") == failed(NoDatabase(Path("no.db")))


def test_migrate(duelhost: Duelhost, folder: Path) -> None:
    path = folder / "duelhost.db"
    assert duelhost("migrate") == failed(NoDatabase(Path("duelhost.db")))
    say(path, f"PRAGMA application_id = {APPLICATION}")
    done = duelhost("migrate")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[0].startswith("Schema 1: The first schema")
    assert done.out.splitlines()[-1].startswith("duelhost.db is up to date (schema ")
    assert duelhost("migrate").out.splitlines() == done.out.splitlines()[-1:]


COMMANDS = [
    *(["backup", "b.db"], ["restore", "b.db", "--force"]),
    *(["check"], ["recalculate"], ["migrate"]),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("named", ["option", "environment"])
def test_the_database_can_be_somewhere_else(
    duelhost: Duelhost,
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: list[str],
    named: str,
) -> None:
    duelhost("backup", "b.db")
    database.rename("two words.db")
    if named == "environment":
        monkeypatch.setenv("DUELHOST_DATABASE", "two words.db")
        run = duelhost(*command)
    else:
        monkeypatch.setenv("DUELHOST_DATABASE", "nowhere/nothing.db")
        run = duelhost(*command, "--database", "two words.db")
    assert (run.code, run.err) == (0, "")
    assert "two words.db" in run.out
    assert not database.exists()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_what_is_no_database_is_no_traceback(
    duelhost: Duelhost, database: Path, command: list[str]
) -> None:
    duelhost("backup", "b.db")
    database.write_text("my thesis")
    if command[0] == "restore":
        Path("b.db").write_text("my thesis")
    about = Path("b.db") if command[0] == "restore" else database
    assert duelhost(*command) == failed(NotOurs(about))


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_folder_is_no_file(duelhost: Duelhost, database: Path, command: str) -> None:
    run = duelhost(command, str(database.absolute().parent))
    assert (run.code, run.out) == (2, "")
    assert "is a directory" in " ".join(run.err.replace("│", " ").split())


@pytest.mark.usefixtures("database")
def test_a_name_of_odd_bytes(duelhost: Duelhost) -> None:
    odd = os.fsdecode(b"\xff.db")
    assert duelhost("backup", odd).out.startswith("duelhost.db is saved in ?.db (")
    assert duelhost("restore", odd, "--database", "new.db").out == told(
        terminal.RESTORED, path="new.db", source="?.db"
    )


async def test_while_the_bot_is_running(duelhost: Duelhost, database: Path) -> None:
    async with open_store(database) as store:
        await later_table(store).finish()
        assert duelhost("backup", "b.db").code == duelhost("check").code == 0
        assert duelhost("check", "--database", "b.db").out == told(
            terminal.SOUND, path="b.db", duels=3
        )
        for command in ("migrate", "recalculate"):
            assert duelhost(command) == failed(InUse(database))
        assert duelhost("restore", "b.db", "--force") == failed(InUse(database))


# Ctrl-C, terminals and pipes.


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize(
    ("module", "command"),
    [(bot.cli.backup, ["backup", "c.db"]), (bot.cli.restore, ["restore", "b.db", "--force"])],
)
def test_ctrl_c_in_the_middle(
    duelhost: Duelhost, monkeypatch: pytest.MonkeyPatch, module: object, command: list[str]
) -> None:
    @contextmanager
    def pressing(_what: str) -> Iterator[Callable[[int, int], None]]:
        yield lambda _done, _all: signal.raise_signal(signal.SIGINT)

    duelhost("backup", "b.db")
    before = Path("duelhost.db").read_bytes()
    monkeypatch.setattr(integrity, "STRIDE", 100)
    monkeypatch.setattr(module, "progress", pressing)
    assert duelhost(*command) == Run(130, "", "")
    assert Path("duelhost.db").read_bytes() == before
    left = {each.name for each in Path().iterdir()}
    assert left <= {"duelhost.db", "b.db", *(f"duelhost.db{each}" for each in EMPTY)}


@pytest.mark.usefixtures("database")
def test_ctrl_c_while_standings_are_counted(
    duelhost: Duelhost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next run, or the bot, recalculates the remaining servers."""

    @contextmanager
    def pressing(_what: str) -> Iterator[Callable[[int, int], None]]:
        yield lambda _done, _all: signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patch:
        patch.setattr(bot.cli.recalculate, "progress", pressing)
        patch.setattr(recalculation, "AT_ONCE", 1)
        assert duelhost("recalculate") == Run(130, "", "")
    left = sentence_of(NotCounted(GUILD, 1))
    assert duelhost("check").out == f"{left}\n"
    assert duelhost("recalculate").code == duelhost("check").code == 0


EMPTY = ("-wal", "-shm", ".lock")


def at_a_terminal(*args: str) -> tuple[str, str]:
    """Standard output, which goes elsewhere, and what is to be seen on the terminal."""
    ours, theirs = pty.openpty()
    run = subprocess.run(
        [sys.executable, "-m", "bot", *args],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"},
        text=True,
        check=False,
    )
    os.close(theirs)
    shown = b""
    try:
        while some := os.read(ours, 1024):
            shown += some
    except OSError:
        pass  # all has been read, and nobody is left to write
    os.close(ours)
    return run.stdout, shown.decode()


def test_progress_is_shown_on_a_terminal_and_findings_where_they_should_go(
    duelhost: Duelhost, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(database, "UPDATE duel SET winner = 0 WHERE id = 2")
    monkeypatch.setenv("FORCE_COLOR", "1")
    piped = duelhost("check")
    out, shown = at_a_terminal("check")
    assert out == piped.out
    assert "check" in shown
    assert "Duel 2 of" not in shown
    assert piped.err.splitlines() == [piped.err.strip()]
    assert piped.err.startswith("duelhost.db isn't sound.")


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("command", COMMANDS[::3], ids=lambda command: command[0])
def test_a_reader_that_has_gone(duelhost: Duelhost, command: list[str]) -> None:
    """A command whose reader has closed the pipe, as `| head -1` does, prints no error."""
    duelhost("backup", "b.db")
    ours, theirs = os.pipe()
    os.close(ours)
    run = subprocess.run(
        [sys.executable, "-m", "bot", *command],
        stdout=theirs,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
        check=False,
    )
    os.close(theirs)
    assert (run.returncode, run.stderr) == (1, "")
