"""Duels of two legs: the same game twice with the seats swapped, for one result."""

from typing import Any

import pytest

from bot.text.english import English
from bot.text.game_texts import title_of
from engine.games import GAMES
from storage.people import Pings
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import answer, cards, ids, labels, told
from tests.bot.simcord.world import ANSWER, World
from tests.bot.text.says import moves_line, turned, won

# How the first seat wins each game, and why that is the end.
FIRST: dict[str, tuple[dict[str, Any], tuple[int, ...], str]] = {
    "parity": ({"size": 3}, (1, 2, 3), "no even number is left."),
    "evenodd": ({"size": 3}, (1, 2, 3), "no even number is left."),
    "split": ({"size": 5}, (1,), "1 can't be split into two different parts."),
    "divisor": ({"size": 3}, (2, 1, 3), "nothing left divides 3 or is a multiple of it."),
    "sequence": ({}, (6, 5, 2, 3, 9, 4, 7, 8, 1), "more even pairs, 3 to 2."),
}
# The moves with which player 2 wins.
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


async def play(world: World, *moves: int) -> Shown:
    """Make these moves by buttons, each by the player to move, and return the last board."""
    for move in moves:
        match = await world.match()
        duel: Any = match.duel
        who = world.ana if duel.waiting_for == world.ana.id else world.bo
        (board,) = [each for each in world.games.history() if each.id == match.board.message]
        answer(await who.click(board, label=str(move)))
    return world.last()


async def begin(world: World, game: str = "divisor", **more: Any) -> Shown:
    options = FIRST[game][0] | {"legs": 2, "first": "random"} | more
    return await world.duel(game, **options)


@pytest.mark.parametrize("game", FIRST)
async def test_the_second_leg_begins_where_the_first_one_ends(world: World, game: str) -> None:
    _, moves, why = FIRST[game]
    first = await begin(world, game)
    await world.wants(Pings.ALWAYS)
    buttons = labels(first)
    assert ", game 1 #1 · move 1 · due <1440 min>" in world.read(first)
    board = await play(world, *moves)
    headline = world.read(board).splitlines()[0]
    assert f" **@ana wins game 1:** {why} Now the other player starts. Your move, @bo: " in headline
    assert f", game 2 #1 · move {len(moves) + 1} · due <1440 min>" in world.read(board)
    assert labels(board) == buttons
    assert world.pinged(by=ANSWER) == [world.bo.id]
    assert not any("🏆" in line for line in world.lines())
    # The buttons start over with the second game, and their step numbers go on.
    number = ids(board)[0].split(":")
    assert number[:4] == ["d1", "m", "1", str(len(moves))]


@pytest.mark.parametrize("game", TOLD)
async def test_winning_both(world: World, game: str) -> None:
    """Ana wins from the first seat, and then from the second."""
    (_, one, _), (two, why) = FIRST[game], SECOND[game]
    await begin(world, game)
    end = await play(world, *one, *two)
    lines = world.read(end).splitlines()
    title = title_of(GAMES[game])
    assert lines[0] == won("@ana", "@bo", title, both=True) + why
    assert lines[1:] == [
        "@ana **1662?** (+162) · @bo **1338?** (−162)",
        turned(len(one) + 1, "@bo", two[0]),
        moves_line(TOLD[game][0], label="game 1"),
        moves_line(TOLD[game][1], "@bo", "@ana", label="game 2"),
    ]
    assert labels(end) == ["Rematch", "Replay", "Analyse", "Leaderboard", "GG"]
    assert (await world.standing(world.ana), await world.standing(world.bo)) == ((1, 0), (0, 1))


@pytest.mark.parametrize("game", TOLD)
async def test_winning_one_each(world: World, game: str) -> None:
    _, moves, _ = FIRST[game]
    await begin(world, game)
    end = await play(world, *moves, *moves)
    title = title_of(GAMES[game])
    known = [f"-# {English.KNOWN_WAY}"] if game == "split" else []
    assert world.read(end).splitlines() == [
        English.TIE.format(one="@bo", other="@ana", title=title, number=1),
        "@bo **1500?** (±0) · @ana **1500?** (±0)",
        *known,
        moves_line(TOLD[game][0], label="game 1"),
        moves_line(TOLD[game][0], "@bo", "@ana", label="game 2"),
    ]


async def test_losing_both(world: World) -> None:
    await begin(world)
    board = await play(world, *SECOND["divisor"][0])
    assert "**@ana wins game 1:**" not in world.read(board)
    assert "**@bo wins game 1:**" in world.read(board)
    end = await play(world, 2, 1, 3)
    assert world.read(end).splitlines()[0] == (
        won("@bo", "@ana", both=True) + "nothing left divides 3 or is a multiple of it."
    )


async def test_sequences_in_two_legs(world: World) -> None:
    """Neither row is taken for the other player's."""
    moves = FIRST["sequence"][1]
    await begin(world, "sequence")
    board = await play(world, *moves)
    assert "-# ● @bo  ▲ @ana · game 1: @ana won\n" in world.read(board)
    end = await play(world, *moves)
    assert world.read(end).splitlines()[2:] == [
        "Game 1:",
        "● @ana 6 2 9 7 1 · **8** 11 **16** **8** · even pairs: **3**",
        "▲ @bo 5 3 4 8 · **8** 7 **12** · even pairs: **2**",
        "Game 2:",
        "● @bo 6 2 9 7 1 · **8** 11 **16** **8** · even pairs: **3**",
        "▲ @ana 5 3 4 8 · **8** 7 **12** · even pairs: **2**",
    ]


async def test_what_is_left_of_two_legs_counts_on(world: World) -> None:
    await begin(world)
    await play(world, 2, 1, 3, 1, 2)
    assert world.lines()[:-1] == [
        "-# ⚔️ @bo accepted @ana's challenge to Divisor Duel (#1)",
        "-# Divisor Duel #1 began",
        "-# 1. @ana took 2",
        "-# 2. @bo took 1",
        "-# 3. @ana took 3",
        "-# 4. @bo took 1",
    ]
    assert [labels(each) for each in world.games.history()[:-1]] == [[]] * 6


async def test_a_split_is_the_same_in_both_legs(world: World) -> None:
    board = await world.duel("split", legs=2, clock="1h")
    whole = world.read(board).split("split ")[1].split()[0]
    await world.ana.slash(world.games, "duel move", move="1")
    assert f"Your move, @bo: split {whole} and choose the part to leave." in world.lines()[-1]


# Boards of the other leg.


async def test_a_button_of_the_first_leg_on_the_second(world: World) -> None:
    """The move that it stands for would be legal."""
    first = await begin(world)
    board = await play(world, 2, 1, 3)
    stale = await world.press(world.bo, first, "d1:m:1:0:2")
    link = f"https://discord.com/channels/{world.guild.id}/{world.games.id}/{board.id}"
    assert told(stale) == f"That board is from move 1. The current one is here: {link}"
    assert (await world.match()).duel.ply == 3  # type: ignore[union-attr]


async def test_a_button_of_the_second_leg_says_which_move_it_was_for(world: World) -> None:
    await begin(world)
    second = await play(world, 2, 1, 3)
    assert " · move 4 · " in world.read(second)
    await play(world, 2, 1)
    said = told(await world.press(world.bo, second, "d1:m:1:3:2"))
    assert said.startswith("That board is from move 4. The current one is here: ")


async def test_a_move_of_the_first_leg_that_comes_twice(world: World) -> None:
    """The last one of it: brought again, it isn't made in the second leg too."""
    await begin(world, "split")
    board = world.last()
    await world.press(world.ana, board, "d1:m:1:0:1", times=3)
    await world.again()
    assert (await world.match()).duel.ply == 1  # type: ignore[union-attr]
    assert sum("Your move" in line for line in world.lines()) == 1


async def test_both_press_when_the_legs_change(world: World) -> None:
    board = await begin(world, "split")
    pressed = [
        await world.deliver(
            who,
            3,
            world.games.id,
            {"custom_id": "d1:m:1:0:1", "component_type": 2},
            source=board.id,
            settle=False,
        )
        for who in (world.ana, world.bo)
    ]
    await world.env.settle()
    answer(pressed[0])
    assert told(pressed[1]).startswith("That board is from move 1.")


async def test_moves_are_offered_in_the_second_leg(world: World) -> None:
    await begin(world)
    await play(world, 2, 1, 3)
    assert await world.ana.autocomplete(world.games, "duel move", "move", "") == []
    offered = await world.bo.autocomplete(world.games, "duel move", "move", "")
    assert [each["value"] for each in offered] == ["1", "2", "3"]
    assert await world.bo.autocomplete(world.games, "duel move", "duel", "") == [
        {"name": "#1 Divisor Duel, move 4", "value": "1"}
    ]


async def test_the_board_of_the_second_leg_again_and_after_a_restart(world: World) -> None:
    await begin(world)
    board = world.read(await play(world, 2, 1, 3))
    await world.restart()
    shown = answer(await world.ana.slash(world.games, "duel board"))
    assert world.read(shown) == board
    answer(await world.bo.click(shown, label="1"))


@pytest.mark.cards
async def test_a_large_board_of_the_second_leg(world: World) -> None:
    """The picture is of the leg that is played."""
    board = await world.duel("split", size=3, legs=2)
    assert cards(board) == []
    await world.duel(size=26, legs=2)
    for nth in range(30):
        duel: Any = (await world.match(2)).duel
        if duel.earlier:
            break
        who = world.ana if duel.waiting_for == world.ana.id else world.bo
        move = duel.record.legal[0 if nth else 25]
        await who.slash(world.games, "duel move", move=str(move), duel="2")
    assert cards(world.last())[0][1].startswith(
        "Divisor Duel, 1 to 26 · 26 left · move 1. Can be taken:"
    )
