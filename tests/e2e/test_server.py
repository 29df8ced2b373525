"""Players and moderators in a server: permissions, settings, refusals, menus, its data."""

import json
from pathlib import Path

import pytest

from bot.text.english import English
from deploy.sandbox.terminal import DATABASE
from tests.e2e.duel import Duel
from tests.e2e.ladder import agrees_on_ratings, ladder, won
from tests.e2e.player import NotPossible
from tests.e2e.table import Table, duelhost, laid
from tests.e2e.told import CHALLENGE, duel_of

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_only_moderators_are_offered_their_commands(table: Table) -> None:
    assert "duel-admin" in table.dan.commands
    for each in (table.ana, table.eve):
        assert "duel-admin" not in each.commands
        with pytest.raises(NotPossible, match="not offered"):
            await each.types("/duel-admin settings")


async def test_where_the_bot_may_not_post(table: Table) -> None:
    checked = await table.dan.types("/duel-admin check", channel="#announcements")
    missing = English.PERMISSIONS["send_messages"]
    assert checked.told == English.CHECK_MISSING.format(
        channel="#announcements", permissions=missing
    )
    refused = await table.ana.types(
        "/duel start", at="announcements", game="split", opponent=table.bo
    )
    assert refused.told == English.REFUSALS["permissions-missing"].format(
        permissions=missing, channel="#announcements"
    )


async def test_a_server_chooses_channels_and_a_clock(table: Table) -> None:
    panel = (await table.dan.types("/duel-admin settings", at="lobby")).message
    hour, day = English.CLOCKS["1h"], English.CLOCKS["1d"]
    await table.dan.chooses(hour, of=English.CHOOSE_CLOCK, on=panel)
    await table.dan.chooses("lobby", of=English.CHOOSE_CHANNELS, on=panel)
    refused = await table.ana.types("/duel start", game="divisor", opponent=table.bo)
    assert refused.told == English.REFUSALS["wrong-channel"].format(channels="#lobby")
    offered = await table.ana.types("/duel start", at="lobby", game="divisor", opponent=table.bo)
    challenge = CHALLENGE.match(offered.announced)
    assert challenge
    assert challenge["clock"] == hour
    await table.bo.presses(English.DECLINE, on=offered.message)
    await table.dan.chooses(of=English.CHOOSE_CHANNELS, on=panel)
    await table.dan.chooses(day, of=English.CHOOSE_CLOCK, on=panel)


async def test_a_refusal_is_private_and_changes_nothing(table: Table) -> None:
    duel = await table.duel(table.ana, table.bo, size=20)
    await duel.plays("4", "12", "6")
    await duel.has_one_board()
    board, lines = await duel.board(), table.dan.lines()
    wrong = await table.bo.types("/duel move", move="7", duel=str(duel.number))
    assert "7" in wrong.told
    assert table.bo.private == wrong.message
    not_theirs = English.REFUSALS["not-your-duel"].format(players="@Ana and @Bo")
    assert (await table.eve.presses("18", on=board)).told == not_theirs
    not_now = English.REFUSALS["not-your-turn"].format(waiting_for="@Bo")
    assert (await table.ana.presses("18", on=board)).told.startswith(not_now)
    assert table.dan.lines() == lines
    await duel.plays("18")
    await table.agrees(duel)


async def test_a_click_on_a_name(table: Table) -> None:
    ana, bo = table.ana, table.bo
    picking = await ana.clicks_on(bo, "Challenge to a duel")
    assert picking.told == English.PICK_GAME.format(player="@Bo")
    offered = await ana.chooses("Parity Duel", on=picking.message)
    assert duel_of(offered.message)
    await bo.presses(English.DECLINE, on=offered.message)
    profile = await bo.clicks_on(table.dan, "Duel profile")
    assert profile.message.private
    challenge = await bo.presses(English.CHALLENGE_BUTTON, on=profile.message)
    assert challenge.told == English.PICK_GAME.format(player="@Dan")


async def test_personal_data_is_handed_out_and_deleted_in_direct_messages(table: Table) -> None:
    eve, bo = table.eve, table.bo
    running = await table.duel(eve, bo)
    await running.plays("6")
    page = await eve.types("/privacy", at="Duelhost")
    sent = await eve.presses(English.DOWNLOAD, on=page.message)
    (file,) = sent.message.files
    kept = json.loads(await eve.opens(file))
    assert kept["player"] == eve.id
    records = {
        each["number"]: each["record"] for server in kept["servers"] for each in server["duels"]
    }
    assert records[running.number] == "1/divisor/size=20/6"

    sure = await eve.presses(English.DELETE, on=page.message)
    await eve.presses(English.DELETE_YES, on=sure.message)
    await eve.sees(English.DELETED)
    won, _, _ = English.WON.partition(" in ")
    await bo.sees(won.format(winner="@Bo", loser=English.DELETED_PLAYER))
    assert not table.archive.is_on(running.number)
    assert table.archive.faults() == []
    again = await eve.types("/privacy", at="Duelhost")
    assert again.announced == English.PRIVACY.format(servers=0)
    for other in (bo, table.dan):
        assert other.lines("Duelhost") == []


async def test_another_duelhost_goes_on_with_all_of_it(table: Table, tmp_path: Path) -> None:
    ana, bo, cleo, dan = table.ana, table.bo, table.cleo, table.dan
    await won(table, ana, cleo, legs=2)
    running = await table.duel(ana, bo, legs=2, size=3)
    await running.is_won_by(bo)
    before = await ladder(table, cleo)
    given = await dan.types("/duel-admin export")
    assert given.message.private
    (file,) = given.message.files
    taken = tmp_path / file["filename"]
    taken.write_bytes(await dan.opens(file))
    await duelhost(tmp_path, "import", str(taken), DUELHOST_DATABASE=DATABASE)

    async with laid(tmp_path) as other:
        after = await ladder(other, other.cleo)
        assert after.text == before.text
        assert after.files[0]["description"] == before.files[0]["description"]
        # The duel hasn't been shown in this server yet.
        await other.bo.types("/duel board", duel=str(running.number))
        again = Duel(running.number, other.ana, other.bo)
        again.made = running.made
        await again.is_won_by(other.bo)
        await other.agrees(again)
        await agrees_on_ratings(other, again)
