"""The status server reports the bot's health and metrics, and `duelhost health` reads them."""

import asyncio
import json
import math
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from ipaddress import ip_address
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, cast
from urllib.request import OpenerDirector

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import unused_port

from bot.client import Duelhost
from bot.host import status
from bot.host.health_check import Unwell, ask
from bot.host.misconfigured import EXIT_CODE, Misconfigured
from bot.host.settings import Premises
from bot.host.status import Serving, Status, open_status
from bot.system_clock import system_clock
from bot.text import terminal
from engine.ids import Instant
from storage.engines import database_at
from storage.shards import ONLY
from storage.sqlite.backup_rotation import back_up_into
from storage.sqlite.store import SqliteStore, open_store
from tests.bot.host.exposed_metrics import samples
from tests.program import Duelhost as Program
from tests.storage.builders import CY, DI, Table, terms

CLIENT = cast(
    Duelhost, SimpleNamespace(shard=ONLY, connected=True, closing=False, guilds=[1, 2, 3])
)
FLEET = cast(Serving, SimpleNamespace(clients={0: CLIENT}, count=4, lease_left=33.5))


class Watched:
    """A status on a port of its own, and whoever asks it."""

    def __init__(self, status: Status, store: SqliteStore, premises: Premises) -> None:
        self.status = status
        self.store = store
        self.premises = premises

    async def says(self, what: str) -> tuple[int, Any]:
        url = f"http://127.0.0.1:{self.premises.status_port}/{what}"
        async with aiohttp.ClientSession() as http, http.get(url) as response:
            kind = response.content_type
            said = await (response.json() if kind == "application/json" else response.text())
            return response.status, said

    async def counted(self) -> dict[str, float]:
        code, said = await self.says("metrics")
        assert code == 200
        return samples(said)

    async def is_asked(self, *, alive: bool = False) -> None:
        await asyncio.to_thread(ask, self.premises, alive=alive)


def premises(**chosen: Any) -> Premises:
    return Premises(**({"status_port": unused_port()} | chosen))


@asynccontextmanager
async def watching(folder: Path, **chosen: Any) -> AsyncIterator[Watched]:
    set_so = premises(database=database_at(str(folder / "duelhost.db")), **chosen)
    async with (
        open_store(folder / "duelhost.db") as store,
        open_status(store, set_so) as status,
    ):
        yield Watched(status, store, set_so)


async def pragma(store: SqliteStore, what: str) -> None:
    """Set a pragma on the writing connection."""
    await store.backend.writer.thread.run(lambda db: db.execute(f"PRAGMA {what}"))


async def test_a_bot_is_ready_while_it_is_connected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with watching(tmp_path) as watched:
        assert await watched.says("live") == (200, {"alive": True})
        assert await watched.says("ready") == (503, {"ready": False, "wrong": ["not-connected"]})
        with pytest.raises(Unwell, match=r"^Discord isn't connected\.$"):
            await watched.is_asked()
        await watched.is_asked(alive=True)
        watched.status.fleet = FLEET
        assert await watched.says("ready") == (200, {"ready": True, "wrong": []})
        await watched.is_asked()
        monkeypatch.setattr(CLIENT, "closing", True)
        assert await watched.says("ready") == (503, {"ready": False, "wrong": ["stopping"]})
        with pytest.raises(Unwell, match=r"^It is about to stop\.$"):
            await watched.is_asked()


@pytest.mark.parametrize(("lease_left", "code"), [(33.5, 200), (0.0, 503)])
async def test_standing_by_is_ready_and_silence_is_not(
    tmp_path: Path, lease_left: float, code: int
) -> None:
    """Neither process has a shard, but the second one can't take any."""
    async with watching(tmp_path) as watched:
        fleet = SimpleNamespace(clients={}, count=4, lease_left=lease_left)
        watched.status.fleet = cast(Serving, fleet)
        found, said = await watched.says("ready")
        assert found == code
        assert said["wrong"] == ([] if code == 200 else ["not-connected"])


async def test_a_database_that_takes_nothing(tmp_path: Path) -> None:
    async with watching(tmp_path) as watched:
        watched.status.fleet = FLEET
        await pragma(watched.store, "query_only = ON")
        code, said = await watched.says("ready")
        assert (code, said["wrong"]) == (503, ["read-only"])
        with pytest.raises(Unwell) as unwell:
            await watched.is_asked()
        assert str(unwell.value) == terminal.HEALTH["database"].format(code="read-only")


async def test_a_schema_that_is_not_ours(tmp_path: Path) -> None:
    async with watching(tmp_path) as watched:
        watched.status.fleet = FLEET
        await pragma(watched.store, "user_version = 3")
        assert (await watched.says("ready"))[1]["wrong"] == ["older-schema"]
        await pragma(watched.store, "user_version = 99")
        assert (await watched.says("ready"))[1]["wrong"] == ["newer-schema"]


async def test_nobody_waits_for_a_database_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(status, "PATIENCE", 0.0)
    async with watching(tmp_path) as watched:
        code, said = await watched.says("ready")
        assert (code, said["wrong"]) == (503, ["not-connected", "slow-database"])
        with pytest.raises(Unwell) as unwell:
            await watched.is_asked()
        assert str(unwell.value) == (
            "Discord isn't connected. The database doesn't answer in time."
        )
        assert "duelhost_open_duels" not in " ".join(await watched.counted())


async def test_what_is_counted_when_it_is_asked_for(tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    backups.mkdir()
    async with watching(tmp_path, backup_dir=backups) as watched:
        found = await watched.counted()
        assert found['duelhost_open_duels{phase="offered",shard="0"}'] == 0
        assert found['duelhost_open_duels{phase="playing",shard="0"}'] == 0
        assert found['duelhost_connected{shard="0"}'] == 0
        assert found['duelhost_servers{shard="0"}'] == 0
        assert found["duelhost_shards"] == 0
        assert found["duelhost_lease_seconds"] == 0
        assert found["duelhost_backup_age_seconds"] == math.inf
        assert found["process_resident_memory_bytes"] > 1_000_000
        table = Table(watched.store)
        await table.start(terms())
        await table.finish()
        await table.offer(terms(CY, DI))
        watched.status.fleet = FLEET
        an_hour_ago = Instant(system_clock() - 3_600_000)
        await asyncio.to_thread(back_up_into, watched.store.backend.path, backups, 2, an_hour_ago)
        found = await watched.counted()
        assert found['duelhost_open_duels{phase="offered",shard="0"}'] == 1
        assert found['duelhost_open_duels{phase="playing",shard="0"}'] == 1
        assert found['duelhost_connected{shard="0"}'] == 1
        assert found['duelhost_servers{shard="0"}'] == 3
        assert found["duelhost_shards"] == 4
        assert found["duelhost_lease_seconds"] == 33.5
        assert 3600 <= found["duelhost_backup_age_seconds"] < 3700


async def test_backups_that_cannot_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path) -> None:
        raise PermissionError(13, "no")

    monkeypatch.setattr(Path, "iterdir", refuse)
    async with watching(tmp_path, backup_dir=tmp_path) as watched:
        assert (await watched.counted())["duelhost_backup_age_seconds"] == math.inf


async def test_nobody_waits_for_backups_on_a_disk_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, asked = threading.Event(), list[Path]()

    def hang(path: Path, *_: object) -> None:
        asked.append(path)
        assert go_on.wait(10)

    monkeypatch.setattr(status, "last_backup", hang)
    monkeypatch.setattr(status, "PATIENCE", 0.01)
    async with watching(tmp_path, backup_dir=tmp_path) as watched:
        for _ in range(3):
            assert (await watched.counted())["duelhost_backup_age_seconds"] == math.inf
            assert (await watched.says("live"))[0] == 200
        assert len(asked) == 1
        go_on.set()


async def test_it_is_off_unless_it_is_set(tmp_path: Path) -> None:
    async with open_store(tmp_path / "a.db") as store, open_status(store, Premises()) as status:
        assert not status.running
    with pytest.raises(Misconfigured, match=r"^DUELHOST_STATUS_PORT isn't set"):
        ask(Premises())


async def test_a_port_that_is_taken(tmp_path: Path) -> None:
    async with watching(tmp_path) as watched:
        port = watched.premises.status_port
        with pytest.raises(Misconfigured) as raised:
            async with open_status(watched.store, watched.premises):
                pass
        assert str(raised.value).startswith(
            "DUELHOST_STATUS_PORT and DUELHOST_STATUS_ADDRESS name "
            f"127.0.0.1:{port}, which can't be listened at: "
        )
        assert (await watched.says("live"))[0] == 200


@pytest.mark.parametrize(
    ("listening", "asked"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("0.0.0.0", "127.0.0.1"),  # noqa: S104
        ("192.0.2.7", "192.0.2.7"),
        ("::", "[::1]"),
        ("::1", "[::1]"),
    ],
)
def test_where_a_bot_is_asked(monkeypatch: pytest.MonkeyPatch, listening: str, asked: str) -> None:
    def answered(_opener: object, url: str, **_how: object) -> BytesIO:
        urls.append(url)
        return BytesIO(b'{"ready": true}')

    urls = list[str]()
    monkeypatch.setattr(OpenerDirector, "open", answered)
    ask(premises(status_port=80, status_address=ip_address(listening)))
    assert urls == [f"http://{asked}:80/ready"]


def test_nobody_is_there() -> None:
    nowhere = premises()
    with pytest.raises(Unwell) as unwell:
        ask(nowhere)
    assert str(unwell.value).startswith(f"No bot answers at http://127.0.0.1:{nowhere.status_port}")
    assert str(unwell.value).endswith("Connection refused.")


@pytest.mark.parametrize("body", ["<html>", "[1]", '"ready"', '{"error": "not found"}'])
@pytest.mark.parametrize("code", [200, 404])
async def test_somebody_else_is_there(body: str, code: int) -> None:
    async def answer(_request: web.Request) -> web.Response:
        return web.Response(text=body, status=code)

    app = web.Application()
    app.router.add_get("/ready", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    taken = premises()
    await web.TCPSite(runner, "127.0.0.1", taken.status_port).start()
    try:
        with pytest.raises(Unwell, match=r"isn't Duelhost\. Choose another DUELHOST_STATUS_PORT"):
            await asyncio.to_thread(ask, taken)
    finally:
        await runner.cleanup()


async def test_what_is_set_for_the_way_out_is_not_for_this(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{unused_port()}")
    async with watching(tmp_path) as watched:
        await watched.is_asked(alive=True)


class Answering(BaseHTTPRequestHandler):
    """A bot as far as its health goes."""

    paths: ClassVar[dict[str, object]] = {}

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(self.paths[self.path]).encode())

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.mark.usefixtures("folder")
def test_the_command(duelhost: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    run = duelhost("health")
    assert (run.code, run.out) == (EXIT_CODE, "")
    assert run.err == f"duelhost: {terminal.SETTINGS['status-off']}\n"
    port = unused_port()
    monkeypatch.setenv("DUELHOST_STATUS_PORT", str(port))
    run = duelhost("health")
    assert (run.code, run.out) == (1, "")
    assert run.err.startswith(f"duelhost: No bot answers at http://127.0.0.1:{port}/ready: ")
    Answering.paths = {"/ready": {"ready": True, "wrong": []}, "/live": {"alive": True}}
    with HTTPServer(("127.0.0.1", port), Answering) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            assert duelhost("health").out == "It is ready.\n"
            assert duelhost("health", "--live").out == "It is alive.\n"
        finally:
            server.shutdown()
            thread.join()
