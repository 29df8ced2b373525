"""What whoever hosts the bot does with the database, at a shell."""

import asyncio
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from rich.filesize import decimal

import bot.cli.backup
import bot.cli.recount
import bot.cli.restore
from bot import words
from bot.words import terminal
from engine.ids import Instant
from engine.rating import Rating
from engine.standing import Rank, Standing
from storage import trouble as troubles
from storage.sqlite import integrity, recounting
from storage.sqlite.file import APPLICATION
from storage.sqlite.store import open_store
from storage.trouble import (
    AlreadyThere,
    Closed,
    Corrupt,
    DamagedDuel,
    DatabaseTrouble,
    DiskFault,
    DiskFull,
    FailedMigration,
    Gone,
    InUse,
    Locked,
    NewerSchema,
    NoDatabase,
    NoFolder,
    NotCounted,
    NotOurs,
    OlderSchema,
    OldSqlite,
    Overtaken,
    ReadOnly,
    SameFile,
    Trouble,
    WrongCount,
    WrongCourse,
    WrongStanding,
)
from tests.program import Duelhost, Run
from tests.storage.copying import ROOT, later_table
from tests.storage.damage import say
from tests.storage.table import ANA, GUILD, Table

PATH = Path("/srv/duelhost.db")
RANK = Rank(Rating(1507.3456, 80.09), Instant(0), 4)


# Every trouble has a sentence.


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (NoFolder(PATH), "There is no folder /srv. Make it, or choose another."),
        (NoDatabase(PATH), "There is no database at /srv/duelhost.db. Look at the name again."),
        (
            AlreadyThere(PATH),
            (
                "There is a database at /srv/duelhost.db already. `duelhost backup` needs another"
                " name; `duelhost restore --force` sets it aside and puts the backup in its "
                "place."
            ),
        ),
        (SameFile(PATH), "/srv/duelhost.db can't be its own backup. Name another file."),
        (
            InUse(PATH),
            (
                "Another Duelhost is working with /srv/duelhost.db. Stop that one first, or give "
                "this one a database of its own."
            ),
        ),
        (
            Locked(PATH),
            (
                "Another program holds /srv/duelhost.db and doesn't let go of it. Close what else"
                " has it open, such as a database browser or a copying job."
            ),
        ),
        (
            ReadOnly(PATH),
            (
                "/srv/duelhost.db can't be written to. Let the user that runs Duelhost write to "
                "that file and to the folder it is in, and see that the disk isn't mounted "
                "read-only."
            ),
        ),
        (
            DiskFull(PATH),
            "The disk that /srv/duelhost.db is on is full. Make room; nothing has to be restarted.",
        ),
        (
            DiskFault(PATH, "disk I/O error"),
            (
                "The disk that /srv/duelhost.db is on reports an error: disk I/O error. See to "
                "the disk first, then run `duelhost check`."
            ),
        ),
        (
            Gone(PATH),
            (
                "/srv/duelhost.db was taken away or exchanged while Duelhost was working with it."
                " Stop Duelhost, put the file back or restore a backup, and start again."
            ),
        ),
        (NotOurs(PATH), "/srv/duelhost.db isn't a database of Duelhost. Name another file."),
        (
            Corrupt(PATH, "row 1 missing from index"),
            (
                "/srv/duelhost.db is damaged: row 1 missing from index. Keep a copy of it, and "
                "restore a sound backup with `duelhost restore`."
            ),
        ),
        (
            NewerSchema(PATH, 3, 1),
            (
                "/srv/duelhost.db was written by a later Duelhost (schema 3; this one knows 1). "
                "Install that version or a later one, or restore a backup from before it."
            ),
        ),
        (
            OlderSchema(PATH, 1, 3),
            (
                "/srv/duelhost.db was written by an earlier Duelhost (schema 1; this one needs "
                "3). Run `duelhost migrate`."
            ),
        ),
        (
            FailedMigration(PATH, 2, "no such table: moon"),
            (
                "/srv/duelhost.db could not be brought to schema 2: no such table: moon. It is as"
                " it was before. Go on with the version that wrote it, and report this."
            ),
        ),
        (
            OldSqlite("3.31.1", "3.37.0"),
            (
                "Python brings SQLite 3.31.1 here, and Duelhost needs 3.37.0. Install a newer "
                "Python, for example with `uv python install`."
            ),
        ),
        (
            DamagedDuel(4, 7, "its parts contradict one another"),
            "Duel 7 of server 4 can't be what was played: its parts contradict one another.",
        ),
        (
            WrongStanding(4, 9, "split", 2, Standing(1, 2, 0, -2, "wll"), None),
            (
                "Player 9 of server 4 stands at won 1, lost 2, tied 0, streak -2, no rating in "
                "split in season 2, but the duels add up to nothing. `duelhost recount` counts "
                "them again."
            ),
        ),
        (
            WrongStanding(4, 9, "all", 1, None, Standing(3, 1, 0, 2, "wlww", RANK)),
            (
                "Player 9 of server 4 stands at nothing in all in season 1, but the duels add up "
                "to won 3, lost 1, tied 0, streak 2, rating 1507.3 ± 80.1. `duelhost recount` "
                "counts them again."
            ),
        ),
        (
            WrongStanding(4, 9, "all", 1, Standing(1, form="l"), Standing(1, form="w")),
            (
                "What is kept of player 9 of server 4 in all in season 1 isn't what the duels add "
                "up to. `duelhost recount` counts them again."
            ),
        ),
        (
            WrongCourse(4, 9, "split", 17),
            (
                "Player 9 of server 4 stands where the duels lead to in split, but it is noted "
                "otherwise how they came there, from end 17 on. `duelhost recount` counts them "
                "again."
            ),
        ),
        (
            NotCounted(4, 1200),
            (
                "The standings of server 4 are still being counted again. Duels left: 1200. The "
                "bot goes on with that when it runs, or `duelhost recount` does it now."
            ),
        ),
        (WrongCount(4, "ends"), "The count of ends of server 4 doesn't agree with its duels."),
        (Overtaken(4, 7), "Duel 7 of server 4 has moved on in the meantime. Try again."),
        (Closed(), "Duelhost is stopping. Try again when it is back."),
    ],
    ids=lambda each: each.code if isinstance(each, Trouble) else "",
)
def test_sentences(trouble: Trouble, sentence: str) -> None:
    assert words.trouble(trouble) == sentence


def test_every_trouble_has_a_sentence_and_nothing_else_has() -> None:
    ours = {
        each.code
        for each in vars(troubles).values()
        if isinstance(each, type) and issubclass(each, Trouble)
    }
    assert ours - {Trouble.code, DatabaseTrouble.code} == terminal.TROUBLES.keys()


@dataclass(eq=False)
class Unheard(Trouble):
    """Nobody has found words for it yet."""


def test_a_trouble_without_a_sentence() -> None:
    assert words.trouble(Unheard()) == "Something went wrong with the database."


# The commands.


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


def failed(why: Trouble, code: int = 1) -> Run:
    return Run(code, "", f"duelhost: {words.trouble(why)}\n")


def test_backup(duelhost: Duelhost, database: Path) -> None:
    run = duelhost("backup", "b.db")
    assert run == Run(0, f"duelhost.db is saved in b.db ({size('b.db')}, checked).\n", "")
    assert duelhost("backup", "b.db") == run
    assert duelhost("backup", str(database)) == failed(SameFile(database))
    assert duelhost("backup", "x/b.db") == failed(NoFolder(Path("x/b.db")))


def test_restore(duelhost: Duelhost, database: Path) -> None:
    duelhost("backup", "b.db")
    restored = "duelhost.db is what b.db was. `duelhost check` looks at every duel in it.\n"
    aside = "The database that was there is now duelhost.db.replaced-1.\n"
    assert duelhost("restore", "b.db") == failed(AlreadyThere(database))
    assert duelhost("restore", "b.db", "--force") == Run(0, restored + aside, "")
    database.unlink()
    assert duelhost("restore", "b.db") == Run(0, restored, "")
    assert duelhost("restore", "nope.db", "--force") == failed(NoDatabase(Path("nope.db")))


@pytest.mark.usefixtures("database")
def test_check(duelhost: Duelhost) -> None:
    sound = "duelhost.db is sound. Duels judged again: 2. The standings are what they add up to.\n"
    assert duelhost("check") == Run(0, sound, "")


def test_check_finds_something(duelhost: Duelhost, database: Path) -> None:
    say(database, "UPDATE duel SET winner = 0 WHERE id = 2", "UPDATE server SET duels = 3")
    run = duelhost("check")
    assert run.code == 1
    assert run.out.splitlines()[:2] == [
        f"Duel 2 of server {GUILD} can't be what was played: its parts contradict one another.",
        f"The count of duels of server {GUILD} doesn't agree with its duels.",
    ]
    found = len(run.out.splitlines())
    assert run.err == (
        f"duelhost.db isn't sound. Wrong in it: {found}. Restore the last backup, or report this.\n"
    )


def test_recount(duelhost: Duelhost, database: Path) -> None:
    say(database, "UPDATE standing SET wins = 7", "DELETE FROM course")
    wrong = duelhost("check")
    assert wrong.code == 1
    assert wrong.out.splitlines()[0] == (
        f"Player {ANA} of server {GUILD} stands at won 7, lost 2, tied 0, streak -2, no rating in "
        "all in season 1, but the duels add up to won 0, lost 2, tied 0, streak -2, no rating. "
        "`duelhost recount` counts them again."
    )
    counted = "The standings in duelhost.db are what the duels add up to. Duels counted: 2.\n"
    assert duelhost("recount") == Run(0, counted, "")
    assert duelhost("check").code == 0
    assert duelhost("recount", "--database", "no.db") == failed(NoDatabase(Path("no.db")))


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
    *(["check"], ["recount"], ["migrate"]),
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
    assert duelhost("restore", odd, "--database", "new.db").out.startswith("new.db is what ?.db")


async def test_while_the_bot_is_running(duelhost: Duelhost, database: Path) -> None:
    async with open_store(database) as store:
        await later_table(store).finish()
        assert duelhost("backup", "b.db").code == duelhost("check").code == 0
        assert duelhost("check", "--database", "b.db").out.startswith(
            "b.db is sound. Duels judged again: 3."
        )
        for command in ("migrate", "recount"):
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
    """What is left is counted the next time, or by the bot."""

    @contextmanager
    def pressing(_what: str) -> Iterator[Callable[[int, int], None]]:
        yield lambda _done, _all: signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patch:
        patch.setattr(bot.cli.recount, "progress", pressing)
        patch.setattr(recounting, "AT_ONCE", 1)
        assert duelhost("recount") == Run(130, "", "")
    left = words.trouble(NotCounted(GUILD, 1))
    assert duelhost("check").out == f"{left}\n"
    assert duelhost("recount").code == duelhost("check").code == 0


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
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_reader_that_has_gone(duelhost: Duelhost, command: list[str]) -> None:
    """As after `| head -1`: no word about it."""
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
