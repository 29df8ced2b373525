"""Tokens: the bot's own, and those of what it is asked. Whoever has one can speak as the bot, so
neither a log nor a file nor a list of processes may hold any, or a part of one."""

import asyncio
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Iterable
from pathlib import Path

import pytest

from deploy.sandbox.bot_process import Bot, surroundings
from deploy.sandbox.sandbox import Sandbox
from deploy.sandbox.terminal import DATABASE, LOG
from deploy.sandbox.tokens import MARK, a_dummy
from tests.e2e.table import Table, sandbox_for, seated

# So much of a token, in a place where it should not be, is no coincidence.
TELLING = 10


def told(secrets: Iterable[str], *places: bytes) -> set[bytes]:
    """Parts of these that stand there. Of what is twice as long as a part, one is always found."""
    bare = [each.removeprefix(MARK).encode() for each in secrets]
    parts = {
        each[at : at + TELLING]
        for each in bare
        for at in range(0, len(each) - TELLING + 1, TELLING)
    }
    return {each for each in parts if any(each in place for place in places)}


def tokens_of(sandbox: Sandbox) -> list[str]:
    """Of everything that it has asked."""
    return [*sandbox.world.interactions._by_token]


async def live(table: Table) -> list[bytes]:
    """Everything in which a token plays a part, at least once. Returns the files that people got
    of it."""
    duel = await table.duel(table.ana, table.bo, size=3, first="random")
    assert await (await duel.mover()).is_offered("/duel move", "move", move="")
    assert (await table.eve.types("/duel move", move="1", duel=str(duel.number))).told
    await table.breaks("fail", on="answers", status=500)
    await duel.plays("2")
    lost = await table.breaks("drop", on="answers")
    await duel.plays("1")
    await table.has_struck(lost)
    await duel.plays("3")
    await duel.card()
    await table.eve.types("/duel leaderboard")
    kept = await table.ana.types("/privacy")
    mine = await table.ana.presses("Download mine", on=kept.message)
    ours = await table.dan.types("/duel-admin export")
    files = [*mine.message.files, *ours.message.files]
    assert len(files) == 2
    return [await table.dan.opens(each) for each in files]


async def says(folder: Path, bot: Bot, *typed: str, **chosen: str) -> bytes:
    """What a command of the bot's says, with its settings."""
    run = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *typed),
        cwd=folder,
        env=surroundings({**bot._settings, **chosen}),
        stdout=PIPE,
        stderr=STDOUT,
    )
    said, _ = await run.communicate()
    return said


@pytest.mark.parametrize("layout", ["json", "console"])
async def test_nothing_that_it_says_or_leaves_holds_a_token(tmp_path: Path, layout: str) -> None:
    sandbox, bot = sandbox_for(tmp_path, DUELHOST_LOG_LEVEL="debug", DUELHOST_LOG_FORMAT=layout)
    secrets = [bot._settings["DISCORD_TOKEN"]]
    async with sandbox.open():
        await bot.start()
        async with seated(sandbox.url, tmp_path) as table:
            given = await live(table)
            shown = Path(f"/proc/{bot.pid}/cmdline").read_bytes()
            other = a_dummy().removeprefix(MARK)
            wrong = {"DISCORD_TOKEN": other, "DUELHOST_DATABASE": "other.db"}
            healthy, *refused, _ = await asyncio.gather(
                says(tmp_path, bot, "doctor"),
                says(tmp_path, bot, "doctor", **wrong),
                says(tmp_path, bot, "run", **wrong),
                says(tmp_path, bot, "backup", "copy.db"),
            )
    assert all(b"doesn't accept the token" in each for each in refused)
    secrets += [other, *tokens_of(sandbox)]
    assert len(secrets) > 10
    log = (tmp_path / LOG).read_bytes()
    # Otherwise there would have been nothing to hide.
    for spoken in (b"INTERACTION_CREATE", b"/callback", b"/webhooks/", b"didn't get through"):
        assert spoken in log
    left = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    assert left.keys() > {LOG, DATABASE, "copy.db"}
    assert told(secrets, *given, shown, healthy, *refused, *left.values()) == set()


def test_a_part_of_a_token_is_noticed() -> None:
    token, other = a_dummy(), a_dummy()
    left = token.removeprefix(MARK)
    for part in (left[:20], left[5:25], left[-22:]):
        assert told([token], b"", f"?{part}".encode())
        assert told([other], f"?{part}".encode()) == set()
