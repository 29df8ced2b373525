"""Every game is played from the challenge to the leaderboard, and checked by what players see."""

from functools import partial
from typing import Any

import pytest

from bot.text.english import English
from engine.games import GAMES
from tests.e2e.duel import Duel, Pick, offers
from tests.e2e.ladder import agrees_on_ratings, ladder, tied, won
from tests.e2e.screen import Screen
from tests.e2e.table import Table
from tests.e2e.told import duel_of, is_end

pytestmark = pytest.mark.asyncio(loop_scope="module")


def largest(moves: list[str]) -> str:
    return max(moves, key=int)


PLAYED: dict[str, tuple[dict[str, Any], Pick]] = {
    "parity": ({"size": 5}, min),
    "evenodd": ({"size": 7}, min),
    "split": ({"size": 18}, largest),
    "divisor": ({"size": 20}, largest),
    "sequence": ({}, min),
}


async def ends_well(table: Table, duel: Duel) -> None:
    await duel.has_one_board()
    await table.agrees(duel)
    assert table.showed_once(duel)


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_from_challenge_to_leaderboard(table: Table, game: str) -> None:
    options, pick = PLAYED[game]
    duel = await table.duel(table.ana, table.bo, game, first="random", **options)
    end = await duel.plays_on(pick)
    assert len(duel.made) > 2
    offered = (English.REMATCH, English.REPLAY_BUTTON, English.ANALYSE_BUTTON, English.LEADERBOARD)
    # By its usual rules no other game is rated.
    ranked = [] if game == "divisor" else [English.RANKED_BUTTON.format(variant="ranked")]
    assert end.labels == [*offered, English.GOOD_GAME_BUTTON, *ranked]
    assert (await duel.card())["width"] == 700
    await ends_well(table, duel)
    await ladder(table, table.cleo, game)


async def test_good_game_is_said_in_the_message_that_tells_the_end(table: Table) -> None:
    duel = await table.duel(table.ana, table.bo, "split", size=9)
    end = await duel.plays_on()
    card = await duel.card()
    eve, lines = table.eve, len(table.eve.lines())
    one, both = English.GOOD_GAME
    for who, said in (
        (table.bo, one.format(players="@Bo")),
        (table.ana, both.format(players="@Ana and @Bo")),
    ):
        await who.presses(English.GOOD_GAME_BUTTON, on=end)
        shown = await eve.sees(said)
        assert (shown.id, shown.files) == (end.id, [card])
    assert English.GOOD_GAME_BUTTON not in (await duel.end()).labels
    assert len(eve.lines()) == lines
    await ends_well(table, duel)


@pytest.mark.parametrize("game", GAMES)
async def test_two_legs_that_are_level(table: Table, game: str) -> None:
    duel = await tied(table, table.cleo, table.dan, game)
    assert table.archive.is_tie(duel.number)
    assert table.archive.first_leg(duel.number) == "Dan"
    await ends_well(table, duel)


async def test_ratings_are_the_same_wherever_they_are_read(table: Table) -> None:
    """Ratings agree even after duels in which everything arrived twice."""
    ana, bo, cleo, dan, eve = table.ana, table.bo, table.cleo, table.dan, table.eve
    duels = [
        await won(table, ana, eve),
        await won(table, eve, ana, "split"),
        await won(table, ana, cleo, legs=2),
        await won(table, dan, ana),
        await won(table, eve, bo, rated=False),
    ]
    await table.breaks("duplicate", on="interactions", times=1000)
    twice = [await won(table, eve, cleo), await tied(table, bo, eve)]
    await table.mends()
    await agrees_on_ratings(table, *duels, *twice)
    for each in twice:
        await ends_well(table, each)


async def test_moves_that_are_typed_as_they_are_suggested(table: Table) -> None:
    duel = await table.duel(table.bo, table.cleo, "split", first="random", size=9)
    for _ in range(3):
        board, mover = await duel.board(), await duel.mover()
        asked: dict[str, Any] = {"move": "", "duel": str(duel.number)}
        suggested = await mover.is_offered("/duel move", "move", **asked)
        assert sorted(suggested.values()) == sorted(offers(board))
        move = largest(list(suggested.values()))
        (await mover.types("/duel move", move=move, duel=str(duel.number))).announced  # noqa: B018
        duel.made.append((mover.name, move))
    await duel.plays_on()
    await ends_well(table, duel)


async def test_a_hundred_numbers_are_chosen_from_lists_and_seen_in_a_picture(table: Table) -> None:
    duel = await table.duel(table.cleo, table.eve, size=100)
    board = await duel.board()
    assert [len(each.choices) for each in board.controls[:4]] == [25] * 4
    await duel.plays("60", "30", "90")
    (file,) = (await duel.board()).files
    assert (file["width"], file["height"]) == (700, 698)
    assert (await table.bo.opens(file)).startswith(b"\x89PNG\r\n")
    await duel.plays_on(largest)
    await ends_well(table, duel)


async def test_a_rematch_has_the_other_player_begin(table: Table) -> None:
    duel = await table.duel(table.ana, table.eve, "parity", size=2)
    offered = await table.eve.presses(English.REMATCH, on=await duel.plays_on())
    again = Duel(duel_of(offered.message) or 0, table.eve, table.ana)
    await table.ana.presses(English.ACCEPT, on=offered.message)
    assert await again.mover() is table.eve
    await again.plays_on()
    await ends_well(table, again)


async def test_a_board_moves_from_a_thread_to_a_channel(table: Table) -> None:
    duel = await table.duel(table.ana, table.bo, "evenodd", at="late rounds", size=4)
    await duel.plays("1")
    await table.bo.types("/duel board", at="lobby", duel=str(duel.number))
    await duel.has_one_board()
    elsewhere = await duel.types("2", at="late rounds")
    assert elsewhere.told == English.MOVED_ELSEWHERE.format(link="LINK")
    assert elsewhere.message.links == [(await duel.board()).id]
    await duel.plays_on()
    await duel.has_one_board()
    await table.agrees(duel)
    assert is_end(table.ana.lines("lobby")[-1])


async def test_a_page_that_is_loaded_again_shows_the_same(table: Table) -> None:
    duel = await table.duel(table.ana, table.eve, "parity", size=2)
    await duel.plays_on()
    await duel.has_one_board()
    for each in (table.ana, table.eve):
        await each.screen.until(partial(all_have_cards, each.screen), "all cards")
        before = dict(each.screen.messages)
        await each.sits_down()
        assert each.screen.messages == before


def all_have_cards(screen: Screen) -> bool:
    return all(each.files for each in screen.messages.values() if is_end(each.text))
