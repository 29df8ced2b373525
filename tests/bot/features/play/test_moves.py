"""Moves: by button, by list and by command; and every way that one is refused."""

from typing import Any

import pytest

from bot.text.english import English
from engine.ids import PlayerId
from storage.ids import GuildId
from tests.bot.simcord.server import ANSWER, DEAD, Hall, answer, ids, labels, told
from tests.bot.text.says import says


async def test_a_button_and_a_command_are_one_path(hall: Hall) -> None:
    board = await hall.duel()
    board = answer(await hall.ana.click(board, label="6"))
    assert hall.read(board).startswith("**@ana took 6.** Your move, @bo: 1, 2, 3, 12 or 18.\n")
    board = answer(await hall.bo.slash(hall.games, "duel move", move="12"))
    assert hall.read(board).startswith("**@bo took 12.** Your move, @ana: 1, 2, 3 or 4.\n")
    assert hall.lines()[-2:-1] == ["-# 1. @ana took 6"]


async def test_only_the_player_to_move_is_pinged(hall: Hall) -> None:
    board = await hall.duel()
    assert hall.sent()["content"].startswith("-#")  # the challenge has become a line …
    assert hall.pinged() == []  # … which pings nobody
    await hall.ana.click(board, label="6")
    assert hall.pinged(by=ANSWER) == [hall.bo.id]


async def test_the_end_pings_whoever_was_not_there(hall: Hall) -> None:
    await hall.play(await hall.duel(size=3), 2, 1, 3)
    assert hall.pinged(by=ANSWER) == [hall.bo.id]


@pytest.mark.parametrize("typed", ["12", " 12 ", "+12", "12 (6×2)", "12  (6×2) ", "012"])
async def test_a_move_is_its_value_or_its_label(hall: Hall, typed: str) -> None:
    await hall.play(await hall.duel(), 6)
    board = answer(await hall.bo.slash(hall.games, "duel move", move=typed))
    assert hall.read(board).startswith("**@bo took 12.**")


async def test_a_part_is_left_by_its_label(hall: Hall) -> None:
    await hall.duel("split", size=16)
    board = answer(await hall.ana.slash(hall.games, "duel move", move="Leave 6 (10 + 6)"))
    assert hall.read(board).startswith("**@ana split 16 into 10 + 6 and left @bo 6.**")


async def test_moves_are_offered_while_typing(hall: Hall) -> None:
    await hall.play(await hall.duel(), 6)
    offered = await hall.bo.autocomplete(hall.games, "duel move", "move", "")
    assert offered == [
        {"name": "1 (6÷6)", "value": "1"},
        {"name": "2 (6÷3)", "value": "2"},
        {"name": "3 (6÷2)", "value": "3"},
        {"name": "12 (6×2)", "value": "12"},
        {"name": "18 (6×3)", "value": "18"},
    ]
    typed = await hall.bo.autocomplete(hall.games, "duel move", "move", " 1")
    assert [each["value"] for each in typed] == ["1", "12", "18"]


async def test_parts_are_offered_by_what_they_do(hall: Hall) -> None:
    await hall.duel("split", size=5)
    offered = await hall.ana.autocomplete(hall.games, "duel move", "move", "leave 4")
    assert offered == [{"name": "leave 4 (4 + 1)", "value": "4"}]


async def test_no_more_is_offered_than_discord_shows(hall: Hall) -> None:
    await hall.duel(size=100)
    assert len(await hall.ana.autocomplete(hall.games, "duel move", "move", "")) == 25
    assert len(await hall.ana.autocomplete(hall.games, "duel move", "move", "99")) == 1


async def test_nothing_is_offered_that_cannot_be_done(hall: Hall) -> None:
    assert await hall.ana.autocomplete(hall.games, "duel move", "move", "") == []
    await hall.duel()
    assert await hall.bo.autocomplete(hall.games, "duel move", "move", "") == []
    assert await hall.cy.autocomplete(hall.games, "duel move", "move", "", duel="1") == []
    assert await hall.ana.autocomplete(hall.games, "duel move", "move", "", duel="x") == []
    assert await hall.ana.autocomplete(hall.games, "duel move", "duel", "") == [
        {"name": "#1 Divisor Duel, move 1", "value": "1"}
    ]


# Many numbers.


@pytest.mark.parametrize(("size", "lists"), [(20, 0), (21, 1), (25, 1), (26, 2), (100, 4)])
async def test_many_moves_are_lists(hall: Hall, size: int, lists: int) -> None:
    board = await hall.duel(size=size)
    chosen = [each for each in ids(board) if each.startswith("d1:s:")]
    assert len(chosen) == lists
    others = ["Show board", "Rules", "Resign"] if size > 25 else ["Rules", "Resign"]
    assert labels(board)[-len(others) :] == others
    assert ("```" in board.content) == (size <= 25)


async def test_a_move_from_a_list(hall: Hall) -> None:
    board = await hall.duel(size=100)
    board = answer(await hall.ana.select(board, ["60"], custom_id="d1:s:1:0:51"))
    assert hall.read(board) == (
        "**@ana took 60.** Your move, @bo: 1, 2, 3, 4, 5, 6, 10, 12, 15, 20 or 30.\n"
        "-# Gone: 60\n"
        "-# Divisor Duel (1–100) #1 · move 2 · due <1440 min> · last: 60 (even)"
    )


@pytest.mark.parametrize("values", [("0",), ("x" * 100,), ("1", "2")])
async def test_a_forged_choice_from_a_list(hall: Hall, values: tuple[str, ...]) -> None:
    board = await hall.duel(size=100)
    before = await hall.match()
    told(await hall.press(hall.ana, board, "d1:s:1:0:51", *values))
    assert await hall.match() == before


async def test_what_is_gone_is_told_where_it_cannot_be_shown(hall: Hall) -> None:
    board = await hall.duel(size=100)
    assert "-# Nothing is gone yet\n" in board.content
    for nth, move in enumerate((64, 32, 16, 48, 1)):
        player = hall.bo if nth % 2 else hall.ana
        board = answer(await player.slash(hall.games, "duel move", move=str(move)))
    assert "-# Gone: 1, 16, 32, 48, 64\n" in board.content


# Refusals. Whatever is refused has changed nothing.


@pytest.mark.parametrize(
    ("game", "moves", "typed", "said"),
    [
        (
            "divisor",
            (12, 6),
            "7",
            "7 doesn't divide 6 and isn't a multiple of it. You can take 1, 2, 3 or 18.",
        ),
        ("divisor", (12, 6), "12", "12 is already gone. You can take 1, 2, 3 or 18."),
        ("divisor", (12, 6), "21", "21 isn't between 1 and 20. You can take 1, 2, 3 or 18."),
        ("divisor", (12, 6), "-1", "-1 isn't between 1 and 20. You can take 1, 2, 3 or 18."),
        (
            "divisor",
            (12, 6),
            "twelve",
            '"twelve" isn\'t a number on this board. You can take 1, 2, 3 or 18.',
        ),
        (
            "parity",
            (8, 9),
            "7",
            (
                "7 is odd and the last number, 9, was odd too. "
                "Take an even number: 2, 4, 6, 10, 12, 14, 16, 18 or 20."
            ),
        ),
        (
            "evenodd",
            (9, 8),
            "2",
            (
                "2 is even and the last number, 8, was even too. "
                "Take an odd number: 1, 3, 5, 7, 11, 13, 15, 17 or 19."
            ),
        ),
        ("split", (), "8", "The parts must differ, and 16 = 8 + 8. You can leave 1-7, 9-15."),
        ("split", (), "16", "16 isn't between 1 and 15. You can leave 1-7, 9-15."),
        ("sequence", (3, 4), "3", "3 is already gone. You can take 1, 2, 5, 6, 7, 8 or 9."),
    ],
)
async def test_illegal_moves(
    hall: Hall, game: str, moves: tuple[int, ...], typed: str, said: str
) -> None:
    await hall.play(await hall.duel(game, **({"size": 16} if game == "split" else {})), *moves)
    before = await hall.match()
    player = hall.bo if len(moves) % 2 else hall.ana
    assert told(await player.slash(hall.games, "duel move", move=typed)) == said
    assert await hall.match() == before


async def test_hostile_text_is_quoted_harmlessly(hall: Hall) -> None:
    await hall.duel()
    typed = "@everyone **x** [a](http://b) \n# `y`"
    said = told(await hall.ana.slash(hall.games, "duel move", move=typed))
    assert said.split(" isn't")[0] == ('"@\u200beveryone \\*\\*x\\*\\* \\[a](http://b) �# \\`y\\`"')
    assert hall.pinged() == []


@pytest.mark.parametrize("pings", ["always", "away", "never"])
async def test_not_your_turn(hall: Hall, pings: str) -> None:
    """A ping is promised only if one will come."""
    board = await hall.duel()
    await hall.bo.slash(hall.games, "duel settings", pings=pings)
    said = hall.read(told(await hall.bo.click(board, label="6")))
    promised = English.TURN_PINGS.get(pings)
    sentence = says("not-your-turn", waiting_for="@ana")
    assert said == (f"{sentence} {promised}" if promised else sentence)


async def test_not_your_duel(hall: Hall) -> None:
    board = await hall.duel()
    said = "This duel is between @ana and @bo. Start your own with `/duel start`."
    assert hall.read(told(await hall.cy.click(board, label="6"))) == said
    assert hall.read(told(await hall.cy.click(board, label="Resign"))) == said
    typed = await hall.cy.slash(hall.games, "duel move", move="6", duel="1")
    assert hall.read(told(typed)) == said


async def test_an_old_board(hall: Hall) -> None:
    first = await hall.duel()
    second = await hall.play(first, 6)
    refused = await hall.press(hall.bo, first, "d1:m:1:0:12")
    said = told(refused)
    link = f"https://discord.com/channels/{hall.guild.id}/{hall.games.id}/{second.id}"
    assert said == f"That board is from move 1. The current one is here: {link}"


async def test_the_same_button_twice(hall: Hall) -> None:
    """A double click is two interactions, and the second one is late."""
    board = await hall.duel()
    custom_id = next(each for each in ids(board) if each.endswith(":6"))
    await hall.press(hall.ana, board, custom_id)
    second = await hall.press(hall.ana, board, custom_id)
    assert hall.read(told(second)).startswith(says("not-your-turn", waiting_for="@bo"))
    assert (await hall.match()).step == 2


async def test_a_duel_that_is_over(hall: Hall) -> None:
    board = await hall.duel(size=3)
    await hall.play(board, 2, 1, 3)
    assert told(await hall.press(hall.ana, board, "d1:m:1:2:3")) == "This duel is over."


@pytest.mark.parametrize(
    "custom_id",
    [
        "d1",
        "d1:",
        "d1:m",
        "d1:m:",
        "d1:m:1",
        "d1:m:1:0",
        "d1:m:x:0:6",
        "d1:m:1:x:6",
        "d1:zz:1",
        "d2:m:1:0:6",
        "d1:m:1:0:6:7:8",
        "d1:m:-1:0:6",
        "d1:m:1:0:6\n",
        "d1:m:١:0:6",
        "d1:a",
        "d1:l:divisor:x",
        "d1:h:1:2:3:4",
        "d1:hk",
        "d1:k:",
        "",
        "x" * 100,
    ],
)
async def test_buttons_that_are_none(hall: Hall, custom_id: str) -> None:
    board = await hall.duel()
    before = await hall.match()
    said = told(await hall.press(hall.ana, board, custom_id))
    assert said == DEAD
    assert await hall.match() == before


@pytest.mark.parametrize(
    ("custom_id", "said"),
    [
        (f"d1:m:{9 * 10**18}:0:6", f"There is no duel #{9 * 10**18} in this server."),
        (f"d1:m:{10**19}:0:6", DEAD),
        (f"d1:m:{2**63}:0:6", DEAD),
        ("d1:m:0:0:6", "There is no duel #0 in this server."),
        ("d1:m:1:5:6", "That board is from move 6."),
        ("d1:m:1:0:99", "99 isn't between 1 and 20."),
        ("d1:m:1:0:zz", '"zz" isn\'t a number on this board.'),
        ("d1:y:2", "There is no duel #2 in this server."),
    ],
)
async def test_buttons_that_were_made_up(hall: Hall, custom_id: str, said: str) -> None:
    board = await hall.duel()
    before = await hall.match()
    assert told(await hall.press(hall.ana, board, custom_id)).startswith(said)
    assert await hall.match() == before


# Which duel.


async def test_two_duels_in_a_channel(hall: Hall) -> None:
    await hall.duel()
    await hall.duel("parity")
    said = told(await hall.ana.slash(hall.games, "duel move", move="6"))
    assert said == "You have 2 duels here; pick one with the `duel` option."
    board = answer(await hall.ana.slash(hall.games, "duel move", move="6", duel="#2"))
    assert "Parity Duel #2" in board.content
    first = answer(await hall.ana.slash(hall.games, "duel move", move="8", duel="1"))
    assert "Divisor Duel #1" in first.content


async def test_duels_with_others_do_not_count(hall: Hall) -> None:
    await hall.duel()
    offer = answer(
        await hall.cy.slash(hall.games, "duel start", game="parity", opponent=hall.bo, first="them")
    )
    await hall.bo.click(offer, label="Accept")
    answer(await hall.ana.slash(hall.games, "duel move", move="6"))


async def test_no_duel_at_all(hall: Hall) -> None:
    said = told(await hall.ana.slash(hall.games, "duel move", move="6"))
    assert said == "You have no duel here. Start one with `/duel start`."


async def test_a_duel_in_another_channel(hall: Hall) -> None:
    await hall.duel()
    other = hall.guild.create_text_channel("other")
    said = told(await hall.ana.slash(other, "duel move", move="6"))
    assert hall.read(said) == (says("duels-elsewhere", link="[#1](LINK)"))


async def test_a_move_from_elsewhere_is_shown_where_the_duel_is(hall: Hall) -> None:
    await hall.duel()
    other = hall.guild.create_text_channel("other")
    said = told(await hall.ana.slash(other, "duel move", move="6", duel="1"))
    board = hall.last()
    assert said == (
        "Done. The board is where the duel is: "
        f"https://discord.com/channels/{hall.guild.id}/{hall.games.id}/{board.id}"
    )
    assert hall.read(board).startswith("**@ana took 6.** Your move, @bo")
    assert hall.lines(other) == []


# At the same time.


async def test_both_players_at_once(hall: Hall) -> None:
    """Bo's press arrives in the same moment as Ana's: one of them is first."""
    board = await hall.duel()
    data: dict[str, Any] = {"component_type": 2}
    sent = []
    for who, custom_id in ((hall.ana, "d1:m:1:0:6"), (hall.bo, "d1:m:1:0:12")):
        made = data | {"custom_id": custom_id}
        sent.append(await hall.deliver(who, 3, hall.games.id, made, source=board.id, settle=False))
    await hall.env.settle()
    answer(sent[0])
    told(sent[1])
    assert (await hall.match()).step == 2
    assert sum("Your move" in line for line in hall.lines()) == 1


async def test_the_same_interaction_twice(hall: Hall) -> None:
    board = await hall.duel()
    await hall.press(hall.ana, board, "d1:m:1:0:6", times=3)
    assert (await hall.match()).step == 2
    assert [line.split("**")[1] for line in hall.lines() if "Your move" in line] == ["@ana took 6."]


@pytest.mark.parametrize("custom_id", ["d1:a:1", "d1:d:1"])
async def test_the_same_answer_twice(hall: Hall, custom_id: str) -> None:
    offer = answer(await hall.challenge())
    await hall.press(hall.bo, offer, custom_id, times=2)
    assert (await hall.match()).step == 1
    assert len(hall.lines()) == (2 if custom_id == "d1:a:1" else 1)


async def test_the_same_challenge_twice(hall: Hall) -> None:
    await hall.challenge()
    await hall.again()
    assert len(hall.lines()) == 1
    assert len(await hall.store.running(GuildId(hall.guild.id), PlayerId(hall.ana.id))) == 1


async def test_the_same_refusal_twice(hall: Hall) -> None:
    await hall.duel()
    await hall.bo.slash(hall.games, "duel move", move="6")
    await hall.again()
    assert (await hall.match()).step == 1
