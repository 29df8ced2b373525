"""The sandbox at a terminal."""

import asyncio
import os
import signal
import sys
from base64 import b64decode
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli import app
from deploy.sandbox import terminal
from deploy.sandbox.scale import ONE, Scale
from deploy.sandbox.terminal import Program
from deploy.sandbox.tokens import is_dummy

# A bot that stops the program that started it.
IMPATIENT = "import os, signal, time; os.kill(os.getppid(), signal.SIGTERM); time.sleep(60)"
MORTAL = "import sys; print(*range(100, 120), sep='\\n', flush=True); sys.exit(3)"
DEAF = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("deaf", flush=True)
time.sleep(60)
"""
TELLING = """
import os, time
settings = [f"{k}={v}" for k, v in os.environ.items() if k.startswith(("DISCORD_", "DUELHOST_"))]
print(*settings, flush=True)
time.sleep(60)
"""


def python(script: str) -> Program:
    return Program([sys.executable, "-I", "-S", "-c", script])


def test_it_runs_until_a_signal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "mine" / "here"
    terminal.serve(python(IMPATIENT), folder, 0, browse=True)
    said = " ".join(capsys.readouterr().out.split())
    assert "Duelhost's sandbox" in said
    assert "http://127.0.0.1:" in said
    assert "Stopping." in said
    assert "--folder" not in said
    assert {each.name for each in folder.iterdir()} >= {"bot.log", "discord.jsonl"}


def test_without_a_folder_nothing_is_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    terminal.serve(python(IMPATIENT), None, 0, browse=False)
    assert "--folder" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_the_same_folder_may_be_had_again_but_by_one_at_a_time(tmp_path: Path) -> None:
    with terminal.kept_in(tmp_path) as first:
        assert first == tmp_path.resolve()
        with (
            pytest.raises(OSError, match="another sandbox is open in this folder") as refused,
            terminal.kept_in(tmp_path),
        ):
            pass
        assert refused.value.filename == tmp_path
    with terminal.kept_in(tmp_path) as again:
        assert again == first


async def test_a_bot_finds_its_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUELHOST_LOG_LEVEL", "debug")
    monkeypatch.setenv("DISCORD_TOKEN", "real")
    async with terminal.opened(python(TELLING), tmp_path) as (sandbox, bot):
        async with asyncio.timeout(3):
            while not bot.log.read_text().endswith("\n"):
                await asyncio.sleep(0.005)
        told = dict(each.split("=", 1) for each in bot.log.read_text().split())
        assert sandbox.bot is bot
        assert sandbox.state == "starting"
    token = told.pop("DISCORD_TOKEN")
    assert is_dummy(token)
    first = b64decode(token.partition(".")[0] + "==")
    assert first.decode() == sandbox.world.application
    assert told == {
        "DUELHOST_DATABASE": str(tmp_path / "sandbox.db"),
        "DUELHOST_DISCORD_URL": sandbox.rest,
        "DUELHOST_LOG_FORMAT": "console",
    }
    assert not bot.runs


@pytest.mark.parametrize(
    ("typed", "scale"),
    [
        ((), ONE),
        (("--servers", "10000"), Scale(10_000)),
        (("--servers=2", "--shards=4", "--max-concurrency=16"), Scale(2, 4, 16)),
    ],
)
def test_its_scale_is_asked_for(
    typed: tuple[str, ...], scale: Scale, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[Program] = []
    monkeypatch.setattr(terminal, "serve", lambda program, *_, **__: served.append(program))
    ended = CliRunner().invoke(app, ["sandbox", *typed])
    assert (ended.exit_code, [each.scale for each in served]) == (0, [scale])


@pytest.mark.parametrize(
    "typed", ["--servers=0", "--servers=10001", "--shards=0", "--max-concurrency=0"]
)
def test_there_is_no_other_scale(typed: str) -> None:
    assert CliRunner().invoke(app, ["sandbox", typed]).exit_code == 2


def test_several_servers_are_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    program = replace(python(IMPATIENT), scale=Scale(2_400))
    terminal.serve(program, tmp_path, 0, browse=False)
    said = " ".join(capsys.readouterr().out.split())
    assert "Servers 2,400; shards recommended: 3" in said
    # As many are there the next time.
    terminal.serve(python(IMPATIENT), tmp_path, 0, browse=False)
    assert "Servers 2,400; shards recommended: 3" in " ".join(capsys.readouterr().out.split())


async def test_signals_are_heard_while_the_bot_is_being_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process may already have been started, and would be left behind."""
    heard: list[bool] = []

    def opened(*_: object) -> None:
        ours = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        usual = (signal.SIG_DFL, signal.default_int_handler)
        heard.extend(signal.getsignal(each) not in usual for each in ours)
        raise NotADirectoryError

    monkeypatch.setattr(terminal, "opened", opened)
    with pytest.raises(NotADirectoryError):
        await terminal.until_stopped(Program([]), tmp_path, 0, browse=False, kept=True)
    assert heard == [True] * 3


async def test_a_second_signal_waits_for_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    serve = terminal.until_stopped(python(DEAF), tmp_path, 0, browse=False, kept=True)
    running = asyncio.create_task(serve)
    await until_said(capsys, "Ctrl-C")
    async with asyncio.timeout(3):
        while not (tmp_path / terminal.LOG).read_text():
            await asyncio.sleep(0.005)
    os.kill(os.getpid(), signal.SIGHUP)
    await until_said(capsys, "Stopping.")
    assert not running.done()
    await stopped(running)


async def test_a_bot_has_nothing_around_it(tmp_path: Path) -> None:
    """Neither settings nor programs of whoever has a bot of their own in the folder."""
    (tmp_path / ".env").write_text("DUELHOST_LOG_LEVEL=never")
    async with terminal.opened(python("import os; print(os.listdir())"), tmp_path) as (_, bot):
        async with asyncio.timeout(3):
            while not bot.log.read_text().endswith("\n"):
                await asyncio.sleep(0.005)
    assert bot.log.read_text() == "[]\n"


async def stopped(running: asyncio.Task[None]) -> None:
    os.kill(os.getpid(), signal.SIGHUP)
    await asyncio.wait_for(running, 3)


async def until_said(capsys: pytest.CaptureFixture[str], word: str) -> str:
    said = ""
    async with asyncio.timeout(3):
        while word not in said:
            await asyncio.sleep(0.005)
            said += capsys.readouterr().out
    return said


async def test_why_a_bot_stopped_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    serve = terminal.until_stopped(python(MORTAL), tmp_path, 0, browse=False, kept=True)
    running = asyncio.create_task(serve)
    # The newlines tell the number from a part of the page's address.
    said = await until_said(capsys, "\n118\n119\n")
    assert "The bot has stopped by itself (exit code 3)." in said
    assert [str(each) for each in range(108, 120)] == said.split()[-12:]
    assert "107" not in said.split()
    await stopped(running)


@pytest.mark.parametrize("browse", [True, False])
async def test_the_page_is_opened_where_there_is_a_screen(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    browse: bool,
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(terminal, "has_screen", lambda: True)
    serve = terminal.until_stopped(python(TELLING), tmp_path, 0, browse=browse, kept=True)
    running = asyncio.create_task(serve)
    said = await until_said(capsys, "Ctrl-C")
    if browse:
        async with asyncio.timeout(3):
            while not opened:
                await asyncio.sleep(0.005)
    await stopped(running)
    assert opened == [each for each in said.split() if browse and each.startswith("http")]


@pytest.mark.parametrize(
    ("platform", "display", "on_terminal", "shown"),
    [
        ("linux", "DISPLAY", True, True),
        ("linux", "WAYLAND_DISPLAY", True, True),
        ("linux", "OTHER", True, False),
        ("linux", "DISPLAY", False, False),
        ("darwin", "OTHER", True, True),
        ("darwin", "OTHER", False, False),
    ],
)
def test_a_screen_is_where_a_browser_would_be_seen(
    monkeypatch: pytest.MonkeyPatch, platform: str, display: str, on_terminal: bool, shown: bool
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: on_terminal)
    monkeypatch.setattr(sys, "platform", platform)
    for each in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(each, raising=False)
    monkeypatch.setenv(display, ":0")
    found = terminal.has_screen()
    monkeypatch.undo()
    assert found is shown
