"""What isn't allowed: whoever tries it is told why, nobody else notices, and nothing changes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.e2e.duel import Duel
from tests.e2e.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


@asynccontextmanager
async def unchanged(table: Table, duel: Duel) -> AsyncIterator[None]:
    """Neither what is written down nor what everybody reads."""
    await duel.has_one_board()
    moves, lines = table.archive.moves(duel.number), table.dan.lines()
    yield
    assert table.archive.moves(duel.number) == moves == duel.made
    assert table.dan.lines() == lines


async def test_moves_that_the_rules_refuse(table: Table) -> None:
    duel = await table.duel(table.ana, table.bo, size=20)
    await duel.plays("4", "12", "6")
    told = {
        "7": "7 doesn't divide 6 and isn't a multiple of it. You can take 1, 2, 3 or 18.",
        "12": "12 is already gone. You can take 1, 2, 3 or 18.",
        "21": "21 isn't between 1 and 20. You can take 1, 2, 3 or 18.",
        "twelve": '"twelve" isn\'t a number on this board. You can take 1, 2, 3 or 18.',
    }
    await duel.board()
    async with unchanged(table, duel):
        for move, sentence in told.items():
            refused = await table.bo.types("/duel move", move=move)
            assert refused.told == sentence
            assert table.bo.private == refused.message
    await duel.plays("18")
    await table.agrees(duel)


async def test_a_move_out_of_turn(table: Table) -> None:
    duel = await table.duel(table.ana, table.cleo)
    board = await duel.board()
    async with unchanged(table, duel):
        refused = await table.cleo.presses("6", on=board)
        assert refused.told == "It is @Ana's turn. You will be pinged after it."
    await duel.plays("6")
    assert (await duel.board()).pings == ["Cleo"]


async def test_a_move_in_somebody_elses_duel(table: Table) -> None:
    duel = await table.duel(table.ana, table.dan)
    board = await duel.board()
    async with unchanged(table, duel):
        refused = await table.eve.presses("6", on=board)
        assert refused.told == (
            "This duel is between @Ana and @Dan. Start your own with `/duel start`."
        )
        assert table.dan.private is None


async def test_a_move_on_a_board_that_has_been_replaced(table: Table) -> None:
    """It stayed because the edit got lost that should have made a line of it."""
    duel = await table.duel(table.bo, table.dan)
    old = await duel.board()
    await duel.has_one_board()
    lost = await table.breaks("lose", on="edits")
    await duel.plays("6")
    await table.has_struck(lost)
    await duel.plays("12")
    await duel.has_boards(2, table.bo)
    now = await duel.board()
    refused = await table.bo.presses("4", on=old)
    assert refused.told == "That board is from move 1. The current one is here: LINK"
    assert refused.message.links == [now.id]
    assert table.archive.moves(duel.number) == duel.made
    await duel.plays("4")
    await table.agrees(duel)


async def test_a_challenge_that_is_somebody_elses(table: Table) -> None:
    number = await table.challenge(table.cleo, table.eve)
    refused = await table.bo.presses("Accept")
    assert refused.told == "This challenge is for @Eve, and only they can answer it."
    assert (await table.eve.presses("Decline")).shown
    await table.bo.sees("-# ⚔️ @Eve declined @Cleo's challenge to Divisor Duel")
    assert not table.archive.is_on(number)


async def test_a_duel_with_oneself_or_with_the_bot(table: Table) -> None:
    for opponent, sentence in (
        (table.ana, "You can't duel yourself."),
        (table.page.hello["application"]["id"], "Bots can't accept duels."),
    ):
        refused = await table.ana.types("/duel start", game="divisor", opponent=opponent)
        assert refused.told == sentence


async def test_resigning_takes_two_presses(table: Table) -> None:
    duel = await table.duel(table.cleo, table.dan)
    await duel.plays("6")
    board = await duel.board()
    async with unchanged(table, duel):
        asked = await table.cleo.presses("Resign", on=board)
        assert asked.told == f"Resign Divisor Duel #{duel.number}? @Dan wins then."
        kept = await table.cleo.presses("Keep playing", on=asked.message)
        assert kept.told == "You play on. It's @Dan's move: LINK"
    asked = await table.cleo.presses("Resign", on=board)
    assert (await table.cleo.presses("Resign", on=asked.message)).told == "You have resigned."
    end = await table.dan.sees("@Dan wins Divisor Duel")
    assert end.text.splitlines()[0].endswith("in 1 move: @Cleo resigned.")
    await duel.has_one_board()
    await table.agrees(duel)
