"""Tokens: the bot's own, and those of interactions. With one, anybody can speak as the bot, so none
may stand in a log, a file, an error or an answer."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from secrets import token_urlsafe

import pytest

from bot.text.english import English
from deploy.sandbox.terminal import DATABASE, LOG
from deploy.sandbox.tokens import MARK, a_dummy
from tests.e2e.table import Table, sandbox_for, seated, tries_duelhost

# A part of a token as long as this is no coincidence.
TELLING = 10


def found(secrets: Iterable[str], *places: bytes) -> set[bytes]:
    """Parts of secrets that stand in these places."""
    # The other parts of a bot's token are no secret.
    bare = [each.rpartition(".")[2].encode() for each in secrets]
    parts = {
        each[at : at + TELLING]
        for each in bare
        for at in range(0, len(each) - TELLING + 1, TELLING)
    }
    return {each for each in parts if any(each in place for place in places)}


async def use_tokens(table: Table) -> list[bytes]:
    """Use a token in every way there is, and return the files that players were sent."""
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
    mine = await table.ana.presses(English.DOWNLOAD, on=kept.message)
    ours = await table.dan.types("/duel-admin export")
    files = [*mine.message.files, *ours.message.files]
    assert len(files) == 2
    return [await table.dan.opens(each) for each in files]


async def test_nothing_that_the_bot_says_or_leaves_holds_a_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, other, secrets = a_dummy("1"), a_dummy("1").replace(MARK, "other"), list[str]()

    def drawn(size: int) -> str:
        secrets.append(token_urlsafe(size))
        return secrets[-1]

    monkeypatch.setattr("deploy.sandbox.interactions.interaction.token_urlsafe", drawn)
    sandbox, bot = sandbox_for(tmp_path, DISCORD_TOKEN=token, DUELHOST_LOG_LEVEL="debug")
    async with sandbox.open():
        await bot.start()
        async with seated(sandbox.url, tmp_path) as table:
            given = await use_tokens(table)
            shown = Path(f"/proc/{bot.pid}/cmdline").read_bytes()
            settings = {
                "DISCORD_TOKEN": other,
                "DUELHOST_DISCORD_URL": sandbox.rest,
                "DUELHOST_DATABASE": "other.db",
                "DUELHOST_LOG_FORMAT": "console",
            }
            said = await asyncio.gather(
                tries_duelhost(tmp_path, "doctor", **settings),
                tries_duelhost(tmp_path, "run", **settings),
            )
    assert all(code and "token" in text for code, text in said)
    assert len(secrets) > 10
    log = (tmp_path / LOG).read_bytes()
    # Otherwise there would have been nothing to hide.
    for spoken in (b"INTERACTION_CREATE", b"/callback", b"/webhooks/", b"didn't get through"):
        assert spoken in log
    left = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    assert left.keys() >= {LOG, DATABASE}
    outputs = [text.encode() for _, text in said]
    assert found((token, other, *secrets), *given, shown, *outputs, *left.values()) == set()


def test_a_part_of_a_token_is_found() -> None:
    token, other = a_dummy("1"), a_dummy("1")
    left = token.rpartition(".")[2]
    for part in (left[:20], left[5:25], left[-22:]):
        assert found([token], b"", f"?{part}".encode())
        assert found([other], f"?{part}".encode()) == set()
