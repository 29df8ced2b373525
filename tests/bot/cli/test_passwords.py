"""The password in the address of a database is shown nowhere."""

import json
import os
import subprocess
import sys
from contextlib import closing, suppress
from urllib.parse import quote

import pytest
import typer

from bot.cli import app
from bot.host import settings
from bot.text.troubles import trouble as sentence_of
from storage.engines import database_at
from storage.postgres.address import server_at
from storage.postgres.connecting import connect
from storage.trouble import LoginRefused, StatementFailed
from tests.program import Duelhost
from tests.storage.copy_process import ROOT
from tests.storage.postgres.databases import run
from tests.storage.postgres.server import PostgresServer

# In an address it has to be encoded, and without that it looks like an address itself.
PASSWORD = "s3cret/wörd@distinctive:5432?x=y"  # noqa: S105
SPELLINGS = (PASSWORD, quote(PASSWORD, safe=""), json.dumps(PASSWORD)[1:-1], "distinctive")
FOLDED = quote(PASSWORD, safe="@:/?=")  # as somebody types it who doesn't know that
URL = "postgresql://with_password:{}@127.0.0.1:{}/postgres"

pytestmark = pytest.mark.usefixtures("folder")
# The arguments of each command that works with a database.
COMMANDS = {
    "run": (),
    "doctor": ("--offline",),
    "backup": (),
    "restore": ("b.db", "--force"),
    "restored": (),
    "check": (),
    "recalculate": (),
    "recount": (),
    "export": ("7", "x.gz"),
    "import": ("x.gz",),
    "migrate": (),
}
WITHOUT = {
    *("sandbox", "health", "play", "rules", "solve", "analyse", "measure", "levels", "bench"),
    "move",
}


@pytest.fixture(scope="module")
def port(server: PostgresServer) -> int:
    with closing(connect(server_at(server.url()))) as admin, suppress(StatementFailed):
        run(admin, "CREATE USER with_password PASSWORD 'right'")
    return server.port


def conceals(said: str) -> bool:
    return not any(each in said for each in SPELLINGS)


def test_every_command_is_tried() -> None:
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    assert set(COMMANDS) | WITHOUT == set(commands)
    takes = {
        name
        for name, each in commands.items()
        if any(option.name == "database" for option in each.params)
    }
    assert takes == set(COMMANDS)


def program(*args: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    kept = {key: each for key, each in os.environ.items() if not key.startswith("COVERAGE_")}
    return subprocess.run(
        [sys.executable, "-m", "bot", *args],
        env=kept | {"PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "a.b.c"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("password", [SPELLINGS[1], FOLDED], ids=["encoded", "as typed"])
def test_a_command_that_may_not_log_in(
    duelhost: Duelhost, monkeypatch: pytest.MonkeyPatch, port: int, command: str, password: str
) -> None:
    url = URL.format(password, port)
    if command == "run":
        ran = program("run", DUELHOST_DATABASE=url, DUELHOST_LOG_LEVEL="debug")
        said, code = ran.stdout + ran.stderr, ran.returncode
    else:
        monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
        typed = duelhost(command, *COMMANDS[command], "--database", url)
        said, code = typed.out + typed.err, int(typed.code or 0)
    assert code in (1, 78), said
    assert conceals(said)
    assert "Traceback" not in said


@pytest.mark.parametrize("password", [SPELLINGS[1], FOLDED], ids=["encoded", "as typed"])
def test_a_move_that_may_not_log_in(duelhost: Duelhost, port: int, password: str) -> None:
    url = URL.format(password, port)
    for args in ((url, "new.db"), ("old.db", url), (url, url)):
        typed = duelhost("move", *args)
        assert typed.code == 1
        assert conceals(typed.out + typed.err)


def test_a_login_that_is_refused_names_everything_else(duelhost: Duelhost, port: int) -> None:
    url = URL.format(SPELLINGS[1], port)
    typed = duelhost("check", "--database", url)
    detail = 'password authentication failed for user "with_password"'
    why = LoginRefused(server_at(url).address, detail)
    assert typed.err == f"duelhost: {sentence_of(why)}\n"
    assert f"postgresql://with_password@127.0.0.1:{port}/postgres" in typed.err


def test_settings_and_databases_can_be_printed(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setenv("DUELHOST_DATABASE", URL.format(SPELLINGS[1], port))
    found = settings.read()
    assert found.database == database_at(URL.format(SPELLINGS[1], port))
    assert found.database.secrets == (PASSWORD,)
    assert conceals(f"{found} {found!r} {settings.premises()!r} {found.database}")


def test_a_password_from_elsewhere(
    duelhost: Duelhost, monkeypatch: pytest.MonkeyPatch, port: int
) -> None:
    url = URL.format("", port).replace(":@", "@")
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    typed = duelhost("check", "--database", url)
    assert "password authentication failed" in typed.err
    assert conceals(typed.out + typed.err)
    assert database_at(url).secrets == (PASSWORD,)
    monkeypatch.setenv("PGPASSWORD", "right")
    assert duelhost("doctor", "--offline", "--database", url).code == 78  # there is no token
