"""What people look up, what they choose for themselves, and what they have deleted."""

import json

import pytest

from tests.e2e.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_who_wins_and_what_was_played(table: Table) -> None:
    ana, bo, cleo = table.ana, table.bo, table.cleo
    duel = await table.duel(ana, bo, first="random", size=3)
    await duel.is_won_by(ana)
    end = await table.cleo.sees("@Ana wins Divisor Duel")

    ladder = await cleo.types("/duel leaderboard")
    assert ladder.announced == (
        "🏆 **All games**\n1. @Ana 1662? · 1–0\n2. @Bo 1338? · 0–1\n"
        "-# ? not settled yet: that takes 5 rated duels, and 3 settled opponents\n"
        "-# @Cleo has no rated duel in this list yet."
    )
    assert ladder.message.pings == []
    other = await bo.chooses("Number Split Duel", of="Which game?", on=ladder.message)
    assert other.told.startswith("🏆 **Number Split Duel**\nNobody has finished a rated duel in")
    mine = await bo.presses("My place", on=ladder.message)
    assert mine.told.endswith("-# @Bo: place 2, 1338, 0–1")

    profile = await cleo.types("/duel profile", player=ana)
    assert profile.announced == (
        "**@Ana**\n**1662?** ± 290 · place 1, not settled yet\n1–0\nLatest first: won\n"
        "Divisor Duel: **1662?** ± 290 · 1–0"
    )
    recent = await bo.presses("Recent duels", on=profile.message)
    moves = len(duel.made)
    line = f"[#{duel.number}](LINK) Divisor Duel: won against @Bo in {moves} moves, <when>"
    assert recent.told == f"**Finished duels of @Ana**\n{line}"

    history = await bo.types("/duel history", opponent=ana)
    assert history.told == (
        "**Finished duels of @Bo against @Ana**\n"
        f"[#{duel.number}](LINK) Divisor Duel: lost against @Ana in {moves} moves, <when>"
    )
    assert history.message.links == [end.id]


async def test_what_is_waiting(table: Table) -> None:
    assert (await table.dan.types("/duel list")).told == (
        "No duel is running. Start one with `/duel start`."
    )
    duel = await table.duel(table.dan, table.eve, size=3)
    await duel.has_one_board()
    board = await duel.board()
    for player, turn in ((table.dan, "**your move**"), (table.eve, "their move")):
        shown = await player.types("/duel list", at="lobby")
        assert f"against @{next(each for each in duel.players if each is not player)}: {turn}" in (
            shown.told
        )
        assert shown.message.links == [board.id]
    await duel.plays_on()
    await table.agrees(duel)


async def test_rules_and_help(table: Table) -> None:
    asked = await table.eve.types("/duel rules")
    explained = await table.eve.presses("Sequence Builder", on=asked.message)
    assert explained.told.startswith("**Sequence Builder**\n")
    assert explained.message.id == asked.message.id
    assert (await table.eve.types("/duel help")).told.startswith("**Number duels for two.**")


async def test_whoever_wants_no_pings_gets_none(table: Table) -> None:
    assert (await table.cleo.types("/duel settings", pings="never")).told == (
        "I ping you: **never**\nYou take challenges from: **everyone**"
    )
    duel = await table.duel(table.bo, table.cleo, size=3)
    assert (await duel.board()).pings == ["Bo"]
    await duel.plays("2")
    assert (await duel.board()).pings == []
    await duel.plays_on()


async def test_whoever_wants_no_challenges_gets_none(table: Table) -> None:
    await table.eve.types("/duel settings", challenges="nobody")
    refused = await table.ana.types("/duel start", game="split", opponent=table.eve)
    assert refused.told == "@Eve takes no challenges at the moment."
    await table.eve.types("/duel settings", challenges="everyone")
    number = await table.challenge(table.ana, table.eve, "split")
    taken_back = await table.ana.types("/duel cancel", duel=str(number))
    assert taken_back.told == "Your challenge is taken back."
    await table.bo.sees("-# ⚔️ @Ana took the challenge to @Eve back")


async def test_what_is_kept_of_somebody_is_handed_out_and_deleted(table: Table) -> None:
    """In direct messages, where nobody else could read it anyway."""
    eve, bo = table.eve, table.bo
    running = await table.duel(eve, bo)
    await running.plays("6")
    page = await eve.types("/privacy", at="Duelhost")
    assert page.told.endswith("Servers in which something is kept of you: 1")
    sent = await eve.presses("Download mine", on=page.message)
    (file,) = sent.message.files
    kept = json.loads(await eve.opens(file))
    assert kept["player"] == eve.id
    (course,) = [
        each["record"]
        for server in kept["servers"]
        for each in server["duels"]
        if each["number"] == running.number
    ]
    assert course == "1/divisor/size=20/6"

    sure = await eve.presses("Delete mine", on=page.message)
    assert "This can't be undone." in sure.told
    await eve.presses("Delete everything", on=sure.message)
    await eve.sees("Everything that was kept of you is deleted.")
    await bo.sees(f"#{running.number} against deleted player")
    assert not table.archive.is_on(running.number)
    assert table.archive.faults() == []
    page = await eve.types("/privacy", at="Duelhost")
    assert page.told.endswith("Servers in which something is kept of you: 0")


async def test_nobody_else_hears_of_direct_messages(table: Table) -> None:
    await table.ana.types("/privacy", at="Duelhost")
    for each in (table.bo, table.dan):
        assert each.lines("Duelhost") == []
    assert table.ana.lines("Duelhost")
