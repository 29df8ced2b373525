"""Schemathesis sends the sandbox what Discord's API description allows, and what it doesn't. None
of it ends in a server error, and each answer is as Discord describes it."""

import asyncio
import json
import logging
import os
import tomllib
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp.http_exceptions import HttpProcessingError

from deploy.sandbox.gateway.gateway import Heartbeat
from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild.permissions import EVERYTHING
from tests.deploy import openapi_check
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    CLEO,
    DUELS,
    LOBBY,
    MESSAGE,
    MODERATORS,
    NEWS,
    SERVER,
    Club,
    a_club,
)
from tests.foreign.fuzzed_description import described_for_fuzzing
from tests.missing import program

pytestmark = pytest.mark.foreign

ROOT = Path(__file__).parents[2]
SCHEMATHESIS = "schemathesis==4.32.5"
CHECKS = "not_a_server_error,content_type_conformance,response_schema_conformance"
# How many of the last events at the gateway are compared with the description.
EVENTS = 500
# In CI the same requests each time. Elsewhere others each time, which Schemathesis names.
SEED = ["--seed", "7"] if "CI" in os.environ else []


async def test_no_request_ends_in_a_server_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    openapi_check.described()
    monkeypatch.setattr("deploy.sandbox.interactions.lifecycle.ACKNOWLEDGED_WITHIN", 3_600_000)
    # Nobody has to answer, or to send a heartbeat, before it is over.
    async with (
        a_club(strict=False, heartbeat=Heartbeat(600_000)) as club,
        seen(club) as ids,
    ):
        report = await fuzzed(club, ids, tmp_path)
    cases, operations = report["test_cases"], report["operations"]
    accepted = [
        operation
        for operation, phases in report["valid_rates"].items()
        if any(phase["accepted"] for phase in phases.values())
    ]
    figures = (
        f"{cases['generated']} requests in {report['running_time']:.0f} s to "
        f"{operations['tested']} of {operations['total']} operations, {len(accepted)} of which "
        f"accepted some; {cases['unique_failures']} failures; seed {report['seed']}"
    )
    print(figures)
    assert report["failures"] == [], figures
    assert report["errors"] == [], figures
    assert operations["tested"] == operations["total"]
    # Most have had a request that they didn't refuse.
    assert len(accepted) > operations["total"] / 2, figures
    # None of all the others ended in a traceback.
    wrong = [
        each.getMessage()
        for each in caplog.get_records("call")
        if each.levelno >= logging.ERROR and not malformed(each)
    ]
    assert wrong == []


def malformed(record: logging.LogRecord) -> bool:
    """Whether a record is about a request that wasn't HTTP."""
    return record.exc_info is not None and isinstance(record.exc_info[1], HttpProcessingError)


@asynccontextmanager
async def seen(club: Club) -> AsyncIterator[list[Any]]:
    """Makes things that can be asked for, with a bot and a person who see all that happens. The
    bot may do everything."""
    club.grant(EVERYTHING)
    line, seat = await club.online(Intent(sum(Intent))), await club.sit(ANA)
    posts = [(await club.post()).id for _ in range(300)]
    unanswered = [await club.pressed(line) for _ in range(60)]
    unanswered += [await club.asked(line) for _ in range(60)]
    answered = [await club.asked(line) for _ in range(20)]
    for each in answered:
        await club.answer(each, MESSAGE, {"content": "pong"})
    starts = [f"/channels/{DUELS}/messages/{each}/threads" for each in posts[:60]]
    threads = [(await club.ask("POST", each, {"name": "A duel"})).id for each in starts]
    # Threads can be deleted, and then there have to be others.
    places = [*[DUELS, LOBBY, NEWS, ANAS] * 10, *threads]
    told = deque[str](maxlen=EVENTS)
    watchers = [
        asyncio.create_task(hearing(line.socket, told)),
        asyncio.create_task(hearing(seat.socket, deque(maxlen=1))),
    ]
    yield [
        [{"channel_id": each} for each in places],
        [{"channel_id": DUELS, "message_id": each} for each in posts],
        [{"user_id": each, "recipient_id": each} for each in (ANA, BO, CLEO, club.application)],
        [{"guild_id": SERVER, "role_id": each} for each in (SERVER, MODERATORS)],
        [{"emoji_name": each} for each in ("👍", "%F0%9F%91%8E", "duel:5")],
        [{"application_id": club.application}],
        [{"interaction_id": each["id"], "interaction_token": each["token"]} for each in unanswered],
        [
            {"webhook_id": club.application, "webhook_token": each["token"], "message_id": message}
            for each in answered
            for message in ("@original", (await club.follow_up(each, content="ping")).id)
        ],
    ]
    assert [each.done() for each in watchers] == [False, False]
    for watcher in watchers:
        watcher.cancel()
    for event in map(json.loads, told):
        openapi_check.event(event["t"], event["d"])


async def hearing(socket: Any, told: deque[str]) -> None:
    async for frame in socket:
        told.append(frame.data)


async def fuzzed(club: Club, ids: list[Any], folder: Path) -> Any:
    """Runs Schemathesis in an environment of its own, and returns its report."""
    uv = program("uv", "No uv was found, so nothing is fuzzed: pip install uv")
    (folder / "openapi.json").write_text(json.dumps(described_for_fuzzing()))
    (folder / "ids.json").write_text(json.dumps(ids))
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    newest = settings["tool"]["uv"]["exclude-newer"]
    environment = os.environ | {
        "FUZZ_IDS": str(folder / "ids.json"),
        "SCHEMATHESIS_HOOKS": "schemathesis_hooks",
        "PYTHONPATH": str(Path(__file__).parent),
    }
    process = await asyncio.create_subprocess_exec(
        *(uv, "run", "--no-project", "--exclude-newer", newest, "--with", SCHEMATHESIS),
        *("schemathesis", "run", str(folder / "openapi.json"), "--url", club.sandbox.rest),
        *("--header", f"Authorization: Bot {club.token}", "--checks", CHECKS, *SEED),
        *("--phases", "examples,coverage,fuzzing", "--max-time", "75", "--no-color"),
        *("--report", "json", "--report-json-path", str(folder / "report.json")),
        cwd=folder,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    told, _ = await process.communicate()
    # With the requests that failed.
    print(told.decode())
    return json.loads((folder / "report.json").read_text())
