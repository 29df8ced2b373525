"""Duels of two games with the seats swapped, for one result."""

import asyncio

import pytest

from engine.games import GAMES
from tests.e2e.duel import Duel
from tests.e2e.ladder import SHORT, agrees_on_ratings, tied, won
from tests.e2e.table import HELD, Table
from tests.e2e.told import duel_of

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize("game", SHORT)
async def test_whoever_wins_both_wins(table: Table, game: str) -> None:
    duel = await won(table, table.bo, table.ana, game, legs=2)
    end = await duel.end()
    assert end.text.startswith(
        f"🏁 **@Bo wins {GAMES[game].title}** #{duel.number} against @Ana 2–0 "
        f"in {len(duel.made)} moves: "
    )
    assert table.archive.first_leg(duel.number) == table.archive.winner(duel.number) == "Bo"
    await ends_well(table, duel)


@pytest.mark.parametrize("game", SHORT)
async def test_whoever_wins_one_each_is_level(table: Table, game: str) -> None:
    duel = await tied(table, table.cleo, table.dan, game)
    end = await duel.end()
    assert end.text.splitlines()[0] == (
        f"🏁 **{GAMES[game].title} #{duel.number} is a tie.** @Dan and @Cleo have won a leg each, "
        f"in {len(duel.made)} moves."
    )
    assert table.archive.is_tie(duel.number)
    assert table.archive.first_leg(duel.number) == "Dan"
    await ends_well(table, duel)


async def ends_well(table: Table, duel: Duel) -> None:
    await duel.has_one_board()
    await table.agrees(duel)
    assert table.showed_once(duel)


async def test_what_is_read_from_one_leg_to_the_other(table: Table) -> None:
    ana, eve = table.ana, table.eve
    number = await table.challenge(ana, eve, "split", size=4, legs=2)
    offered = await eve.sees("@Eve, @Ana challenges you to **Number Split Duel** (from 4, two legs")
    assert "-# @Ana begins the first leg, the other the second · " in offered.text
    await eve.presses("Accept", on=offered)
    duel = Duel(number, ana, eve)
    first = await duel.board()
    assert f"-# Number Split Duel, 1st leg #{number} · move 1 · " in first.text
    await duel.has_one_board()
    lost = await table.breaks("lose", on="edits")
    await duel.plays("1")
    await table.has_struck(lost)
    second = await duel.board()
    assert second.text.startswith(
        "**@Ana split 4 into 3 + 1 and left @Eve 1.** **@Ana wins the 1st leg:** 1 can't be split "
        "into two different parts. The seats are swapped. Your move, @Eve: "
    )
    assert f"-# Number Split Duel, 2nd leg #{number} · move 2 · " in second.text
    assert second.pings == ["Eve"]
    # What was to be done in the first leg can't be done in the second, whoever has it before them.
    refused = await eve.presses("1", on=first)
    assert refused.told == "That board is from move 1. The current one is here: LINK"
    assert refused.message.links == [second.id]

    asked = await ana.presses("Resign", on=second)
    assert asked.told == f"Resign Number Split Duel #{number}, with both its legs? @Eve wins then."
    assert (await ana.presses("Keep playing", on=asked.message)).told.startswith("You play on.")
    await duel.plays("1")
    assert (await duel.end()).text.splitlines()[2:] == ["1st leg:", "4 > 1", "2nd leg:", "4 > 1"]
    await table.agrees(duel)


async def test_the_second_leg_given_up_is_all_of_it(table: Table) -> None:
    eve, bo = table.eve, table.bo
    duel = await table.duel(eve, bo, "parity", size=5, legs=2)
    await duel.is_won_by(eve)
    await duel.plays("1")
    sure = await eve.presses("Resign", on=await duel.board())
    await eve.presses("Resign", on=sure.message)
    end = await duel.end()
    assert end.text.splitlines()[0] == (
        f"🏁 **@Bo wins Parity Duel** #{duel.number} against @Eve in 6 moves: @Eve resigned."
    )
    await table.agrees(duel)
    # Who began it doesn't begin it again.
    offered = await eve.presses("Rematch", on=end)
    assert "-# @Bo begins the first leg, the other the second · " in offered.announced
    await bo.presses("Accept", on=offered.message)
    again = Duel(duel_of(offered.message) or 0, eve, bo)
    assert await again.mover() is bo
    await again.plays_on()
    await ends_well(table, again)


async def test_a_bot_that_is_killed_between_the_legs_and_at_the_end_of_both(table: Table) -> None:
    """What the moves came to is written down, and nobody has been shown it yet."""
    begins = await table.duel(table.ana, table.cleo, size=3, legs=2)
    ends = await table.duel(table.dan, table.eve, size=3, legs=2)
    await ends.is_won_by(table.eve)
    for each in (begins, ends):
        await each.plays("1")
        await each.has_one_board()
    gate = await table.breaks("delay", on="answers", times=2, seconds=HELD)
    unanswered = asyncio.gather(begins.tries("2"), ends.tries("2"))
    await table.has_struck(gate)
    assert table.archive.first_leg(begins.number) == "Cleo"
    assert table.archive.is_over(ends.number)
    await table.does_to_the_bot("kill")
    assert [each.failed for each in await unanswered] == [True, True]
    begins.made.append(("Cleo", "2"))
    ends.made.append(("Dan", "2"))

    await begins.is_won_by(table.cleo)
    assert (await begins.end()).text.startswith(f"🏁 **@Cleo wins Divisor Duel** #{begins.number}")
    for each in (begins, ends):
        await ends_well(table, each)
    await agrees_on_ratings(table, begins, ends)
