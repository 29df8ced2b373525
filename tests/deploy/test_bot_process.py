"""The bot as a process: any program will do here."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import ClientSession

from deploy.sandbox import bot_process
from deploy.sandbox.bot_process import Bot, surroundings
from deploy.sandbox.sandbox import Sandbox
from deploy.sandbox.tokens import a_dummy
from tests.deploy.sandbox_client import ANA, Clock, Club, until

# A bot that prints its settings, and waits.
OBEDIENT = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: (print("good-bye", flush=True), sys.exit(0)))
mine = sorted(f"{k}={v}" for k, v in os.environ.items() if k.startswith(("DISCORD_", "DUELHOST_")))
print("hello", os.getpid(), os.getcwd(), os.getpgrp() == os.getpid(), *mine, flush=True)
print("to whom it may concern", file=sys.stderr, flush=True)
print(repr(sys.stdin.read()), flush=True)
while True:
    time.sleep(60)
"""
STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("hello", flush=True)
while True:
    time.sleep(60)
"""


class Watched:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "bot.log"
        self.changes: list[bool] = []
        self.deaths: list[int] = []
        self.bot: Bot

    def runs(self, script: str) -> Bot:
        # Without its site-packages it is there sooner.
        command = [sys.executable, "-I", "-S", "-c", script]
        self.bot = Bot(command, {"DISCORD_TOKEN": "t"}, self.folder, self.log)
        self.bot.changed = lambda: self.changes.append(self.bot.runs)
        self.bot.died = self.deaths.append
        return self.bot

    @property
    def said(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []

    async def heard(self, word: str, times: int = 1) -> None:
        await until(lambda: len([each for each in self.said if word in each]) >= times)


@pytest_asyncio.fixture(loop_scope="module")
async def watched(tmp_path: Path) -> AsyncIterator[Watched]:
    watched = Watched(tmp_path)
    yield watched
    bot_process.PATIENCE = 0.0
    await watched.bot.stop()


@pytest.fixture(autouse=True)
def as_patient_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "PATIENCE", bot_process.PATIENCE)


async def test_a_bot_starts_and_stops(watched: Watched) -> None:
    bot = watched.runs(OBEDIENT)
    assert (bot.runs, bot.pid) == (False, None)
    await bot.start()
    assert (bot.runs, bot.pid is not None) == (True, True)
    await watched.heard("hello")
    await watched.heard("concern")
    hello = watched.said[0].split()
    # Its own group, where no Ctrl-C of the terminal comes; and nobody at its keyboard.
    assert hello[1:4] == [str(bot.pid), str(watched.folder.resolve()), "True"]
    await watched.heard("''")
    await bot.stop()
    assert not bot.runs
    assert watched.said[-1] == "good-bye"
    assert watched.changes == [True, False]


async def test_a_bot_is_started_once(watched: Watched) -> None:
    bot = watched.runs(OBEDIENT)
    await asyncio.gather(bot.start(), bot.start())
    first = bot.pid
    await bot.start()
    assert bot.pid == first
    await watched.heard("hello")
    await bot.stop()
    await bot.stop()
    assert len([each for each in watched.said if "hello" in each]) == 1
    assert watched.changes == [True, False]


async def test_a_bot_is_restarted(watched: Watched) -> None:
    bot = watched.runs(OBEDIENT)
    await bot.start()
    first = bot.pid
    await watched.heard("''")
    await bot.restart()
    await watched.heard("hello", 2)
    assert bot.runs
    assert bot.pid != first
    assert "good-bye" in watched.said
    assert watched.changes == [True, False, True]


async def test_two_who_restart_it_get_one_bot(watched: Watched) -> None:
    bot = watched.runs(OBEDIENT)
    await bot.start()
    await watched.heard("''")
    await asyncio.gather(bot.restart(), bot.kill(), bot.restart())
    await watched.heard("hello", 2)
    assert watched.changes == [True, False, True, False, True, False, True]
    assert bot.pid
    os.kill(bot.pid, 0)


async def test_a_bot_that_is_killed_says_nothing_and_comes_back(watched: Watched) -> None:
    bot = watched.runs(OBEDIENT)
    await bot.start()
    first = bot.pid
    await watched.heard("''")
    await bot.kill()
    await watched.heard("hello", 2)
    assert "good-bye" not in watched.said
    assert bot.pid != first
    assert watched.changes == [True, False, True]


async def test_a_bot_that_is_not_there_is_killed_to_be_there(watched: Watched) -> None:
    bot = watched.runs(OBEDIENT)
    await bot.kill()
    assert bot.runs
    assert watched.changes == [True]


@pytest.mark.parametrize("act", ["kill", "restart", "start"])
async def test_a_bot_that_has_ended_by_itself_comes_back(watched: Watched, act: str) -> None:
    bot = watched.runs("print('hello')")
    await bot.start()
    await until(lambda: watched.deaths == [0])
    await getattr(bot, act)()
    await until(lambda: watched.deaths == [0, 0])
    assert watched.said == ["hello", "hello"]


async def test_a_bot_that_does_not_listen_is_killed(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bot_process.PATIENCE == 15.0
    monkeypatch.setattr(bot_process, "PATIENCE", 0.05)
    bot = watched.runs(STUBBORN)
    await bot.start()
    await watched.heard("hello")
    await bot.stop()
    assert not bot.runs
    assert bot._process
    assert bot._process.returncode == -9


async def test_a_bot_that_ends_by_itself_is_noticed(watched: Watched) -> None:
    bot = watched.runs("print('hello'); raise SystemExit(5)")
    await bot.start()
    await until(lambda: watched.deaths == [5])
    assert watched.changes == [True, False]
    assert watched.said == ["hello"]
    assert not bot.runs
    await bot.start()
    await until(lambda: watched.deaths == [5, 5])


async def test_a_bot_that_was_asked_to_end_did_not_do_so_by_itself(watched: Watched) -> None:
    bot = watched.runs(OBEDIENT)
    await bot.start()
    await watched.heard("''")
    await bot.restart()
    await watched.heard("''", 2)
    await bot.kill()
    await watched.heard("''", 3)
    await bot.stop()
    assert watched.deaths == []
    await bot.start()
    await watched.heard("''", 4)
    assert bot.pid
    os.kill(bot.pid, signal.SIGKILL)
    await until(lambda: watched.deaths == [-9])


def test_what_is_set_for_another_bot_is_not_for_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "real")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "/run/secrets/real")
    monkeypatch.setenv("DUELHOST_DATABASE", "/srv/real.db")
    monkeypatch.setenv("CLUB", "kept")
    dummy = a_dummy("1")
    told = surroundings({"DISCORD_TOKEN": dummy})
    assert told["DISCORD_TOKEN"] == dummy
    assert told["CLUB"] == "kept"
    assert {"DISCORD_TOKEN_FILE", "DUELHOST_DATABASE"}.isdisjoint(told)
    assert told.keys() - {"DISCORD_TOKEN"} <= os.environ.keys()


async def test_a_bot_does_not_see_another_ones_token(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "real")
    monkeypatch.setenv("DUELHOST_DATABASE", "/srv/real.db")
    await watched.runs(OBEDIENT).start()
    await watched.heard("hello")
    assert watched.said[0].split()[4:] == ["DISCORD_TOKEN=t"]


async def test_the_page_stops_and_starts_the_bot(watched: Watched, tmp_path: Path) -> None:
    bot = watched.runs(OBEDIENT)
    clock = Clock()
    sandbox = Sandbox(now=clock, strict=True)
    sandbox.host(bot)
    async with sandbox.open(), ClientSession() as web:
        club = Club(sandbox, web, clock)
        seat = await club.sit(ANA)
        assert (await seat.hear("hello"))["bot"] == "offline"
        assert (await club.page("POST", "bot/start")).body == {}
        assert (await seat.hear("bot"))["state"] == "starting"
        await watched.heard("''")
        first = bot.pid
        assert (await club.page("POST", "bot/kill")).body == {}
        assert [(await seat.hear("bot"))["state"] for _ in range(2)] == ["offline", "starting"]
        await watched.heard("''", 2)
        assert bot.pid != first
        assert (await club.page("POST", "bot/restart")).body == {}
        assert [(await seat.hear("bot"))["state"] for _ in range(2)] == ["offline", "starting"]
        await watched.heard("''", 3)
        line = await club.online()
        assert (await seat.hear("bot"))["state"] == "online"
        await line.socket.close()
        assert (await seat.hear("bot"))["state"] == "starting"
        assert (await club.page("POST", "bot/stop")).body == {}
        assert (await seat.hear("bot"))["state"] == "offline"
        refused = await club.page("POST", "bot/never")
        assert refused.why == (404, "Either of kill, restart, stop, start.")
        await club.page("POST", "bot/start")
        await watched.heard("''", 4)
    # No process is left running.
    assert not bot.runs
    assert (tmp_path / "bot.log").read_text().count("good-bye") == 3
