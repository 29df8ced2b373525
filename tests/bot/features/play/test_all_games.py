"""Play all five games, from `/duel start` to the winner and the leaderboard."""

from typing import Any

import pytest

from bot.text.english import English
from bot.text.game_texts import title_of
from engine.games import GAMES
from tests.bot.simcord.messages import answer, labels
from tests.bot.simcord.world import UNSURE, World
from tests.bot.text.says import moves_line, turned, won

TO_THE_END: dict[str, tuple[dict[str, Any], tuple[int, ...], str]] = {
    "parity": (
        {"size": 3},
        (1, 2, 3),
        (
            won("@ana", "@bo", "Parity Duel") + "no even number is left.\n"
            "@ana **1662?** (+162) · @bo **1338?** (−162)\n" + moves_line("1 2 **3**")
        ),
    ),
    "evenodd": (
        {"size": 3},
        (2, 1),
        (
            won("@bo", "@ana", "Even/Odd Match") + "no even number is left.\n"
            "@bo **1662?** (+162) · @ana **1338?** (−162)\n"
            + turned(1, "@ana", 2)
            + "\n"
            + moves_line("2 **1**")
        ),
    ),
    "split": (
        {"size": 7},
        (5, 2),
        (
            won("@bo", "@ana", "Number Split Duel") + "2 can't be split into two different parts.\n"
            "@bo **1662?** (+162) · @ana **1338?** (−162)\n"
            + turned(1, "@ana", 5)
            + "\n"
            + moves_line("7 > 5 > 2")
        ),
    ),
    "divisor": (
        {"size": 3},
        (2, 1, 3),
        (
            won("@ana", "@bo") + "nothing left divides 3 or is a multiple of it.\n"
            "@ana **1662?** (+162) · @bo **1338?** (−162)\n" + moves_line("2 1 **3**")
        ),
    ),
    "sequence": (
        {"variant": "ranked"},
        (6, 5, 2, 3, 9, 4, 7, 8, 1),
        (
            won("@bo", "@ana", "Sequence Builder")
            + "more pairs that add up to a multiple of 3, 1 to 0.\n"
            "@bo **1662?** (+162) · @ana **1338?** (−162)\n"
            + turned(7, "@ana", 7)
            + "\n● @ana 6 2 9 7 1 · 8 11 16 8 · multiples of 3: **0**\n"
            "▲ @bo 5 3 4 8 · 8 7 **12** · multiples of 3: **1**"
        ),
    ),
}


@pytest.mark.parametrize("game", TO_THE_END)
async def test_a_game_from_start_to_leaderboard(world: World, game: str) -> None:
    options, moves, told = TO_THE_END[game]
    end = await world.play(await world.rated(game, **options), *moves)
    assert world.read(end) == told
    assert labels(end) == ["Rematch", "Replay", "Analyse", "Leaderboard", "GG"]
    winner, loser = ("ana", "bo") if "@ana beats" in told else ("bo", "ana")
    ladder = answer(await world.cy.slash(world.games, "duel leaderboard", game=game))
    title = title_of(GAMES[game])
    assert world.read(ladder) == (
        f"🏆 **{title}**\n1. @{winner} 1662? · 1–0\n2. @{loser} 1338? · 0–1\n{UNSURE}\n"
        "-# @cy has no finished duel in this list yet."
    )


async def test_what_is_left_of_a_duel_reads_as_its_history(world: World) -> None:
    await world.play(await world.duel("divisor", size=3), 2, 1, 3)
    assert world.lines()[:-1] == [
        "-# ⚔️ @bo accepted @ana's challenge to Divisor Duel (#1)",
        "-# Divisor Duel #1 began",
        "-# 1. @ana took 2",
        "-# 2. @bo took 1",
    ]
    assert [labels(each) for each in world.games.history()[:-1]] == [[], [], [], []]


BOARDS: dict[str, tuple[dict[str, Any], tuple[int, ...], str, list[str]]] = {
    "parity": (
        {"size": 6},
        (5,),
        (
            "**@ana took 5.** Your move, @bo: take an **even** number: 2, 4 or 6.\n"
            "```\n"
            "   1   [2]   3   [4]  (5)\n"
            "  [6]\n"
            "```\n"
            f"-# {English.LEGEND}\n"
            "-# ● @ana  ▲ @bo · **5**\n"
            "-# Parity Duel (1–6) #1 · move 2 · due <1440 min>"
        ),
        ["2", "4", "6", "⋯"],
    ),
    "divisor": (
        {"size": 20},
        (4, 12, 6),
        (
            "**@ana answered 12 with 6.** Your move, @bo: take 1, 2, 3 or 18.\n"
            "```\n"
            "  [1]  [2]  [3]  ··    5\n"
            "  (6)   7    8    9   10\n"
            "  11   ··   13   14   15\n"
            "  16   17  [18]  19   20\n"
            "```\n"
            "-# ● @ana  ▲ @bo · 4 12 **6**\n"
            "-# Divisor Duel #1 · move 4 · due <1440 min>"
        ),
        ["1", "2", "3", "18", "⋯"],
    ),
    "split": (
        {"size": 20},
        (17,),
        (
            "**@ana split 20 and left 17.** "
            "Your move, @bo: split 17 and choose the part to leave.\n"
            "```\n20 > 17 > ?\n```\n"
            "-# ● @ana  ▲ @bo\n"
            "-# Number Split Duel #1 · move 2 · due <1440 min>"
        ),
        [*map(str, range(1, 17)), "⋯"],
    ),
    "sequence": (
        {},
        (6, 5, 2, 3, 9),
        (
            "**@ana answered 3 with 9.** Your move, @bo: take 1, 4, 7 or 8.\n"
            "```\n"
            "●    6    2    9\n"
            "      \\8/  \\11/\n"
            "▲    5    3\n"
            "      \\8/\n"
            "left 1 4 7 8\n"
            "```\n"
            f"-# {English.HINTS['sequence/sums=2'].format(count='Five')}\n"
            "-# ● @ana  ▲ @bo\n"
            "-# Sequence Builder #1 · move 6 · due <1440 min>"
        ),
        ["1", "4", "7", "8", "⋯"],
    ),
}


@pytest.mark.parametrize("game", BOARDS)
async def test_a_board_says_all_there_is_to_know(world: World, game: str) -> None:
    options, moves, text, buttons = BOARDS[game]
    board = await world.play(await world.duel(game, **options), *moves)
    assert world.read(board) == text
    assert labels(board) == buttons
    picture = text.split("```")[1].splitlines()
    assert max(map(len, picture)) <= 26
