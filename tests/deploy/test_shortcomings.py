"""What the author of a bot is told of what the sandbox doesn't have."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from deploy.sandbox import terminal
from deploy.sandbox.shortcomings import MOST
from deploy.sandbox.terminal import Program
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import ANA, DUELS, MESSAGE, SERVER, Club

TEMPLATES = "The bot asked for GET /guilds/templates/x, which the sandbox doesn't have."
POLL = {"question": {"text": "x"}, "answers": [{"poll_media": {"text": "y"}}]}
# A bot that asks for something that isn't there, and waits.
ASKING = """
import os, time, urllib.error, urllib.request
try:
    urllib.request.urlopen(os.environ["DUELHOST_DISCORD_URL"] + "/guilds/templates/[bold]x")
except urllib.error.HTTPError:
    time.sleep(60)
"""


async def told(club: Club) -> list[str]:
    """Return what a page is told that is opened now."""
    sentences: list[str] = (await (await club.sit(None)).hear("hello"))["shortcomings"]
    return sentences


async def test_a_route_that_is_not_there_is_told_once(club: Club) -> None:
    seat = await club.sit(ANA)
    for _ in range(2):
        await club.ask("GET", "/guilds/templates/x")
    await club.ask("PUT", f"/guilds/{SERVER}/templates/{'t' * 60}")
    await club.ask("PURGE", f"/channels/{DUELS}")
    assert (await seat.hear("shortcomings"))["shortcomings"] == [TEMPLATES]
    assert await told(club) == [
        TEMPLATES,
        "The bot asked for PUT /guilds/…/templates/…, which the sandbox doesn't have.",
        "The bot asked for PURGE /channels/…, which the sandbox doesn't have.",
    ]


async def test_another_version_is_told(club: Club) -> None:
    await club.fetch("GET", f"{club.sandbox.api}/v6/gateway")
    says = "The bot asked for GET /api/v6/gateway, which the sandbox doesn't have."
    assert await told(club) == [says]


async def test_a_field_that_the_sandbox_cannot_do_is_told(club: Club, line: GatewayClient) -> None:
    assert (await club.post(content="x", poll=POLL)).status == 400
    asked = await club.asked(line)
    assert (await club.answer(asked, MESSAGE, {"poll": POLL})).status == 400
    why = "This is not supported by the sandbox."
    assert await told(club) == [
        f"The bot sent poll with POST /channels/…/messages. {why}",
        f"The bot sent data.poll with POST /interactions/…/…/callback. {why}",
    ]


async def test_what_discord_refuses_too_is_no_shortcoming(club: Club) -> None:
    assert (await club.post(content="x" * 2001)).status == 400
    assert (await club.ask("GET", "/channels/1")).status == 404
    assert await told(club) == []


@pytest.mark.parametrize("token", ["Bot real.token.of-a-bot", "", "Bearer x"])
async def test_a_token_of_another_bot_is_told_and_not_repeated(club: Club, token: str) -> None:
    await club.ask("GET", "/users/@me", headers={"Authorization": token})
    (sentence,) = await told(club)
    assert "DISCORD_TOKEN" in sentence
    assert "real" not in sentence


async def test_a_bot_cannot_fill_the_memory_with_it(club: Club) -> None:
    for nth in range(MOST + 1):
        await club.ask("GET", f"/{nth}{'/x' * 1000}")
    sentences = await told(club)
    assert len(sentences) == MOST
    assert max(map(len, sentences)) < 200


async def test_it_is_said_at_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    program = Program([sys.executable, "-I", "-S", "-c", ASKING])
    serve = terminal.until_stopped(program, tmp_path, 0, browse=False, kept=True)
    running = asyncio.create_task(serve)
    said = ""
    async with asyncio.timeout(5):
        while "doesn't have.\n" not in said:
            await asyncio.sleep(0.005)
            said += capsys.readouterr().out
    assert "The bot asked for GET /guilds/templates/[bold]x, which" in said
    os.kill(os.getpid(), signal.SIGHUP)
    await asyncio.wait_for(running, 3)
