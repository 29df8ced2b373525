"""Those who manage the server, and the places in it."""

import pytest

from tests.e2e.player import NotPossible
from tests.e2e.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_only_whoever_manages_the_server_is_offered_it(table: Table) -> None:
    assert "duel-admin" in table.dan.commands
    for each in (table.ana, table.eve):
        assert "duel-admin" not in each.commands
        with pytest.raises(NotPossible, match="not offered"):
            await each.types("/duel-admin settings")


async def test_what_the_bot_is_not_allowed_to(table: Table) -> None:
    there = await table.dan.types("/duel-admin check", channel="#announcements")
    assert there.told == "#announcements: I still need **Send Messages**."
    here = await table.dan.types("/duel-admin check", at="late rounds")
    assert here.told == "#late rounds: everything I need is allowed."
    refused = await table.ana.types(
        "/duel start", at="announcements", game="split", opponent=table.bo
    )
    assert refused.told == (
        "I can't post here, so nobody would see the board. Ask an admin to let me Send Messages in "
        "#announcements (`/duel-admin check` shows where)."
    )


async def test_a_server_chooses_where_and_how_duels_are_played(table: Table) -> None:
    panel = await table.dan.types("/duel-admin settings", at="lobby")
    channels = "Channels for duels (none: any)"
    await table.dan.chooses("1 hour", of="Default clock", on=panel.message)
    chosen = await table.dan.chooses("lobby", of=channels, on=panel.message)
    assert chosen.told.splitlines()[1:3] == [
        "Channels: #lobby",
        "Clock, unless players choose another: 1 hour",
    ]
    refused = await table.ana.types("/duel start", game="divisor", opponent=table.bo)
    assert refused.told == "Duels are played in #lobby here."
    offered = await table.ana.types("/duel start", at="lobby", game="divisor", opponent=table.bo)
    assert " · 1 hour per move · " in offered.announced
    await table.bo.presses("Decline")
    await table.dan.chooses(of=channels, on=panel.message)
    await table.dan.chooses("1 day", of="Default clock", on=panel.message)


async def test_whoever_is_blocked_plays_no_more(table: Table) -> None:
    blocked = await table.dan.types("/duel-admin block", member=table.eve)
    assert blocked.told == "@Eve can't start or accept duels here any more."
    refused = await table.eve.types("/duel start", game="divisor", opponent=table.bo)
    assert refused.told == "A moderator has blocked you from duels in this server."
    await table.dan.types("/duel-admin block", member=table.eve)
    duel = await table.duel(table.eve, table.bo, size=3)
    await duel.plays_on()
    await table.agrees(duel)


async def test_a_duel_is_ended_and_a_result_taken_out(table: Table) -> None:
    duel = await table.duel(table.ana, table.cleo)
    await duel.plays("6")
    (running,) = (await table.dan.is_offered("/duel-admin end", "duel", duel="")).values()
    assert running == str(duel.number)
    ended = await table.dan.types("/duel-admin end", duel=running)
    assert ended.told == f"Duel #{duel.number} has ended."
    await table.ana.sees(f"Divisor Duel #{duel.number} was ended by a moderator.** Nobody has won.")

    won = await table.duel(table.ana, table.cleo, size=3)
    await won.plays_on()
    await table.dan.types("/duel-admin void", duel=str(won.number), reason="by *agreement*")
    line = await table.ana.sees("A moderator has taken out the result of duel")
    assert line.text.endswith("Reason: by \\*agreement\\*")
    assert (await table.dan.types("/duel profile", player=table.ana)).announced == (
        "@Ana hasn't finished a duel here yet."
    )
    assert table.archive.faults() == []


async def test_a_duel_in_a_thread(table: Table) -> None:
    duel = await table.duel(table.ana, table.bo, "evenodd", at="late rounds", size=4)
    await duel.plays_on()
    await duel.has_one_board()
    await table.agrees(duel)
    assert table.ana.lines("late rounds")[-1].startswith("🏁 ")


async def test_a_board_that_is_brought_to_another_channel(table: Table) -> None:
    duel = await table.duel(table.ana, table.bo)
    await duel.plays("6")
    shown = await table.bo.types("/duel board", at="lobby", duel=str(duel.number))
    assert shown.announced.startswith("**@Ana took 6.**")
    await duel.has_one_board()
    left = table.ana.lines("duels")[-1]
    assert left == "-# 1. @Ana took 6 · the board is now here: LINK"
    elsewhere = await table.bo.types("/duel move", move="12", duel=str(duel.number))
    assert elsewhere.told == "Done. The board is where the duel is: LINK"
    duel.made.append(("Bo", "12"))
    assert elsewhere.message.links == [(await duel.board()).id]
    await duel.plays("4")
    await table.agrees(duel)


async def test_what_can_be_done_with_a_click_on_a_name(table: Table) -> None:
    ana, bo = table.ana, table.bo
    picking = await ana.clicks_on(bo, "Challenge to a duel")
    assert picking.told == "Challenge @Bo to …"
    offered = await ana.chooses("Parity Duel", on=picking.message)
    assert offered.announced.startswith("⚔️ @Bo, @Ana challenges you to **Parity Duel** (1–20,")
    await bo.presses("Decline")
    profile = await bo.clicks_on(table.dan, "Duel profile")
    assert profile.told == "@Dan hasn't finished a duel here yet."
    challenge = await bo.presses("Challenge", on=profile.message)
    assert challenge.told == "Challenge @Dan to …"
    themself = await ana.clicks_on(ana, "Challenge to a duel")
    assert themself.told == "You can't duel yourself."
