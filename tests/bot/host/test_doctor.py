"""The doctor checks the installation, reports its findings, and changes nothing."""

import asyncio
import inspect
import os
import re
import shutil
import sys
from collections import namedtuple
from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.host import discord_checks as inquiring
from bot.host import doctor_checks as examining
from bot.host import settings
from bot.host.discord_checks import Told
from bot.host.doctor_checks import Finding, Mark
from bot.host.misconfigured import EXIT_CODE
from bot.host.settings import PREFIX, Premises
from bot.text import terminal
from bot.text.troubles import trouble
from engine.durations import HOUR
from engine.games import packages
from engine.ids import Instant
from storage.engines import database_at
from storage.files import back_up_into, library_version
from storage.sqlite import inspection
from storage.sqlite.file import APPLICATION
from storage.sqlite.migrate import MIGRATIONS
from storage.sqlite.store import open_store
from storage.trouble import NoFolder, NotOurs, OldSqlite, OtherApplication, ReadOnly
from tests.bot.host.discord_stub import TOKEN, Discord
from tests.program import Duelhost
from tests.storage.copy_process import ROOT
from tests.storage.damage import say

KNOWN = len(MIGRATIONS)
# A reason to leave a game out, where it is given.
LEFT_OUT = re.compile(r'_Unfit\("([a-z-]+)"')
REFUSED = terminal.SETTINGS["token-refused"].format(key="DISCORD_TOKEN")
LINK = "https://discord.com/oauth2/authorize?client_id=222&scope=bot+applications.commands"
# View Channel, Send Messages, Create Public Threads, Send Messages in Threads and Attach Files.
LINK += f"&permissions={1 << 10 | 1 << 11 | 1 << 35 | 1 << 38 | 1 << 15}"
NOW = Instant(1_763_467_200_000)
Usage = namedtuple("Usage", ["free"])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder and an environment in which only the token is set."""
    monkeypatch.chdir(tmp_path)
    for key in os.environ:
        if key.startswith(("DISCORD_", PREFIX)):
            monkeypatch.delenv(key)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    return tmp_path


@pytest.fixture
def database(folder: Path) -> Path:
    """The database of a bot that has stopped."""

    async def make() -> None:
        async with open_store(folder / "duelhost.db"):
            pass

    asyncio.run(make())
    return Path("duelhost.db")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(each): each.read_bytes() for each in folder.rglob("*")}


def test_every_reason_to_leave_a_game_out_has_a_sentence() -> None:
    codes = set(LEFT_OUT.findall(inspect.getsource(packages)))
    assert codes == terminal.LEFT_OUT.keys()


def rows(out: str) -> list[str]:
    """Each as one line, however wide the terminal is."""
    lines = re.sub(r"\n {3,}", " ", out).splitlines()
    return [" ".join(line.split()) for line in lines if line.strip()]


def test_a_healthy_machine(duelhost: Duelhost, folder: Path, database: Path) -> None:
    before = contents(folder)
    run = duelhost("doctor", "--offline")
    assert (run.code, run.err) == (0, "")
    python, sqlite, *others = rows(run.out)
    assert re.fullmatch(r"✔ Python 3\.\d+\.\d+\S*", python)
    assert re.fullmatch(r"✔ SQLite 3\.\d+\.\d+", sqlite)
    assert re.fullmatch(r"✔ Disk \S+ [kMGTPE]?B are free where duelhost\.db is\.", others.pop(3))
    assert others == [
        "✔ Settings All of them are valid.",
        "✔ Token It is set in DISCORD_TOKEN.",
        f"✔ Database {database} is up to date (schema {KNOWN}).",
        "– Backups None is made by itself. Set DUELHOST_BACKUP_DIR to a folder for them.",
        f"– Discord {terminal.FINDINGS['offline']}",
    ]
    assert contents(folder) == before


def test_before_the_first_start(duelhost: Duelhost, folder: Path) -> None:
    run = duelhost("doctor", "--offline")
    assert run.code == 0
    assert "– Database There is none at duelhost.db yet. The bot makes it when it starts." in rows(
        run.out
    )
    assert contents(folder) == {}


def backups(folder: Path, backup_hours: int = 24) -> tuple[Mark, str]:
    premises = Premises(backup_dir=folder, backup_hours=backup_hours)
    (finding,) = examining.backups(Path("duelhost.db"), premises, NOW)
    return finding.mark, finding.text


@pytest.mark.parametrize(
    ("hours", "age", "mark"),
    [(24, 47, Mark.FINE), (24, 49, Mark.WRONG), (168, 300, Mark.FINE), (0, 49, Mark.WRONG)],
)
def test_backups_that_come_and_that_do_not(
    database: Path, folder: Path, hours: int, age: int, mark: Mark
) -> None:
    back_up_into(database, folder, 1, Instant(NOW - age * HOUR))
    said = f"The last one in {folder} is {age} hours old."
    if mark is Mark.WRONG:
        said += " See in the log why there is none since."
    assert backups(folder, backup_hours=hours) == (mark, said)


def test_backups_that_cannot_come(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = f"There are none in {folder} yet."
    assert backups(folder) == (Mark.OPEN, first)
    nowhere = folder / "none"
    missing = f"There is no folder {nowhere} for them. Make it, or choose another."
    assert backups(nowhere) == (Mark.WRONG, missing)
    monkeypatch.setattr(os, "access", lambda _, how: how != os.W_OK)
    closed = f"{folder} can't be written to. Let the user that runs Duelhost write to that folder."
    assert backups(folder) == (Mark.WRONG, closed)
    # The folder may be closed to the bot if it makes no backups itself.
    assert backups(folder, backup_hours=0) == (Mark.OPEN, first)


def test_backups_that_nobody_may_look_at(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: Path) -> None:
        raise PermissionError(13, "no")

    monkeypatch.setattr(Path, "iterdir", refuse)
    chosen = Premises(backup_dir=folder, backup_hours=0)
    (found,) = examining.backups(folder / "duelhost.db", chosen, Instant(0))
    assert (found.what, found.mark) == ("backups", Mark.WRONG)
    assert str(folder) in found.text


def test_wrong_settings(duelhost: Duelhost, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUELHOST_LOG_LEVEL", TOKEN)
    monkeypatch.setenv("DUELHOST_LOG_FORMAT", "xml")
    run = duelhost("doctor")
    assert run.code == EXIT_CODE
    assert TOKEN not in run.out + run.err
    said = rows(run.out)
    assert said[2:4] == [
        "✘ Settings DUELHOST_LOG_LEVEL has to be debug, info, warning or error.",
        "✘ Settings DUELHOST_LOG_FORMAT has to be console or json.",
    ]
    assert said[-1] == f"– Discord {terminal.FINDINGS['not-asked']}"


def test_a_token_in_a_file(duelhost: Duelhost, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "token")
    Path("token").write_text(TOKEN)
    assert "✔ Token It is set in DISCORD_TOKEN_FILE." in rows(duelhost("doctor", "--offline").out)


def looked_at(path: Path) -> Finding:
    return next(examining.database(database_at(str(path))))


async def test_a_bot_is_running(folder: Path) -> None:
    path = folder / "duelhost.db"
    async with open_store(path):
        assert looked_at(path) == Finding(
            "database",
            Mark.FINE,
            f"{path} is up to date (schema {KNOWN}), and a bot is running with it.",
        )


def test_an_older_database() -> None:
    path = Path("duelhost.db")
    say(path, f"PRAGMA application_id = {APPLICATION}")
    assert looked_at(path) == Finding(
        "database",
        Mark.OPEN,
        f"duelhost.db was written by an earlier Duelhost (schema 0; this one needs {KNOWN}). The "
        "bot brings it up to date when it starts; make a copy with `duelhost backup` first.",
    )


def test_an_older_database_has_no_notes() -> None:
    path = Path("duelhost.db")
    say(path, f"PRAGMA application_id = {APPLICATION}")
    assert database_at("duelhost.db").noted("key") is None


def test_a_database_that_never_had_a_lock(database: Path) -> None:
    Path("duelhost.db.lock").unlink()
    assert looked_at(database).mark is Mark.FINE
    assert not Path("duelhost.db.lock").exists()


def test_what_is_wrong_with_a_database(duelhost: Duelhost, database: Path) -> None:
    database.write_text("my thesis")
    run = duelhost("doctor", "--offline")
    assert run.code == 1
    assert f"✘ Database {trouble(NotOurs(database))}" in rows(run.out)
    assert looked_at(Path("nowhere/a.db")).text == trouble(NoFolder(Path("nowhere/a.db")))


@pytest.mark.parametrize("read_only", [".", "duelhost.db"])
def test_a_database_that_cannot_be_written_to(
    database: Path, monkeypatch: pytest.MonkeyPatch, read_only: str
) -> None:
    """Root, as in a container, may write anywhere: then only the system reports a read-only
    file."""
    may = os.access
    monkeypatch.setattr(
        os, "access", lambda path, how: may(path, how) and (str(path), how) != (read_only, os.W_OK)
    )
    wrong = Finding("database", Mark.WRONG, trouble(ReadOnly(Path(read_only))))
    assert looked_at(database) == wrong


def test_a_disk_that_is_nearly_full(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(99_999_999))
    _, disk = examining.database(database_at(str(database)))
    text = "Only 100.0 MB are free where duelhost.db is. Make room."
    assert disk == Finding("disk", Mark.WRONG, text)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(100_000_000))
    assert [*examining.database(database_at(str(database)))][1].mark is Mark.FINE


def test_an_old_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    version = library_version()
    monkeypatch.setattr(inspection, "LEAST_SQLITE", (99, 0, 0))
    _, sqlite = examining.programs()
    assert sqlite == Finding("sqlite", Mark.WRONG, trouble(OldSqlite(version, "99.0.0")))


def test_everything_that_is_looked_at_has_a_name() -> None:
    source = "".join(
        (ROOT / "bot" / "host" / f"{each}.py").read_text()
        for each in ("doctor_checks", "discord_checks")
    )
    assert set(re.findall(r'(?:found|Finding)\(\s*"(\w+)"', source)) == terminal.EXAMINED.keys()
    assert all(
        f'"{code}"' in source for code in terminal.FINDINGS.keys() - {"offline", "not-asked"}
    )


# Discord itself is asked.


@pytest.fixture
def addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore discord.py's addresses after the test."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


async def ask(at: Discord, monkeypatch: pytest.MonkeyPatch) -> Told:
    monkeypatch.setenv("DUELHOST_DISCORD_URL", at.url)
    return await inquiring.ask(settings.read("duelhost.db"))


async def program(command: str, at: Discord) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot", command),
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "DUELHOST_DISCORD_URL": at.url,
            "DUELHOST_LOG_LEVEL": "debug",
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


def says(what: str, code: str, mark: Mark = Mark.FINE, **facts: object) -> Finding:
    return Finding(what, mark, terminal.FINDINGS[code].format(**facts))


async def test_what_discord_says() -> None:
    async with Discord().reachable() as there:
        there.application["approximate_guild_count"] = 3
        doctor = await program("doctor", there)
        out, err = (each.decode() for each in await doctor.communicate())
    assert doctor.returncode == 0
    assert TOKEN not in out + err
    assert '"logger":"discord.http"' in err
    assert rows(out)[-7:] == [
        "✔ Discord It knows this bot as Duelhost.",
        "✔ Servers The bot is in 3, says Discord, which counts now and then.",
        "– Commands Those of this version will be registered when the bot starts.",
        "✔ Shards Discord recommends 1. DUELHOST_SHARDS isn't set, so the bot has as many.",
        "✔ Sessions " + terminal.FINDINGS["starts-left"].format(left=999, total=1000, shards=1),
        "Invite the bot into a server:",
        LINK,
    ]
    assert f"\n{LINK}\n" in out
    assert not Path("duelhost.db").exists()
    assert not there.registered


@pytest.mark.usefixtures("addresses")
async def test_a_bot_that_runs_is_not_disturbed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Discord().reachable() as there:
        running = await program("run", there)
        await asyncio.wait_for(there.identified.wait(), 20)
        async with asyncio.timeout(20):
            # It registers its commands beside everything else.
            while (
                says("commands", "commands-current") not in (await ask(there, monkeypatch)).findings
            ):
                pass
        assert not there.left.is_set()
        running.terminate()
        await running.communicate()
    assert running.returncode == 0


@pytest.mark.usefixtures("addresses")
async def test_what_is_wrong_at_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Discord().reachable() as there:
        there.application["interactions_endpoint_url"] = "https://example.org"
        there.starts |= {"remaining": 0, "reset_after": 3_599_000}
        told = await ask(there, monkeypatch)
    assert told.link == LINK
    assert told.findings == [
        says("discord", "connected", name="Duelhost"),
        says("discord", "endpoint", Mark.WRONG),
        says("servers", "no-servers", Mark.OPEN),
        says("commands", "commands-later", Mark.OPEN),
        says("shards", "shards-recommended", recommended=1),
        says("starts", "too-few-starts", Mark.WRONG, left=0, total=1000, shards=1, minutes=60),
    ]


@pytest.mark.usefixtures("addresses")
async def test_the_database_of_another_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_store(Path("duelhost.db")) as store:
        assert await store.leases.claim("221") == "221"
    async with Discord().reachable() as there:
        told = await ask(there, monkeypatch)
    why = trouble(OtherApplication(Path("duelhost.db"), "221", "222"))
    assert Finding("application", Mark.MISCONFIGURED, why) in told.findings
    assert "commands" not in [each.what for each in told.findings]


@pytest.mark.parametrize(
    ("chosen", "code", "mark"),
    [("3", "few-shards", Mark.OPEN), ("4", "shards-set", Mark.FINE)],
)
@pytest.mark.usefixtures("addresses")
async def test_how_many_shards_discord_recommends(
    monkeypatch: pytest.MonkeyPatch, chosen: str, code: str, mark: Mark
) -> None:
    monkeypatch.setenv("DUELHOST_SHARDS", chosen)
    async with Discord().reachable() as there:
        there.shards = 4
        there.starts |= {"remaining": 3}
        told = await ask(there, monkeypatch)
    assert says("shards", code, mark, chosen=chosen, recommended=4) in told.findings
    starts = told.findings[-1]
    assert starts.mark is (Mark.FINE if chosen == "3" else Mark.WRONG)


@pytest.mark.usefixtures("addresses")
async def test_discord_does_not_want_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    there = Discord()
    there.token = TOKEN[1:]
    async with there.reachable():
        told = await ask(there, monkeypatch)
    assert told == Told([Finding("discord", Mark.MISCONFIGURED, REFUSED)])


@pytest.mark.usefixtures("addresses")
async def test_discord_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    there = Discord()
    why = f"Cannot connect to host 127.0.0.1:{there.port} s"[:40] + "…"
    unreachable = says("discord", "unreachable", Mark.WRONG, failed=why, address=there.url)
    assert await ask(there, monkeypatch) == Told([unreachable])


@pytest.mark.usefixtures("addresses")
async def test_discord_takes_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inquiring, "LONGEST", 0)
    async with Discord().reachable() as there:
        told = await ask(there, monkeypatch)
    slow = says("discord", "unreachable", Mark.WRONG, failed="TimeoutError", address=there.url)
    assert told == Told([slow])


def test_marks_lead_to_exit_codes() -> None:
    codes = {mark: mark.code for mark in Mark}
    assert codes == {Mark.FINE: 0, Mark.OPEN: 0, Mark.WRONG: 1, Mark.MISCONFIGURED: EXIT_CODE}
