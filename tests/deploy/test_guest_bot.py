"""Somebody else's bot: its command, and what it is told."""

import json
import sys
from pathlib import Path

import pytest
from aiohttp import ClientSession

from deploy.sandbox import guest_bot, terminal
from deploy.sandbox.bot_process import Bot
from deploy.sandbox.sandbox import Sandbox
from deploy.sandbox.terminal import Program
from deploy.sandbox.tokens import is_dummy
from tests.deploy.sandbox_client import DUELS, Clock, Club, until
from tests.program import Duelhost

EVERYTHING = (1 << 26) - 1
REAL = "MTA1NzQ0NTgxMjM0NTY3ODkwMQ.GabcDE." + "s" * 38
WEB_TOKEN = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0." + "s" * 43
WAITING = "import time; time.sleep(60)"
TELLING = """
import json, os, sys, time
print(json.dumps([sys.argv[1:], dict(os.environ), os.getcwd()]), flush=True)
time.sleep(60)
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def test_a_command_is_split_as_a_shell_would() -> None:
    assert guest_bot.split("sh -c 'echo  \"a b\"' c\\ d") == ["sh", "-c", 'echo  "a b"', "c d"]


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("", "There is no command."),
        (" ", "There is no command."),
        ("sh 'bot.sh", "A quotation mark isn't closed"),
        ("no-such-program bot", "There is no program no-such-program."),
        ("./none.py", "There is no program ./none.py."),
        ("./bot.py --fast", "./bot.py isn't a program."),
        ("bot.py", "bot.py isn't a program."),
        ("./folder", "./folder isn't a program."),
        ("./broken.sh", "./broken.sh: Exec format error."),
    ],
)
def test_what_cannot_be_started_is_said_before_anything_opens(
    duelhost: Duelhost, here: Path, command: str, why: str
) -> None:
    (here / "bot.py").touch()
    (here / "folder").mkdir()
    (here / "broken.sh").write_text("echo\n")
    (here / "broken.sh").chmod(0o755)
    run = duelhost("sandbox", "--no-open", "--bot", command)
    assert (run.code, run.out) == (2, "")
    assert why in " ".join(run.err.replace("│", "").split())


async def test_a_guest_finds_its_way(
    tmp_path: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", REAL)
    monkeypatch.setenv("DISCORD_GUILD", "1")
    monkeypatch.setenv("BOT_TOKEN", f" Bot {REAL}\n")
    monkeypatch.setenv("WEB_TOKEN", WEB_TOKEN)
    (here / ".env").write_text(f"TOKEN='{REAL}'\nDISCORD_BOT={REAL}\nNAME=Robot\nEMPTY\n")
    command = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        TELLING,
        "{token}",
        "at={api}",
        "{application}/{guild}",
        "{}",
    ]
    async with terminal.opened(Program(command, guest=True), tmp_path) as (sandbox, bot):
        await until(lambda: bot.log.read_text().endswith("\n"))
        assert guest_bot.told(sandbox)[1][1].startswith(
            "DISCORD_TOKEN, BOT_TOKEN, DISCORD_BOT, TOKEN: "
        )
        arguments, found, folder = json.loads(bot.log.read_text())
        token = found["DISCORD_TOKEN"]
        assert is_dummy(token)
        ids = f"{sandbox.world.application}/{sandbox.world.servers.first.id}"
        assert arguments == [token, f"at={sandbox.api}", ids, "{}"]
        assert sandbox.rest == sandbox.api + "/v10"
        assert sandbox.state == "starting"
    assert folder == str(here.resolve())
    assert {key: value for key, value in found.items() if value == token} == dict.fromkeys(
        ("DISCORD_TOKEN", "DISCORD_BOT", "BOT_TOKEN", "TOKEN"), token
    )
    assert REAL not in json.dumps(found)
    assert found["DISCORD_API"] == sandbox.api
    assert found["DISCORD_GATEWAY"] == sandbox.world.gateway
    assert found["WEB_TOKEN"] == WEB_TOKEN
    assert "DISCORD_GUILD" not in found
    # The bot's own libraries may still read it there.
    assert "NAME" not in found
    assert list(here.iterdir()) == [here / ".env"]


async def test_a_guest_isnt_called_duelhost_and_may_read_everything(tmp_path: Path) -> None:
    program = Program([sys.executable, "-c", WAITING], guest=True)
    async with terminal.opened(program, tmp_path) as (sandbox, _), ClientSession() as web:
        club = Club(sandbox, web, Clock())
        page = (await club.page("GET", "")).body
        seat = await club.sit()
        line = await club.line()
        await line.hear()
        await line.identify(intents=EVERYTHING)
        guild = await line.event("GUILD_CREATE")
        assert "duel" not in str([page, await seat.hear("hello"), line.raw]).lower()
        # It is invited for more than Duelhost, which asks for little.
        pinned = await club.ask("PUT", f"/channels/{DUELS}/pins/{(await club.post()).id}")
    assert pinned.status == 204
    assert "<title>Your bot sandbox</title>" in page
    assert guild["channels"][0]["name"] == "general"


@pytest.mark.parametrize("rest", ["wait", "exit 3"])
async def test_a_bot_ends_with_all_that_it_has_started(tmp_path: Path, rest: str) -> None:
    log = tmp_path / "bot.log"
    bot = Bot(["sh", "-c", f"sleep 60 & echo $!; {rest}"], {}, tmp_path, log)
    await bot.start()
    await until(lambda: log.read_text().endswith("\n"))
    child = int(log.read_text())
    # As npm does of `npm start`, the shell keeps the signal to itself.
    await bot.stop()
    await until(lambda: not is_running(child))


def is_running(pid: int) -> bool:
    """A dead process remains until init has noticed."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


async def test_a_program_that_has_gone_is_said_on_the_page(tmp_path: Path) -> None:
    script = tmp_path / "bot.sh"
    script.write_text("#!/bin/sh\nread line\n")
    script.chmod(0o755)
    bot = Bot([str(script)], {}, tmp_path, tmp_path / "bot.log")
    clock = Clock()
    sandbox = Sandbox(now=clock)
    sandbox.host(bot)
    async with sandbox.open(), ClientSession() as web:
        club = Club(sandbox, web, clock)
        assert (await club.page("POST", "bot/start")).status == 200
        script.unlink()
        refused = await club.page("POST", "bot/restart")
        assert refused.why == (409, f"{script}: No such file or directory.")
        assert sandbox.state == "offline"


@pytest.mark.parametrize(("strict", "status"), [(False, 200), (True, 400)])
async def test_a_field_that_discord_does_not_know(
    tmp_path: Path, strict: bool, status: int
) -> None:
    program = Program([sys.executable, "-c", WAITING], guest=True, strict=strict)
    async with terminal.opened(program, tmp_path) as (sandbox, _), ClientSession() as web:
        club = Club(sandbox, web, Clock())
        assert (await club.post(content="hi", contnet="ho")).status == status


def test_a_folder_whose_settings_cannot_be_read(here: Path) -> None:
    (here / ".env").write_bytes(b"TOKEN=\xff")
    assert guest_bot.with_real_tokens(here) == []
    (here / ".env").unlink()
    (here / ".env").mkdir()
    assert guest_bot.with_real_tokens(here) == []
