"""All five games, from `/duel start` to the leaderboard, by what the players are shown."""

from functools import partial
from typing import Any

import pytest

from tests.e2e.duel import Duel, Pick, offers
from tests.e2e.screen import Screen
from tests.e2e.table import Table
from tests.e2e.told import is_end

pytestmark = pytest.mark.asyncio(loop_scope="module")


def the_largest(moves: list[str]) -> str:
    return max(moves, key=int)


GAMES: dict[str, tuple[str, dict[str, Any], Pick]] = {
    "parity": ("Parity Duel", {"size": 5}, min),
    "evenodd": ("Even/Odd Match", {"size": 7}, min),
    "split": ("Number Split Duel", {"size": 18}, the_largest),
    "divisor": ("Divisor Duel", {"size": 20}, the_largest),
    "sequence": ("Sequence Builder", {}, min),
}


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_from_challenge_to_leaderboard(table: Table, game: str) -> None:
    title, options, pick = GAMES[game]
    duel = await table.duel(table.ana, table.bo, game, first="random", **options)
    end = await duel.plays_on(pick)
    await duel.has_one_board()
    await table.agrees(duel)
    winner = table.archive.winner(duel.number)
    loser = "Bo" if winner == "Ana" else "Ana"
    moves = len(duel.made)
    assert moves > 2
    assert end.text.startswith(
        f"🏁 **@{winner} wins {title}** #{duel.number} against @{loser} in {moves} moves: "
    )
    assert end.text.splitlines()[1] in (
        f"@{winner} **1662** (+162) · @{loser} **1338** (−162)",
        f"@{loser} **1338** (−162) · @{winner} **1662** (+162)",
    )
    assert end.labels == ["Rematch", "Review", "Leaderboard"]
    ladder = await table.cleo.types("/duel leaderboard", game=game)
    assert ladder.announced == (
        f"🏆 **{title}**\n1. @{winner} 1662? · 1–0\n2. @{loser} 1338? · 0–1\n"
        "-# ? not settled yet: that takes 5 rated duels, and 3 settled opponents\n"
        "-# @Cleo has no rated duel in this list yet."
    )


async def test_what_is_left_of_a_duel_reads_as_its_history(table: Table) -> None:
    duel = await table.duel(table.ana, table.bo, size=3)
    await duel.plays("2", "1", "3")
    await duel.has_one_board()
    for reader in (table.ana, table.bo, table.eve):
        await reader.reads(
            f"-# ⚔️ @Bo accepted @Ana's challenge to Divisor Duel (#{duel.number})",
            f"-# Divisor Duel #{duel.number} began",
            "-# 1. @Ana took 2",
            "-# 2. @Bo took 1",
            f"🏁 **@Ana wins Divisor Duel** #{duel.number} against @Bo in 3 moves: "
            "nothing left divides 3 or is a multiple of it.\n"
            "-# Not rated: one of you chose who begins; leave that open, or play two legs.\n"
            "2 1 **3**",
        )


async def test_a_duel_whose_first_player_is_drawn_and_whose_moves_are_typed(table: Table) -> None:
    duel = await table.duel(table.bo, table.cleo, "split", first="random", size=9)
    for _ in range(4):
        await types_the_largest(duel)
    await duel.plays_on()
    await table.agrees(duel)


async def types_the_largest(duel: Duel) -> None:
    """As it is suggested, where the other player is offered nothing."""
    board = await duel.board()
    mover = await duel.mover()
    (other,) = [each for each in duel.players if each is not mover]
    suggested = await mover.is_offered("/duel move", "move", move="")
    assert sorted(suggested.values()) == sorted(offers(board))
    assert await other.is_offered("/duel move", "move", move="") == {}
    move = the_largest(list(suggested.values()))
    shown = await mover.types("/duel move", move=move)
    assert shown.announced.startswith(f"**@{mover.name} split ")
    duel.made.append((mover.name, move))


async def test_a_hundred_numbers_are_chosen_from_lists_and_looked_at_in_a_picture(
    table: Table,
) -> None:
    duel = await table.duel(table.cleo, table.eve, size=100)
    first = await duel.board()
    assert first.labels[:4] == [
        "Take a number … 1 to 25",
        "Take a number … 26 to 50",
        "Take a number … 51 to 75",
        "Take a number … 76 to 100",
    ]
    assert await table.cleo.is_offered("/duel move", "move", move="9") == {
        each: each for each in ("9", *map(str, range(90, 100)))
    }
    await duel.plays("60", "30", "90")
    picture = await table.bo.presses("Show board", on=await duel.board())
    assert picture.told == f"Divisor Duel #{duel.number}"
    (file,) = picture.message.files
    assert (file["width"], file["height"]) == (1100, 1052)
    assert file["description"].endswith(" Taken by the 1st: 60, 90. Taken by the 2nd: 30.")
    assert (await table.bo.opens(file)).startswith(b"\x89PNG\r\n")
    await duel.plays_on(the_largest)
    await duel.has_one_board()
    await table.agrees(duel)


async def test_a_rematch_has_the_other_one_begin(table: Table) -> None:
    duel = await table.duel(table.ana, table.eve, "parity", size=2)
    end = await duel.plays_on()
    offered = await table.eve.presses("Rematch", on=end)
    assert offered.announced.startswith("⚔️ @Ana, @Eve challenges you to **Parity Duel**")
    again = Duel(duel.number + 1, table.eve, table.ana)
    await table.ana.presses("Accept", on=offered.message)
    await again.plays_on()
    await table.agrees(again)


async def test_everybody_who_looks_again_sees_what_they_have_seen(table: Table) -> None:
    """The page loaded anew is the page that was kept up to date."""
    duel = await table.duel(table.ana, table.eve, "parity", size=2)
    await duel.plays_on()
    await duel.has_one_board()
    for each in (table.ana, table.eve):
        await each.screen.until(partial(all_have_cards, each.screen), "all cards")
        before = dict(each.screen.messages)
        await each.sits_down()
        assert each.screen.messages == before


def all_have_cards(screen: Screen) -> bool:
    """Nothing is to come to what has ended."""
    return all(each.files for each in screen.messages.values() if is_end(each.text))
