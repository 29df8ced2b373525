"""A bot with several shards, over real sockets: how they begin, run and end together."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import unused_port

from bot.host.misconfigured import EXIT_CODE
from bot.text import terminal
from tests.bot.host.discord_stub import Discord
from tests.bot.host.exposed_metrics import samples
from tests.bot.host.program import Start

# Servers of the first of two shards, and of the second.
FIRST, SECOND = [2 << 22, 4 << 22], [3 << 22]


@pytest.fixture
async def there() -> AsyncIterator[Discord]:
    """Discord, as it is to a bot that it takes two sessions of at the same time."""
    discord = Discord()
    discord.shards, discord.servers = 2, FIRST + SECOND
    discord.starts |= {"max_concurrency": 2}
    async with discord.reachable():
        yield discord


def logged(said: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in said.splitlines() if line.startswith("{")]


async def asked(port: int, path: str) -> tuple[int, str]:
    url = f"http://127.0.0.1:{port}/{path}"
    async with aiohttp.ClientSession() as http, http.get(url) as response:
        return response.status, await response.text()


async def test_all_shards_run_in_one_process(start: Start, there: Discord) -> None:
    program = await start(there)
    ready = await program.until("all shards are ready")
    assert (ready["shards"], ready["servers"]) == (2, 3)
    while program.said.count("clocks go on") < 2:
        await program.until("clocks go on")
    program.tell()
    assert await program.ends() == 0
    assert sorted(there.shards_identified) == [(0, 2), (1, 2)]
    assert (there.logins, there.registered) == (1, 1)
    assert there.farewells == 2
    lines = logged(program.said)
    of_each = [(each["shard"], each["servers"]) for each in lines if each["event"] == "ready"]
    assert sorted(of_each) == [(0, 2), (1, 1)]
    clocks = [each["shard"] for each in lines if each["event"] == "clocks go on"]
    assert sorted(clocks) == [0, 1]


async def test_no_shard_waits_until_discord_has_taken_the_commands(
    start: Start, there: Discord
) -> None:
    there.registers.clear()
    program = await start(there)
    ready = await program.until("all shards are ready")
    assert (ready["shards"], there.registered) == (2, 0)
    there.registers.set()
    await program.until("commands registered")
    program.tell()
    assert await program.ends() == 0


async def test_the_work_of_all_shards_is_finished(start: Start, there: Discord) -> None:
    program = await start(there)
    await program.until("all shards are ready")
    for shard in (0, 1):
        await there.ask(str(444 + shard), shard)
    while len(there.waiting) < 2:
        await asyncio.sleep(0)
    program.tell()
    await program.until("stopping")
    assert there.farewells == 0
    there.answerable.set()
    assert await program.ends() == 0
    assert not there.waiting
    asked = [each for each in logged(program.said) if each["event"] == "interaction"]
    assert {each["interaction"]: each["shard"] for each in asked} == {444: 0, 445: 1}
    assert "stopped before everything was finished" not in program.said


async def test_a_shard_that_is_cut_off_is_told_of(start: Start, there: Discord) -> None:
    port = unused_port()
    program = await start(there, DUELHOST_STATUS_PORT=str(port))
    await program.until("all shards are ready")
    assert await asked(port, "ready") == (
        200,
        '{"ready": true, "wrong": [], "shards_not_connected": []}',
    )
    await there.cut_off(1)
    while (code := (await asked(port, "ready"))[0]) == 200:
        await asyncio.sleep(0)
    assert (code, json.loads((await asked(port, "ready"))[1])) == (
        503,
        {"ready": False, "wrong": ["not-connected"], "shards_not_connected": [1]},
    )
    health = await start(there, "-m", "bot", "health", DUELHOST_STATUS_PORT=str(port))
    assert await health.ends() == 1
    told = terminal.HEALTH["shards-not-connected"].format(shards=1)
    assert health.said.rstrip().endswith(told)
    found = samples((await asked(port, "metrics"))[1])
    assert [found[f'duelhost_connected{{shard="{each}"}}'] for each in (0, 1)] == [1, 0]
    assert [found[f'duelhost_servers{{shard="{each}"}}'] for each in (0, 1)] == [2, 1]
    assert found['duelhost_open_duels{phase="playing",shard="1"}'] == 0
    there.resumable.set()
    while (await asked(port, "ready"))[0] != 200:
        await asyncio.sleep(0)
    program.tell()
    assert await program.ends() == 0
    assert len(there.shards_identified) == 2


async def test_a_bot_that_has_grown_begins_anew_with_more_shards(
    start: Start, there: Discord
) -> None:
    """A session that ends may not begin again as it was."""

    def refuses(_number: int, count: int) -> int:
        if count == 2 and there.shards_identified:
            there.shards = 3
            return 4011
        return 0

    there.starts |= {"max_concurrency": 3}
    there.refuses = refuses
    program = await start(there)
    refused = await program.until("Discord refuses this number of shards")
    assert (refused["close_code"], refused["shards"]) == (4011, 2)
    ready = await program.until("all shards are ready")
    assert (ready["shards"], ready["servers"]) == (3, 3)
    program.tell()
    assert await program.ends() == 0
    assert {(0, 3), (1, 3), (2, 3)} <= {*there.shards_identified}


@pytest.mark.parametrize(
    ("code", "chosen", "told"),
    [
        (4010, "3", terminal.SETTINGS["shards-refused"].format(code=4010, count=3, recommended=2)),
        (4011, "1", terminal.SETTINGS["shards-refused"].format(code=4011, count=1, recommended=2)),
        (
            4011,
            "",
            terminal.SETTINGS["recommended-shards-refused"].format(code=4011, count=2, more=4),
        ),
        (4012, "", terminal.SETTINGS["gateway-version-refused"].format(code=4012)),
        (4013, "", terminal.SETTINGS["intents-refused"].format(code=4013)),
        (4014, "2", terminal.SETTINGS["intents-refused"].format(code=4014)),
    ],
)
async def test_why_discord_refuses_them(
    start: Start, there: Discord, code: int, chosen: str, told: str
) -> None:
    """One shard is refused, and the others finish their work before the process ends."""
    there.refuses = lambda number, _count: code if number == 0 else 0
    program = await start(there, DUELHOST_SHARDS=chosen)
    assert await program.ends() == EXIT_CODE
    assert program.said.splitlines()[-1] == f"duelhost: {told}"
    assert "Traceback" not in program.said
    assert "stopping" in [each["event"] for each in logged(program.said)]


async def test_too_few_sessions_are_left(start: Start, there: Discord) -> None:
    there.starts |= {"remaining": 1, "reset_after": 3_600_000}
    program = await start(there)
    waits = await program.until("too few session starts are left today, so the bot waits")
    assert (waits["left"], waits["needed"]) == (1, 2)
    assert 3_590 < waits["reset_in_seconds"] <= 3_600
    program.tell()
    assert await program.ends() == 0
    assert there.shards_identified == []
