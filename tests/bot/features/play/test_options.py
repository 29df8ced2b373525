"""Games with options, as players play them: what the host drew, several numbers on the table, and
moves into either row."""

from typing import Any

import pytest

from bot.text.english import English
from engine.duel import First, Playing, Terms
from engine.games import set_up
from engine.ids import PlayerId
from storage.ids import ChannelId
from storage.match import Posting
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import answer, ids, labels, options, private, told
from tests.bot.simcord.world import DEAD, World
from tests.bot.text.says import says
from tests.storage.builders import DAY

# Numbers with more ways to split them than a board has lists for.
MANY = (30, 97, 98, 99, 100)
OPENED = {"size": 20, "board": "drawn", "gone": (5, 10), "opening": (7, 14)}
EITHER = {"rows": "either", "ties": "second"}
TABLE = {"numbers": (5, 8, 12), "board": "drawn"}


async def began(world: World, key: str, **chosen: Any) -> Shown:
    """The board of a duel between Ana, who is to move, and Bo, whose start the host has drawn."""
    ana, bo = PlayerId(world.ana.id), PlayerId(world.bo.id)
    terms = Terms(ana, bo, set_up(key, chosen), First.CHALLENGER, DAY)
    posting = Posting(ChannelId(world.games.id), DAY)
    match = await world.store.offer(world.call(world.ana), terms, posting)
    await world.store.accept(world.call(world.bo), match.id)
    return answer(await world.ana.slash(world.games, "duel board"))


async def test_what_the_host_did_is_on_the_board_and_told_first(world: World) -> None:
    board = await began(world, "divisor", **OPENED)
    assert world.read(board) == (
        "**@bo accepted.** The board opens with **7, 14**. Your move, @ana: take 1 or 2.\n"
        "```\n"
        "  [1]  [2]   3    4   --\n"
        "   6   ··    8    9   --\n"
        "  11   12   13  (14)  15\n"
        "  16   17   18   19   20\n"
        "```\n"
        f"-# {English.LEGEND_STRUCK}\n"
        "-# ● @ana  ▲ @bo · opening 7 14\n"
        "-# Divisor Duel (1–20, drawn start) #1 · move 1 · due <1440 min>"
    )
    assert labels(board) == ["1", "2", "⋯"]
    board = answer(await world.ana.click(board, label="2"))
    assert world.read(board).startswith("**@ana answered 14 with 2.** Your move, @bo: ")
    refused = told(await world.bo.slash(world.games, "duel move", move="5"))
    assert refused.startswith("5 is already gone.")


async def test_a_table_is_played_by_buttons_and_by_typing(world: World) -> None:
    board = await began(world, "split", **TABLE)
    assert labels(board)[:5] == ["5:1", "5:2", "5:3", "5:4", "8:1"]
    board = answer(await world.ana.click(board, label="12:5"))
    assert world.read(board).startswith(
        "**@ana split 12 and kept 5.** Your move, @bo: split 5 or 8.\n```\n[5] [5] [8]\n```\n"
    )
    board = answer(await world.bo.slash(world.games, "duel move", move=" 5:2 "))
    assert world.read(board).startswith("**@bo split 5 and kept 2.**")
    assert "```\n[5] [8]\ndone 2\n```" in world.read(board)
    typed = "8 → 7 + 1, keep 1"
    board = answer(await world.ana.slash(world.games, "duel move", move=typed))
    assert world.read(board).startswith("**@ana split 8 and kept 1.**")
    board = answer(await world.bo.slash(world.games, "duel move", move="5.1"))
    assert world.read(board).startswith("🏆 **@bo beats @ana** in Number Split Duel #1: ")


async def test_moves_of_a_table_are_offered_by_the_number_and_the_part(world: World) -> None:
    await began(world, "split", **TABLE)
    offered = await world.ana.autocomplete(world.games, "duel move", "move", "12:1")
    assert [each["value"] for each in offered] == ["12:1", "12:10", "12:11"]
    assert offered[1]["name"] == "12 → 10 + 2, keep 10"


@pytest.mark.parametrize(
    ("typed", "code", "facts"),
    [
        ("6", "which-number", {}),
        ("9:1", "not-on-the-table", {"number": 9}),
        ("8:4", "equal-split", {"number": 4, "whole": 8}),
    ],
)
async def test_what_a_table_refuses(
    world: World, typed: str, code: str, facts: dict[str, int]
) -> None:
    await began(world, "split", **TABLE)
    advice = "You can choose 5:1-4, 8:1-3, 8:5-7, 12:1-5 or 12:7-11."
    said = told(await world.ana.slash(world.games, "duel move", move=typed))
    assert said == says(code, advice=advice, **facts)


async def test_both_rows_are_played_into(world: World) -> None:
    board = await began(world, "sequence", **EITHER)
    assert labels(board) == [*"123456789", *(f"*{each}" for each in range(1, 10)), "⋯"]
    board = answer(await world.ana.click(board, label="*5"))
    assert world.read(board).startswith("**@ana put 5 in @bo's row.** Your move, @bo: ")
    board = answer(await world.bo.slash(world.games, "duel move", move="*3"))
    assert world.read(board).startswith("**@bo put 3 in @ana's row.**")
    board = answer(
        await world.ana.slash(world.games, "duel move", move="9 in your row (3 + 9 = 12)")
    )
    assert world.read(board).startswith("**@ana put 9 in their own row.**")
    refused = told(await world.bo.slash(world.games, "duel move", move="*9"))
    advice = "You can put 1-2, 4, 6-8, \\*1-2, \\*4 or \\*6-8."
    assert refused == says("already-gone", number=9, advice=advice)


# More ways to split than a board has lists for.


async def chosen_whole(world: World, board: Shown, whole: int) -> Shown:
    return private(await world.ana.select(board, [str(whole)], custom_id="d1:w:1:0:1"))


async def test_any_of_many_moves_is_made_by_pressing(world: World) -> None:
    board = await began(world, "split", numbers=MANY)
    assert options(board, English.CHOOSE_WHOLE)[1] == "Split 97 (in 96 ways)"
    question = await chosen_whole(world, board, 97)
    assert question.content == English.WHICH_PART.format(whole=97)
    assert ids(question) == ["d1:wp:1:0:1", "d1:wp:1:0:26", "d1:wp:1:0:51", "d1:wp:1:0:76"]
    done = await world.ana.select(question, ["97:60"], custom_id="d1:wp:1:0:51")
    assert told(done) == English.MOVED
    assert labels(private(done)) == []
    board = world.last()
    assert world.read(board).startswith("**@ana split 97 and kept 60.** Your move, @bo: split ")
    assert len([each for each in world.games.history() if ids(each)]) == 1, "one board"


async def test_a_question_for_an_earlier_board_is_refused(world: World) -> None:
    board = await began(world, "split", numbers=MANY)
    await chosen_whole(world, board, 97)
    answer(await world.ana.slash(world.games, "duel move", move="30:1"))
    answer(await world.bo.slash(world.games, "duel move", move="97:1"))
    before = await world.match()
    for press, value in (("d1:w:1:0:1", "98"), ("d1:wp:1:0:51", "98:60")):
        said = told(await world.press(world.ana, world.last(), press, value))
        assert world.read(said) == says("old-board", shown=1, link="LINK")
    assert await world.match() == before


@pytest.mark.parametrize(
    ("custom_id", "value", "said"),
    [
        ("d1:w:1:0:1", "96", DEAD),
        ("d1:w:1:0:1", "97:3", DEAD),
        ("d1:w:1:0:1", "x", DEAD),
        ("d1:w:9:0:1", "97", says("no-such-duel", number=9)),
        ("d1:wp:9:0:1", "97:3", says("no-such-duel", number=9)),
    ],
)
async def test_a_forged_number_to_split(
    world: World, custom_id: str, value: str, said: str
) -> None:
    board = await began(world, "split", numbers=MANY)
    before = await world.match()
    assert told(await world.press(world.ana, board, custom_id, value)) == said
    assert await world.match() == before


async def test_only_the_player_to_move_is_asked(world: World) -> None:
    board = await began(world, "split", numbers=MANY)
    before = await world.match()
    for press in ("d1:w:1:0:1", "d1:wp:1:0:1"):
        value = "97" if "wp" not in press else "97:3"
        said = told(await world.press(world.bo, board, press, value))
        assert world.read(said).startswith(says("not-your-turn", waiting_for="@ana"))
        said = told(await world.press(world.cy, board, press, value))
        assert world.read(said) == says("not-your-duel", players="@ana and @bo")
    assert await world.match() == before


async def test_a_game_of_two_steps_ends_like_any_other(world: World) -> None:
    """The end is shown in the channel, and the private message says that it is done."""
    board = await began(world, "split", numbers=(3,))
    end = await world.press(world.ana, board, "d1:wp:1:0:1", "1")
    assert told(end) == English.MOVED
    assert world.read(world.last()).startswith("🏆 **@ana beats @bo** in Number Split Duel #1: ")


async def test_a_press_that_comes_twice_moves_once(world: World) -> None:
    board = await began(world, "split", numbers=MANY)
    await world.press(world.ana, board, "d1:wp:1:0:51", "97:60", times=2)
    duel = (await world.match()).duel
    assert isinstance(duel, Playing)
    assert duel.record.text.endswith("/97:60")
