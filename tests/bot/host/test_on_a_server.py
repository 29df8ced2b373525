"""The bot with its database on a server: settings, log and status."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import quote

import aiohttp
import pytest
from aiohttp.test_utils import unused_port

from bot.host import logs, settings
from bot.host.backup_schedule import making_backups, save_before_upgrade
from bot.host.misconfigured import EXIT_CODE, Misconfigured
from bot.host.settings import Premises
from bot.host.status import Serving, open_status
from bot.text import storage_failures, terminal
from storage.engines import database_at
from storage.shards import ONLY
from tests.bot.host.discord_stub import TOKEN, Discord
from tests.bot.host.exposed_metrics import samples
from tests.program import Duelhost as Program
from tests.program import Run
from tests.storage.copy_process import ROOT

SOON = 20.0
BACKUP_AGE = "duelhost_backup_age_seconds"
CLIENT = SimpleNamespace(shard=ONLY, connected=True, closing=False, guilds=[])
FLEET = cast(Serving, SimpleNamespace(clients={0: CLIENT}))


@pytest.fixture(autouse=True)
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder and an environment in which only the token is set."""
    monkeypatch.chdir(tmp_path)
    for key in os.environ:
        if key.startswith(("DISCORD_", settings.PREFIX)):
            monkeypatch.delenv(key)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)


@pytest.mark.parametrize("typed", [True, False])
def test_a_folder_for_backups_is_a_wrong_setting(
    duelhost: Program, database: str, monkeypatch: pytest.MonkeyPatch, typed: bool
) -> None:
    monkeypatch.setenv("DUELHOST_BACKUP_DIR", "copies")
    args = ("--database", database) if typed else ()
    if not typed:
        monkeypatch.setenv("DUELHOST_DATABASE", database)
    said = terminal.SETTINGS["server-backups"]
    assert duelhost("run", *args) == Run(EXIT_CODE, "", f"duelhost: {said}\n")
    with pytest.raises(Misconfigured, match="pg_dump"):
        settings.read(database)
    # A file that is named at the shell has backups, whatever else is set.
    assert settings.read("a.db").backup_dir == Path("copies")
    # Commands beside the bot need no folder.
    assert settings.premises().backup_dir == Path("copies")


def test_an_address_that_cannot_be_read(duelhost: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUELHOST_DATABASE", "postgresql://bot:s3cret@db:five/duels")
    said = storage_failures.TROUBLES["wrong-address"]
    assert duelhost("run") == Run(EXIT_CODE, "", f"duelhost: {said}\n")
    doctor = duelhost("doctor")
    assert doctor.code == EXIT_CODE
    assert " ".join(doctor.out.split()).count("The address of the database") == 1
    assert "s3cret" not in doctor.out


async def test_no_backups_are_made_of_a_server(database: str, tmp_path: Path) -> None:
    premises = Premises(backup_dir=tmp_path)
    location = database_at(database).location
    await save_before_upgrade(location, premises)
    async with making_backups(location, premises):
        assert "backups" not in {each.get_name() for each in asyncio.all_tasks()}
    assert list(tmp_path.iterdir()) == []


class Watched:
    """Whoever asks a bot for its status."""

    def __init__(self, port: int) -> None:
        self._url = f"http://127.0.0.1:{port}"

    async def says(self, what: str) -> tuple[int, str]:
        async with aiohttp.ClientSession() as http, http.get(f"{self._url}/{what}") as response:
            return response.status, await response.text()


@pytest.fixture
async def watched(database: str) -> AsyncIterator[Watched]:
    chosen = Premises(database=database_at(database), status_port=unused_port())
    async with chosen.database.open() as store, open_status(store, chosen) as status:
        status.fleet = FLEET
        yield Watched(cast(int, chosen.status_port))


async def test_the_status(watched: Watched) -> None:
    code, ready = await watched.says("ready")
    assert (code, json.loads(ready)) == (200, {"ready": True, "wrong": []})
    code, metrics = await watched.says("metrics")
    assert code == 200
    found = samples(metrics)
    assert found["duelhost_connected"] == 1
    assert BACKUP_AGE not in metrics
    assert not any(value != value for value in found.values())  # noqa: PLR0124  (no NaN)


async def test_a_bot_runs(database: str) -> None:
    port = unused_port()
    async with Discord().reachable() as there:
        program = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"),
            env=os.environ
            | {
                "PYTHONPATH": str(ROOT),
                "DUELHOST_DISCORD_URL": there.url,
                "DUELHOST_DATABASE": database.replace("postgres@", "postgres:s3cret-word@"),
                "DUELHOST_STATUS_PORT": str(port),
                "DUELHOST_LOG_LEVEL": "debug",
            },
            stderr=asyncio.subprocess.PIPE,
        )
        said = await _until(program, "ready")
        code, _ready = await Watched(port).says("ready")
        assert code == 200
        assert database_at(database).is_in_use()
        program.terminate()
        _, rest = await asyncio.wait_for(program.communicate(), SOON)
    assert program.returncode == 0
    (starting,) = [each for each in said if each["event"] == "starting"]
    assert starting["database"] == str(database_at(database).location)
    assert "s3cret" not in f"{said} {rest.decode()}"


async def _until(program: asyncio.subprocess.Process, event: str) -> list[dict[str, Any]]:
    """Return what the bot logs up to this event."""
    assert program.stderr
    said = list[dict[str, Any]]()
    while line := await asyncio.wait_for(program.stderr.readline(), SOON):
        said.append(json.loads(line))
        if said[-1]["event"] == event:
            return said
    raise AssertionError(said)


@pytest.mark.parametrize("password", ['s3cret"wörd', "s3cret/w@rd"])
def test_no_line_has_the_password(password: str) -> None:
    url = f"postgresql://bot:{quote(password, safe='')}@db/duels"
    redact = logs.Redactor(TOKEN, database_at(url).secrets)
    for line in (password, url, json.dumps({"event": password})):
        shown = redact(None, "info", f"some {line} words")
        assert "s3cret" not in shown
        assert logs.CONCEALED in shown


def test_a_short_password_ruins_no_line() -> None:
    """It can't be hidden without telling what it is."""
    assert logs.Redactor(TOKEN, ("e",))(None, "info", "ready") == "ready"
