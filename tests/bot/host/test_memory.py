"""The bot's memory once it has started, and the search for garbage."""

import asyncio
import gc
import os
import subprocess
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.client import Duelhost
from bot.delivery.shared_http import SharedHttp
from bot.host import shards
from bot.host.memory import settle
from bot.host.shards import Shards
from bot.services import share
from storage.sqlite.store import open_store
from tests.bot.host.discord_stub import TOKEN
from tests.bot.simcord.starts import any_start
from tests.storage.copy_process import ROOT

# What the bot does without: pictures, the port for its status, and what reads command lines.
LARGE = ("PIL", "aiohttp.web", "pydantic", "rich", "pygments", "typer", "bot.cli", "deploy")
STARTS = f"""
import sys
from bot.program import main
try:
    main(["run"])
except SystemExit as ended:
    assert ended.code == 1, ended.code
assert "bot.host.process" in sys.modules
print(*(each for each in {LARGE} if each in sys.modules))
"""


class Server:
    """One that is part of a cycle, as discord.py's are."""

    def __init__(self) -> None:
        self.channel = [self]


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_large_modules_are_left_out(tmp_path: Path) -> None:
    """The bot comes as far as opening its database, which can't be there."""
    run = subprocess.run(
        [sys.executable, "-c", STARTS],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": TOKEN,
            "DUELHOST_DATABASE": str(tmp_path / "nowhere" / "a.db"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout.strip()) == (0, ""), run.stderr


def test_servers_are_not_searched_and_earlier_ones_are_let_go() -> None:
    server = Server()
    seen = weakref.ref(server)
    settle()
    del server
    gc.collect()
    assert seen() is not None
    settle()
    assert seen() is None


async def test_memory_is_settled_each_time_that_servers_have_arrived(tmp_path: Path) -> None:
    settled = list[int]()
    async with open_store(tmp_path / "duelhost.db") as store:
        client = Duelhost(share(store), [], settled=lambda: settled.append(1))
        client.dispatcher.closing = True  # no clocks
        for _ in range(2):
            await client.on_ready()
        await client.close()
    assert settled == [1, 1]


async def test_memory_is_settled_and_starts_are_drawn_when_the_last_shard_knows_its_servers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled = list[int]()
    monkeypatch.setattr(shards, "settle", lambda: settled.append(1))

    async def turn(_shard: int) -> None:
        await asyncio.Event().wait()

    async def login(client: Duelhost, _token: str) -> None:
        await client._async_setup_hook()  # noqa: SLF001  (as discord.py's login does)

    monkeypatch.setattr(Duelhost, "login", login)

    async def becomes_ready(client: Duelhost) -> None:
        client.dispatcher.closing = True  # no clocks
        client._connection.call_handlers("ready")  # noqa: SLF001  (as discord.py does)
        await client.on_connect()
        await client.on_ready()

    async with open_store(tmp_path / "duelhost.db") as store:
        shared = share(store, draw_start=any_start)
        prepared = list[int]()
        monkeypatch.setattr(shared.starts, "prepare", lambda: prepared.append(1))
        both = Shards(shared, [], 2, SharedHttp(lambda _: None), turn)
        await both.begin((0, 1))
        first, second = both.clients.values()
        with capture_logs() as log:
            await becomes_ready(first)
            assert settled == prepared == []
            await becomes_ready(second)
            assert settled == [1]
            for each in both.clients.values():
                await each.on_disconnect()
            await becomes_ready(second)
            assert settled == [1]
            await becomes_ready(first)
            assert settled == prepared == [1, 1]
        assert [each["event"] for each in log].count("all shards are ready") == 1
        await both.close()
