"""`duelhost export` and `duelhost import`, at a shell."""

import asyncio
import gzip
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.filesize import decimal

import bot.cli.export
import bot.cli.import_
from bot.text import terminal
from bot.text.troubles import trouble as sentence_of
from storage.sqlite.check import check
from storage.sqlite.store import open_store
from storage.trouble import (
    BrokenOff,
    DuelsAlready,
    ImpossibleDuel,
    InUse,
    NoDatabase,
    NoFolder,
    NotATranscript,
    NothingKept,
    NoTranscript,
    Occupied,
    Trouble,
)
from tests.program import Duelhost, Run
from tests.storage.builders import GUILD, Table
from tests.storage.copy_process import ROOT, later_table
from tests.storage.export_file.edit import changed, lines_of, rows, sealed

PATH = Path("/srv/hall.jsonl.gz")
MANY = 1200


@pytest.fixture
def database(folder: Path) -> Path:
    """One in the usual place, in which three duels have been played and one goes on."""
    asyncio.run(_play(folder / "duelhost.db"))
    return Path("duelhost.db")


async def _play(path: Path) -> None:
    async with open_store(path) as store:
        table = Table(store)
        for _ in range(3):
            await table.finish()
        await table.start()


def size(name: str) -> str:
    return decimal(Path(name).stat().st_size)


def failed(why: Trouble) -> Run:
    return Run(1, "", f"duelhost: {sentence_of(why)}\n")


IMPORTED = terminal.IMPORTED.format(guild=GUILD, path="new.db", duels=4) + "\n"


def test_out_and_in_again(duelhost: Duelhost, database: Path) -> None:
    run = duelhost("export", str(GUILD), "x.gz")
    exported = terminal.EXPORTED.format(guild=GUILD, target="x.gz", size=size("x.gz"), duels=4)
    assert run == Run(0, f"{exported}\n", "")
    assert duelhost("import", "x.gz", "--database", "new.db") == Run(0, IMPORTED, "")
    assert duelhost("check", "--database", "new.db").code == 0
    assert duelhost("import", "x.gz") == failed(DuelsAlready(database, GUILD, 4))
    assert duelhost("export", str(GUILD), "y.gz", "--database", "new.db").code == 0
    assert len(lines_of(Path("y.gz").read_bytes())) == len(lines_of(Path("x.gz").read_bytes()))


@pytest.mark.usefixtures("database")
def test_no_file_is_written_over(duelhost: Duelhost) -> None:
    Path("x.gz").write_text("mine")
    assert duelhost("export", str(GUILD), "x.gz") == failed(Occupied(Path("x.gz")))
    assert Path("x.gz").read_text() == "mine"


@pytest.mark.usefixtures("database")
def test_what_cannot_be_exported(duelhost: Duelhost) -> None:
    assert duelhost("export", "7", "x.gz") == failed(NothingKept(7))
    assert duelhost("export", str(GUILD), "no/x.gz") == failed(NoFolder(Path("no/x.gz")))
    nowhere = failed(NoDatabase(Path("no.db")))
    assert duelhost("export", str(GUILD), "x.gz", "--database", "no.db") == nowhere
    for server in ("0", "hall", str(2**63), "1.5"):
        assert duelhost("export", server, "x.gz").code == 2
    assert not Path("x.gz").exists()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", [["export", "7"], ["import"]])
def test_a_folder_is_no_file(duelhost: Duelhost, command: list[str]) -> None:
    Path("x").mkdir()
    run = duelhost(*command, "x")
    assert (run.code, run.out) == (2, "")
    assert "is a directory" in " ".join(run.err.replace("│", " ").split())


@pytest.mark.usefixtures("database")
def test_what_cannot_be_imported(duelhost: Duelhost) -> None:
    path = Path("x.gz")
    new = ("--database", "new.db")
    assert duelhost("import", "x.gz", *new) == failed(NoTranscript(path))
    path.write_text("my thesis")
    assert duelhost("import", "x.gz", *new) == failed(NotATranscript(path))
    assert not Path("new.db").exists()
    path.unlink()
    duelhost("export", str(GUILD), "x.gz")
    lines = lines_of(path.read_bytes())[:-1]
    path.write_bytes(gzip.compress(b"\n".join(lines)))
    assert duelhost("import", "x.gz", *new) == failed(BrokenOff(path, 5))
    path.write_bytes(sealed([*lines[:2], changed(lines[2], winner=0), *lines[3:]]))
    why = ImpossibleDuel(path, 3, 1, "its parts contradict one another")
    assert duelhost("import", "x.gz", *new) == failed(why)
    run = duelhost("check", *new)
    assert run.out == terminal.SOUND.format(path="new.db", duels=0) + "\n"


async def test_while_the_bot_is_running(duelhost: Duelhost, database: Path) -> None:
    async with open_store(database) as store:
        await later_table(store).finish()
        assert duelhost("export", str(GUILD), "x.gz").out.endswith("Duels: 5.\n")
        assert duelhost("import", "x.gz") == failed(InUse(database))
        assert duelhost("import", "x.gz", "--database", "new.db").code == 0


# Interrupted imports.


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize(
    ("module", "command"),
    [
        (bot.cli.export, ["export", str(GUILD), "y.gz"]),
        (bot.cli.import_, ["import", "x.gz", "--database", "new.db"]),
    ],
)
def test_ctrl_c(
    duelhost: Duelhost, monkeypatch: pytest.MonkeyPatch, module: object, command: list[str]
) -> None:
    @contextmanager
    def pressing(_what: str) -> Iterator[Callable[[int, int], None]]:
        yield lambda _done, _all: signal.raise_signal(signal.SIGINT)

    duelhost("export", str(GUILD), "x.gz")
    asyncio.run(_nothing(Path("new.db")))
    before = rows(Path("new.db"))
    monkeypatch.setattr(module, "progress", pressing)
    assert duelhost(*command) == Run(130, "", "")
    assert rows(Path("new.db")) == before
    assert not Path("y.gz").exists()


async def _nothing(path: Path) -> None:
    async with open_store(path):
        pass


def many() -> bytes:
    """A challenge that was declined, again and again, zipped so that it stays as long as it is."""
    asyncio.run(_decline(Path("little.db")))
    bot.cli.export.export(GUILD, Path("little.gz"), "little.db")
    head, rules, duel, _ = lines_of(Path("little.gz").read_bytes())
    duels = [changed(duel, number=nth + 1) for nth in range(MANY)]
    whole = lines_of(sealed([changed(head, duels=MANY), rules, *duels]))
    return gzip.compress(b"".join(line + b"\n" for line in whole), 0)


async def _decline(path: Path) -> None:
    async with open_store(path) as store:
        table = Table(store)
        match = await table.offer()
        await store.decline(table.call(match.duel.terms.opponent), match.id)


@pytest.mark.usefixtures("folder")
def test_killed_while_it_takes_in(duelhost: Duelhost, monkeypatch: pytest.MonkeyPatch) -> None:
    """The import reads from a pipe, which shows its progress: each line that was written and is no
    longer in the pipe or a buffer has been imported."""
    for name in [each for each in os.environ if each.startswith("COVERAGE_")]:
        monkeypatch.delenv(name)  # who is killed leaves half-written measurements behind
    data = many()
    asyncio.run(_nothing(Path("new.db")))
    before = rows(Path("new.db"))
    os.mkfifo("pipe")
    with (
        subprocess.Popen(
            [sys.executable, "-m", "bot", "import", "pipe", "--database", "new.db"],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        ) as process,
        Path("pipe").open("wb", buffering=0) as pipe,
    ):
        assert len(data) > 400_000
        sent = 0
        while sent < 400_000:
            sent += pipe.write(data[sent:400_000])
        assert process.poll() is None
        process.kill()
        assert process.wait() == -signal.SIGKILL
    assert rows(Path("new.db")) == before
    assert list(check(Path("new.db"))) == []
    Path("whole.gz").write_bytes(data)
    assert duelhost("import", "whole.gz", "--database", "new.db").code == 0
    assert len(rows(Path("new.db"), "duel")["duel"]) == MANY
