"""Duels of two legs: the same game twice with the seats swapped, for one result."""

from typing import Any

import pytest

from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.server import ANSWER, Hall, answer, cards, ids, labels, private, told

# How the first seat wins each game, and why that is the end.
FIRST: dict[str, tuple[dict[str, Any], tuple[int, ...], str]] = {
    "parity": ({"size": 3}, (1, 2, 3), "no even number is left."),
    "evenodd": ({"size": 3}, (1, 2, 3), "no even number is left."),
    "split": ({"size": 5}, (1,), "1 can't be split into two different parts."),
    "divisor": ({"size": 3}, (2, 1, 3), "nothing left divides 3 or is a multiple of it."),
    "sequence": ({}, (6, 5, 2, 3, 9, 4, 7, 8, 1), "3 even pairs to 2."),
}
# And how the second seat does.
SECOND: dict[str, tuple[tuple[int, ...], str]] = {
    "parity": ((2, 1), "no even number is left."),
    "evenodd": ((2, 1), "no even number is left."),
    "split": ((3, 1), "1 can't be split into two different parts."),
    "divisor": ((1, 2), "nothing left divides 2 or is a multiple of it."),
}
# How games are told that were won by the first seat, and by the second.
TOLD = {
    "parity": ("1 2 **3**", "2 **1**"),
    "evenodd": ("1 2 **3**", "2 **1**"),
    "split": ("5 > 1", "5 > 3 > 1"),
    "divisor": ("2 1 **3**", "1 **2**"),
}


async def play(hall: Hall, *moves: int) -> Shown:
    """By buttons, by whoever is to move. Returns the last board."""
    for move in moves:
        match = await hall.match()
        duel: Any = match.duel
        who = hall.ana if duel.waiting_for == hall.ana.id else hall.bo
        (board,) = [each for each in hall.games.history() if each.id == match.board.message]
        answer(await who.click(board, label=str(move)))
    return hall.last()


async def begin(hall: Hall, game: str = "divisor", **more: Any) -> Shown:
    options = FIRST[game][0] | {"legs": 2, "first": "random"} | more
    return await hall.duel(game, **options)


@pytest.mark.parametrize("game", FIRST)
async def test_the_second_leg_begins_where_the_first_one_ends(hall: Hall, game: str) -> None:
    _, moves, why = FIRST[game]
    first = await begin(hall, game)
    buttons = labels(first)
    assert ", game 1 #1 · move 1 · due <1440 min>" in hall.read(first)
    board = await play(hall, *moves)
    headline = hall.read(board).splitlines()[0]
    assert f" **@ana wins game 1:** {why} Now the other player starts. Your move, @bo: " in headline
    assert f", game 2 #1 · move {len(moves) + 1} · due <1440 min>" in hall.read(board)
    assert labels(board) == buttons
    assert hall.pinged(by=ANSWER) == [hall.bo.id]
    assert not any("🏁" in line for line in hall.lines())
    # What can be pressed begins anew, and counts on.
    number = ids(board)[0].split(":")
    assert number[:4] == ["d1", "m", "1", str(len(moves))]


@pytest.mark.parametrize("game", TOLD)
async def test_winning_both(hall: Hall, game: str) -> None:
    """Ana wins from the first seat, and then from the second."""
    (_, one, _), (two, why) = FIRST[game], SECOND[game]
    await begin(hall, game)
    end = await play(hall, *one, *two)
    lines = hall.read(end).splitlines()
    assert lines[0].startswith("🏁 **@ana wins ")
    assert lines[0].endswith(f"** #1 against @bo 2–0 in {len(one + two)} moves: {why}")
    assert lines[1:] == [
        "@bo **1338** (−162) · @ana **1662** (+162)",
        "game 1:",
        TOLD[game][0],
        "game 2:",
        TOLD[game][1],
    ]
    assert labels(end) == ["Rematch", "Replay", "Leaderboard"]
    assert (await hall.standing(hall.ana), await hall.standing(hall.bo)) == ((1, 0), (0, 1))


@pytest.mark.parametrize("game", TOLD)
async def test_winning_one_each(hall: Hall, game: str) -> None:
    _, moves, _ = FIRST[game]
    await begin(hall, game)
    end = await play(hall, *moves, *moves)
    title = hall.read(end).split("**")[1].split(" #1")[0]
    assert hall.read(end).splitlines() == [
        f"🏁 **{title} #1 is a tie.** @bo and @ana won a game each, in {2 * len(moves)} moves.",
        "@bo **1500** (±0) · @ana **1500** (±0)",
        "game 1:",
        TOLD[game][0],
        "game 2:",
        TOLD[game][0],
    ]


async def test_losing_both(hall: Hall) -> None:
    await begin(hall)
    board = await play(hall, *SECOND["divisor"][0])
    assert "**@ana wins game 1:**" not in hall.read(board)
    assert "**@bo wins game 1:**" in hall.read(board)
    end = await play(hall, 2, 1, 3)
    assert hall.read(end).splitlines()[0] == (
        "🏁 **@bo wins Divisor Duel** #1 against @ana 2–0 in 5 moves: nothing left divides 3 or is "
        "a multiple of it."
    )


async def test_sequences_in_two_legs(hall: Hall) -> None:
    """Neither row is taken for the other player's."""
    moves = FIRST["sequence"][1]
    await begin(hall, "sequence")
    board = await play(hall, *moves)
    assert "-# P1 @bo · P2 @ana\n" in hall.read(board)
    end = await play(hall, *moves)
    assert hall.read(end).splitlines()[2:] == [
        "game 1:",
        "P1 @ana 6 2 9 7 1 · **8** 11 **16** **8** · even pairs: **3**",
        "P2 @bo 5 3 4 8 · **8** 7 **12** · even pairs: **2**",
        "game 2:",
        "P1 @bo 6 2 9 7 1 · **8** 11 **16** **8** · even pairs: **3**",
        "P2 @ana 5 3 4 8 · **8** 7 **12** · even pairs: **2**",
    ]


async def test_what_is_left_of_two_legs_counts_on(hall: Hall) -> None:
    await begin(hall)
    await play(hall, 2, 1, 3, 1, 2)
    assert hall.lines()[:-1] == [
        "-# ⚔️ @bo accepted @ana's challenge to Divisor Duel (#1)",
        "-# Divisor Duel #1 began",
        "-# 1. @ana took 2",
        "-# 2. @bo took 1",
        "-# 3. @ana took 3",
        "-# 4. @bo took 1",
    ]
    assert [labels(each) for each in hall.games.history()[:-1]] == [[]] * 6


async def test_a_split_is_the_same_in_both_legs(hall: Hall) -> None:
    board = await hall.duel("split", legs=2, clock="1h")
    whole = hall.read(board).split("split ")[1].split()[0]
    await hall.ana.slash(hall.games, "duel move", move="1")
    assert f"Your move, @bo: split {whole} and choose" in hall.lines()[-1]


# Boards of the other leg.


async def test_a_button_of_the_first_leg_on_the_second(hall: Hall) -> None:
    """The move that it stands for would be legal."""
    first = await begin(hall)
    board = await play(hall, 2, 1, 3)
    stale = await hall.press(hall.bo, first, "d1:m:1:0:2")
    link = f"https://discord.com/channels/{hall.guild.id}/{hall.games.id}/{board.id}"
    assert told(stale) == f"That board is from move 1. The current one is here: {link}"
    assert (await hall.match()).duel.ply == 3  # type: ignore[union-attr]


async def test_a_button_of_the_second_leg_says_which_move_it_was_for(hall: Hall) -> None:
    await begin(hall)
    second = await play(hall, 2, 1, 3)
    assert " · move 4 · " in hall.read(second)
    await play(hall, 2, 1)
    said = told(await hall.press(hall.bo, second, "d1:m:1:3:2"))
    assert said.startswith("That board is from move 4. The current one is here: ")


async def test_a_move_of_the_first_leg_that_comes_twice(hall: Hall) -> None:
    """The last one of it: brought again, it isn't made in the second leg too."""
    await begin(hall, "split")
    board = hall.last()
    await hall.press(hall.ana, board, "d1:m:1:0:1", times=3)
    await hall.again()
    assert (await hall.match()).duel.ply == 1  # type: ignore[union-attr]
    assert sum("Your move" in line for line in hall.lines()) == 1


async def test_both_press_when_the_legs_change(hall: Hall) -> None:
    board = await begin(hall, "split")
    pressed = [
        await hall.deliver(
            who,
            3,
            hall.games.id,
            {"custom_id": "d1:m:1:0:1", "component_type": 2},
            source=board.id,
            settle=False,
        )
        for who in (hall.ana, hall.bo)
    ]
    await hall.env.settle()
    answer(pressed[0])
    assert told(pressed[1]).startswith("That board is from move 1.")


async def test_moves_are_offered_in_the_second_leg(hall: Hall) -> None:
    await begin(hall)
    await play(hall, 2, 1, 3)
    assert await hall.ana.autocomplete(hall.games, "duel move", "move", "") == []
    offered = await hall.bo.autocomplete(hall.games, "duel move", "move", "")
    assert [each["value"] for each in offered] == ["1", "2", "3"]
    assert await hall.bo.autocomplete(hall.games, "duel move", "duel", "") == [
        {"name": "#1 Divisor Duel, move 4", "value": "1"}
    ]


async def test_the_board_of_the_second_leg_again_and_after_a_restart(hall: Hall) -> None:
    await begin(hall)
    board = hall.read(await play(hall, 2, 1, 3))
    await hall.restart()
    shown = answer(await hall.ana.slash(hall.games, "duel board"))
    assert hall.read(shown) == board
    answer(await hall.bo.click(shown, label="1"))


@pytest.mark.cards
async def test_a_large_board_of_the_second_leg(hall: Hall) -> None:
    """The picture is of the leg that is played."""
    board = await hall.duel("split", size=3, legs=2)
    assert "Show board" not in labels(board)
    await hall.duel(size=26, legs=2)
    for nth in range(30):
        duel: Any = (await hall.match(2)).duel
        if duel.earlier:
            break
        who = hall.ana if duel.waiting_for == hall.ana.id else hall.bo
        move = duel.record.legal[0 if nth else 25]
        await who.slash(hall.games, "duel move", move=str(move), duel="2")
    shown = private(await hall.cy.click(hall.last(), label="Show board"))
    assert cards(shown)[0][1].startswith("Divisor Duel, 1 to 26 · 26 left · move 1. Can be taken:")
