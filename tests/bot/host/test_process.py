"""The bot as whoever hosts it sees it: a process that starts, stops and says why."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from time import monotonic
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from structlog.testing import capture_logs

from bot.client import Duelhost
from bot.delivery.shared_http import SharedHttp
from bot.features.registry import COMMANDS
from bot.host import close_codes, login, settings, shards
from bot.host import process as running
from bot.host.login import out_of_reach
from bot.host.misconfigured import EXIT_CODE
from bot.host.settings import DATABASE
from bot.host.shards import Shards
from bot.services import share
from bot.text import terminal
from bot.text.troubles import trouble
from engine.games.packages import LeftOut
from storage.engines import database_at
from storage.leases import OnlyProcess
from storage.sqlite.store import open_store
from storage.trouble import OtherApplication, Unavailable
from tests.bot.host.discord_stub import TOKEN, Discord
from tests.bot.host.program import SOON, Start, surroundings
from tests.program import Duelhost as Typed

REFUSED = (
    "duelhost: Discord doesn't accept the token that DISCORD_TOKEN gives. Copy it again from the "
    "bot's page at https://discord.com/developers/applications, or have a new one made there."
)


async def soon(event: asyncio.Event) -> None:
    await asyncio.wait_for(event.wait(), SOON)


@pytest.fixture
async def there() -> AsyncIterator[Discord]:
    async with Discord().reachable() as there:
        yield there


async def test_it_runs_until_a_signal_comes(start: Start, there: Discord) -> None:
    async def one(number: int, **chosen: str) -> str:
        program = await start(there, **chosen)
        assert (await program.until("ready"))["servers"] == 0
        if "commands registered" not in program.said:
            await program.until("commands registered")
        program.tell(number)
        assert await program.ends() == 0
        left = {each.name for each in program.folder.iterdir()}
        assert left == {"duelhost.db", "duelhost.db.lock"}
        return program.said

    async with asyncio.TaskGroup() as group:
        calm = group.create_task(one(signal.SIGTERM))
        loud = group.create_task(one(signal.SIGINT, DUELHOST_LOG_LEVEL="debug"))
    events = [json.loads(line)["event"] for line in calm.result().splitlines()]
    assert events[0] == "starting"
    assert "commands registered" in events
    assert events[-2:] == ["stopping", "stopped"]
    assert "has sent the IDENTIFY payload" in loud.result()
    assert there.registered == 2
    assert there.left.is_set()


async def test_what_has_begun_is_finished(start: Start, there: Discord) -> None:
    program = await start(there)
    await soon(there.identified)
    await there.ask()
    await soon(there.asked)
    program.tell()
    await program.until("stopping")
    assert not there.left.is_set()
    there.answerable.set()
    assert await program.ends() == 0
    assert there.answered.is_set()
    assert "stopped before everything was finished" not in program.said


async def test_after_a_second_signal_nothing_is_waited_for(start: Start, there: Discord) -> None:
    program = await start(there)
    await soon(there.identified)
    await there.ask()
    await soon(there.asked)
    program.tell()
    await program.until("stopping")
    begun = monotonic()
    program.tell(signal.SIGINT)
    await program.until("stopped before everything was finished")
    assert await program.ends() == 0
    assert monotonic() - begun < running.PATIENCE / 2


async def test_it_waits_for_the_network(start: Start) -> None:
    there = Discord()
    program = await start(there)
    warned = await program.until("Discord can't be reached yet")
    assert warned["failed"].startswith("ClientConnectorError: ")
    assert (warned["level"], warned["again_in"]) == ("warning", 1)
    async with there.reachable():
        await soon(there.identified)
        program.tell()
        assert await program.ends() == 0
    assert "Unclosed" not in program.said


async def test_a_signal_while_there_is_no_network(start: Start) -> None:
    program = await start(Discord())
    await program.until("Discord can't be reached yet")
    program.tell()
    assert await program.ends() == 0
    assert json.loads(program.said.splitlines()[-1])["event"] == "stopped"


async def test_why_it_does_not_start(start: Start) -> None:
    """One after another would take long."""

    async def one(sentence: str, code: int, at: Discord, **chosen: str) -> None:
        async with at.reachable():
            program = await start(at, **chosen)
            assert await program.ends() == code
        assert program.said.splitlines()[-1].startswith(sentence)
        assert "Traceback" not in program.said

    changed, dismissed, elsewhere = Discord(), Discord(), Discord()
    changed.token = TOKEN[1:]
    dismissed.close_with = close_codes.UNKNOWN_TOKEN
    astray = "duelhost: " + terminal.SETTINGS["no-discord"]
    url = f"{elsewhere.url}/nowhere"
    async with asyncio.TaskGroup() as group:
        group.create_task(one(REFUSED, EXIT_CODE, changed))
        group.create_task(one(REFUSED, EXIT_CODE, dismissed))
        group.create_task(one(astray, EXIT_CODE, elsewhere, DUELHOST_DISCORD_URL=url))
        no_folder = "duelhost: There is no folder x."
        group.create_task(one(no_folder, 1, Discord(), DUELHOST_DATABASE="x/y.db"))


async def test_a_bot_of_another_application_leaves_the_database_alone(
    start: Start, there: Discord, tmp_path: Path
) -> None:
    shared, other = tmp_path / "shared.db", Discord()
    first = await start(there, DUELHOST_DATABASE=str(shared))
    await first.until("ready")
    first.tell()
    assert await first.ends() == 0
    other.application["id"] = "223"
    async with other.reachable():
        second = await start(other, DUELHOST_DATABASE=str(shared))
        assert await second.ends() == EXIT_CODE
        why = trouble(OtherApplication(shared, "222", "223"))
        assert second.said.splitlines()[-1] == f"duelhost: {why}"
        assert not other.shards_identified
        third = await start(other, "-m", "bot", "restored", DUELHOST_DATABASE=str(shared))
        assert await third.ends() == 0
        fourth = await start(other, DUELHOST_DATABASE=str(shared))
        await fourth.until("ready")
        fourth.tell()
        assert await fourth.ends() == 0


async def test_its_own_mistake_goes_into_the_log(start: Start, there: Discord) -> None:
    there.application = {"nothing": "that discord.py can read"}
    program = await start(there)
    mistake = await program.until("stopped by a mistake of its own")
    assert mistake["level"] == "error"
    assert "KeyError" in mistake["exception"]
    assert await program.ends() == 1


LINGERING = """
import asyncio, time
from bot.host import login, settings
from bot.host import process as running
from bot.host.login import out_of_reach
from bot.host.settings import DATABASE
from bot.client import Duelhost
from bot.features.registry import COMMANDS
from bot.program import main

async def logged_in(*_):
    await asyncio.to_thread(time.sleep, 60)

running.logged_in = logged_in
main(["run"])
"""


async def test_a_name_that_is_still_looked_up_holds_nothing_up(start: Start) -> None:
    program = await start(Discord(), "-c", LINGERING)
    await program.until("starting")
    program.tell()
    assert await program.ends() == 0


def test_other_commands_do_not_wait_for_discord() -> None:
    script = "import sys; from bot.program import main; sys.argv[1:] = ['solve', 'divisor', '6']\n"
    script += "try: main()\nfinally: print({'aiohttp', 'discord', 'structlog'} & {*sys.modules})"
    run = subprocess.run(
        [sys.executable, "-c", script],
        env=surroundings(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.splitlines()[-1] == "set()"


def test_a_loop_of_pythons_own_does_too(monkeypatch: pytest.MonkeyPatch) -> None:
    import uvloop  # noqa: PLC0415

    assert running.loop_factory() is uvloop.new_event_loop
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert running.loop_factory() is None


# Cases that are hard to bring about from outside the process.


def answered(status: int, kind: type[discord.HTTPException] = discord.HTTPException) -> Exception:
    response: Any = SimpleNamespace(status=status, reason="")
    return kind(response, "")


def gateway_not_found() -> Exception:
    return discord.GatewayNotFound()  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(
    ("error", "verdict"),
    [
        (answered(500), True),
        (answered(429), True),
        (answered(403), False),
        (gateway_not_found(), True),
        (TimeoutError(), True),
        (OSError(), True),
        (discord.LoginFailure(), False),
        (ValueError(), False),
    ],
)
def test_what_may_be_better_in_a_minute(error: Exception, verdict: bool) -> None:
    assert out_of_reach(error) is verdict


class Stopping:
    """Shards that can be stopped."""

    def __init__(self, fails: Exception | None = None) -> None:
        self.fails = fails

    async def finish(self) -> None:
        if self.fails:
            raise self.fails
        await asyncio.Event().wait()


class Open(SharedHttp):
    """Notices that it is closed for good."""

    closed = False

    async def disconnect(self) -> None:
        self.closed = True


async def test_patience_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PATIENCE", 0.01)
    client: Any = Stopping()
    with capture_logs() as lines:
        await running.finish(client, asyncio.Event())
    assert [each["event"] for each in lines] == [
        "stopping",
        "stopped before everything was finished",
    ]


async def test_what_cannot_be_finished_is_no_reason_to_stay() -> None:
    client: Any = Stopping(ValueError())
    with capture_logs() as lines:
        await running.finish(client, asyncio.Event())
    assert [each["event"] for each in lines] == ["stopping", "something couldn't be finished"]


async def test_a_connection_that_does_not_close(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hang(_client: Duelhost) -> None:
        await asyncio.Event().wait()

    async def turn(_shard: int) -> None: ...

    monkeypatch.setattr(shards, "FAREWELL", 0.01)
    monkeypatch.setattr(Duelhost, "close", hang)
    http = Open(lambda _: None)
    async with open_store(tmp_path / "duelhost.db") as store:
        await asyncio.wait_for(Shards(share(store), [], 2, http, turn).close(), SOON)
    assert http.closed


async def test_shards_that_are_being_left_at_the_end_are_closed_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaving = asyncio.Event()

    async def nothing(*_: object) -> None: ...

    async def hang(*_: object) -> None:
        leaving.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Duelhost, "login", nothing)
    monkeypatch.setattr(Duelhost, "abandon", hang)
    monkeypatch.setattr(shards, "keep_connected", hang)
    async with open_store(tmp_path / "duelhost.db") as store:
        served = Shards(share(store), [], 2, Open(lambda _: None), nothing)
        await served.begin([0, 1])
        clients = list(served.clients.values())
        dropping = asyncio.create_task(served.drop([0, 1]))
        await soon(leaving)
        dropping.cancel()
        await asyncio.gather(dropping, return_exceptions=True)
        await served.close()
    assert [each.is_closed() for each in clients] == [True, True]


class Away(OnlyProcess):
    """A database that can't be reached at first."""

    def __init__(self) -> None:
        super().__init__()
        self.claims = 0

    async def claim(self, application: str) -> str:
        self.claims += 1
        if self.claims == 1:
            raise Unavailable(Path("x"))
        return application


async def test_it_waits_for_the_database(
    there: Discord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    monkeypatch.setattr(
        discord.gateway.DiscordWebSocket,
        "DEFAULT_GATEWAY",
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY,
    )
    monkeypatch.setattr(running, "BACKOFF", (0,))
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DUELHOST_DISCORD_URL", there.url)
    async with open_store(tmp_path / "duelhost.db") as store:
        monkeypatch.setattr(store.backend, "_leases", away := Away())
        with capture_logs() as log:
            served = await running.logged_in(share(store), settings.read(DATABASE))
        await served.close()
    assert away.claims == 2
    assert [each["event"] for each in log] == ["the database can't be reached yet"]


async def test_the_usual_discord_is_never_the_wrong_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DUELHOST_DISCORD_URL", raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    chosen = settings.read(DATABASE)

    async def log_in(_token: str) -> None:
        raise answered(404, discord.NotFound)

    with pytest.raises(discord.NotFound):
        await login.log_in(log_in, SharedHttp(lambda _: None), chosen)
    assert discord.http.Route.BASE == "https://discord.com/api/v10"


def test_help_names_both(duelhost: Typed) -> None:
    for name in ("run", "doctor"):
        assert f" {name} " in duelhost("--help").out


async def test_nobody_waits_for_servers_after_the_end(tmp_path: Path) -> None:
    """discord.py waits for servers for two seconds after connecting, and then fails if its loop has
    gone."""
    async with open_store(tmp_path / "duelhost.db") as store:
        client = Duelhost(share(store), COMMANDS)
        waiting = asyncio.create_task(asyncio.Event().wait())
        client._connection._ready_task = waiting  # noqa: SLF001  (discord.py's)
        await client.close()
        with pytest.raises(asyncio.CancelledError):
            await waiting


async def test_games_that_are_left_out_are_logged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def interrupted(*_: object) -> bool:
        return False

    monkeypatch.setattr(running, "saved_first", interrupted)
    monkeypatch.setattr(running, "LEFT_OUT", [LeftOut("duelhost-x", "x", "unusable", "why")])
    with capture_logs() as log:
        await running.serve(
            cast(settings.Settings, SimpleNamespace(database=database_at(DATABASE)))
        )
    assert [each for each in log if each["log_level"] == "warning"] == [
        {
            "event": "a game is left out",
            "log_level": "warning",
            "package": "duelhost-x",
            "game": "x",
            "reason": "unusable",
        }
    ]


async def test_nothing_is_upgraded_for_whom_the_backup_before_takes_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given_up, hosted = asyncio.Event(), list[object]()

    async def save(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        try:
            await asyncio.Event().wait()
        finally:
            given_up.set()

    monkeypatch.setattr(running, "save_before_upgrade", save)
    monkeypatch.setattr(running, "host", hosted.append)
    with capture_logs() as log:
        await running.serve(
            cast(settings.Settings, SimpleNamespace(database=database_at(DATABASE)))
        )
    assert given_up.is_set()
    assert not hosted
    assert [each["event"] for each in log] == ["starting", "stopped"]
