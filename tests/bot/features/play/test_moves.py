"""Moves: by button, by list and by command; and every way that one is refused."""

from typing import Any

import pytest

from bot.text.english import English
from engine.ids import PlayerId
from storage.ids import GuildId
from storage.people import Pings
from tests.bot.simcord.messages import answer, ids, labels, told
from tests.bot.simcord.world import ANSWER, DEAD, World
from tests.bot.text.says import says


async def test_a_button_and_a_command_are_one_path(world: World) -> None:
    board = await world.duel()
    board = answer(await world.ana.click(board, label="6"))
    assert world.read(board).startswith(
        "**@ana took 6.** Your move, @bo: take 1, 2, 3, 12 or 18.\n"
    )
    board = answer(await world.bo.slash(world.games, "duel move", move="12"))
    said = "**@bo answered 6 with 12.** Your move, @ana: take 1, 2, 3 or 4.\n"
    assert world.read(board).startswith(said)
    assert world.lines()[-2:-1] == ["-# 1. @ana took 6"]


async def test_only_the_player_to_move_is_pinged(world: World) -> None:
    await world.wants(Pings.ALWAYS)
    board = await world.duel()
    assert world.sent()["content"].startswith("-#")  # the challenge has become a line …
    assert world.pinged() == []  # … which pings nobody
    await world.ana.click(board, label="6")
    assert world.pinged(by=ANSWER) == [world.bo.id]


async def test_the_end_pings_whoever_was_not_there(world: World) -> None:
    await world.wants(Pings.ALWAYS)
    await world.play(await world.duel(size=3), 2, 1, 3)
    assert world.pinged(by=ANSWER) == [world.bo.id]


@pytest.mark.parametrize("typed", ["12", " 12 ", "+12", "12 (6×2)", "12  (6×2) ", "012"])
async def test_a_move_is_its_value_or_its_label(world: World, typed: str) -> None:
    await world.play(await world.duel(), 6)
    board = answer(await world.bo.slash(world.games, "duel move", move=typed))
    assert world.read(board).startswith("**@bo answered 6 with 12.**")


async def test_a_part_is_left_by_its_label(world: World) -> None:
    await world.duel("split", size=16)
    board = answer(await world.ana.slash(world.games, "duel move", move="Leave 6 (10 + 6)"))
    assert world.read(board).startswith("**@ana split 16 and left 6.**")


async def test_moves_are_offered_while_typing(world: World) -> None:
    await world.play(await world.duel(), 6)
    offered = await world.bo.autocomplete(world.games, "duel move", "move", "")
    assert offered == [
        {"name": "1 (6÷6)", "value": "1"},
        {"name": "2 (6÷3)", "value": "2"},
        {"name": "3 (6÷2)", "value": "3"},
        {"name": "12 (6×2)", "value": "12"},
        {"name": "18 (6×3)", "value": "18"},
    ]
    typed = await world.bo.autocomplete(world.games, "duel move", "move", " 1")
    assert [each["value"] for each in typed] == ["1", "12", "18"]


async def test_parts_are_offered_by_what_they_do(world: World) -> None:
    await world.duel("split", size=5)
    offered = await world.ana.autocomplete(world.games, "duel move", "move", "leave 4")
    assert offered == [{"name": "leave 4 (4 + 1)", "value": "4"}]


async def test_no_more_is_offered_than_discord_shows(world: World) -> None:
    await world.duel(size=100)
    assert len(await world.ana.autocomplete(world.games, "duel move", "move", "")) == 25
    assert len(await world.ana.autocomplete(world.games, "duel move", "move", "99")) == 1


async def test_nothing_is_offered_that_cannot_be_done(world: World) -> None:
    assert await world.ana.autocomplete(world.games, "duel move", "move", "") == []
    await world.duel()
    assert await world.bo.autocomplete(world.games, "duel move", "move", "") == []
    assert await world.cy.autocomplete(world.games, "duel move", "move", "", duel="1") == []
    assert await world.ana.autocomplete(world.games, "duel move", "move", "", duel="x") == []
    assert await world.ana.autocomplete(world.games, "duel move", "duel", "") == [
        {"name": "#1 Divisor Duel, move 1", "value": "1"}
    ]


# Many numbers.


@pytest.mark.parametrize(("size", "lists"), [(24, 0), (25, 1), (26, 2), (100, 4)])
async def test_many_moves_are_lists(world: World, size: int, lists: int) -> None:
    board = await world.duel(size=size)
    chosen = [each for each in ids(board) if each.startswith("d1:s:")]
    assert len(chosen) == lists
    assert labels(board)[-1] == "⋯"
    assert ("```" in board.content) == (size <= 25)


async def test_a_move_from_a_list(world: World) -> None:
    board = await world.duel(size=100)
    board = answer(await world.ana.select(board, ["60"], custom_id="d1:s:1:0:51"))
    assert world.read(board) == (
        "**@ana took 60.** Your move, @bo: take a divisor or a multiple of 60.\n"
        "-# Gone: 60\n"
        "-# ● @ana  ▲ @bo · **60**\n"
        "-# Divisor Duel (1–100) #1 · move 2 · due <1440 min>"
    )


@pytest.mark.parametrize("values", [("0",), ("x" * 100,), ("1", "2")])
async def test_a_forged_choice_from_a_list(world: World, values: tuple[str, ...]) -> None:
    board = await world.duel(size=100)
    before = await world.match()
    told(await world.press(world.ana, board, "d1:s:1:0:51", *values))
    assert await world.match() == before


async def test_what_is_gone_is_told_where_it_cannot_be_shown(world: World) -> None:
    board = await world.duel(size=100)
    assert "Gone" not in board.content
    for nth, move in enumerate((64, 32, 16, 48, 1)):
        player = world.bo if nth % 2 else world.ana
        board = answer(await player.slash(world.games, "duel move", move=str(move)))
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
                "7 is odd and so was the last number, 9. "
                "Take an even number: 2, 4, 6, 10, 12, 14, 16, 18 or 20."
            ),
        ),
        (
            "evenodd",
            (9, 8),
            "2",
            (
                "2 is even and so was the last number, 8. "
                "Take an odd number: 1, 3, 5, 7, 11, 13, 15, 17 or 19."
            ),
        ),
        ("split", (), "8", "The parts must differ, and 16 = 8 + 8. You can leave 1-7, 9-15."),
        ("split", (), "16", "16 isn't between 1 and 15. You can leave 1-7, 9-15."),
        ("sequence", (3, 4), "3", "3 is already gone. You can take 1, 2, 5, 6, 7, 8 or 9."),
    ],
)
async def test_illegal_moves(
    world: World, game: str, moves: tuple[int, ...], typed: str, said: str
) -> None:
    await world.play(await world.duel(game, **({"size": 16} if game == "split" else {})), *moves)
    before = await world.match()
    player = world.bo if len(moves) % 2 else world.ana
    assert told(await player.slash(world.games, "duel move", move=typed)) == said
    assert await world.match() == before


async def test_hostile_text_is_quoted_harmlessly(world: World) -> None:
    await world.duel()
    typed = "@everyone **x** [a](http://b) \n# `y`"
    said = told(await world.ana.slash(world.games, "duel move", move=typed))
    assert said.split(" isn't")[0] == ('"@\u200beveryone \\*\\*x\\*\\* \\[a](http://b) �# \\`y\\`"')
    assert world.pinged() == []


@pytest.mark.parametrize("pings", ["always", "away", "never"])
async def test_not_your_turn(world: World, pings: str) -> None:
    """A ping is promised only if one will come."""
    board = await world.duel()
    await world.bo.slash(world.games, "duel settings", pings=pings)
    said = world.read(told(await world.bo.click(board, label="6")))
    promised = English.TURN_PINGS.get(pings)
    sentence = says("not-your-turn", waiting_for="@ana")
    assert said == (f"{sentence} {promised}" if promised else sentence)


async def test_not_your_duel(world: World) -> None:
    board = await world.duel()
    said = "This duel is between @ana and @bo. Start your own with `/duel start`."
    assert world.read(told(await world.cy.click(board, label="6"))) == said
    assert world.read(told(await world.cy.slash(world.games, "duel resign", duel="1"))) == said
    typed = await world.cy.slash(world.games, "duel move", move="6", duel="1")
    assert world.read(told(typed)) == said


async def test_an_old_board(world: World) -> None:
    first = await world.duel()
    second = await world.play(first, 6)
    refused = await world.press(world.bo, first, "d1:m:1:0:12")
    said = told(refused)
    link = f"https://discord.com/channels/{world.guild.id}/{world.games.id}/{second.id}"
    assert said == f"That board is from move 1. The current one is here: {link}"


async def test_the_same_button_twice(world: World) -> None:
    """A double click is two interactions, and the second one is late."""
    board = await world.duel()
    custom_id = next(each for each in ids(board) if each.endswith(":6"))
    await world.press(world.ana, board, custom_id)
    second = await world.press(world.ana, board, custom_id)
    assert world.read(told(second)).startswith(says("not-your-turn", waiting_for="@bo"))
    assert (await world.match()).step == 2


async def test_a_duel_that_is_over(world: World) -> None:
    board = await world.duel(size=3)
    await world.play(board, 2, 1, 3)
    assert told(await world.press(world.ana, board, "d1:m:1:2:3")) == "This duel is over."


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
async def test_buttons_that_are_none(world: World, custom_id: str) -> None:
    board = await world.duel()
    before = await world.match()
    said = told(await world.press(world.ana, board, custom_id))
    assert said == DEAD
    assert await world.match() == before


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
async def test_buttons_that_were_made_up(world: World, custom_id: str, said: str) -> None:
    board = await world.duel()
    before = await world.match()
    assert told(await world.press(world.ana, board, custom_id)).startswith(said)
    assert await world.match() == before


# Choosing the duel.


async def test_two_duels_in_a_channel(world: World) -> None:
    await world.duel()
    await world.duel("parity")
    said = told(await world.ana.slash(world.games, "duel move", move="6"))
    assert said == "You have 2 duels here; pick one with the `duel` option."
    board = answer(await world.ana.slash(world.games, "duel move", move="6", duel="#2"))
    assert "Parity Duel #2" in board.content
    first = answer(await world.ana.slash(world.games, "duel move", move="8", duel="1"))
    assert "Divisor Duel #1" in first.content


async def test_duels_with_others_do_not_count(world: World) -> None:
    await world.duel()
    offer = answer(
        await world.cy.slash(
            world.games, "duel start", game="parity", opponent=world.bo, first="them"
        )
    )
    await world.bo.click(offer, label="Accept")
    answer(await world.ana.slash(world.games, "duel move", move="6"))


async def test_no_duel_at_all(world: World) -> None:
    said = told(await world.ana.slash(world.games, "duel move", move="6"))
    assert said == "You have no duel here. Start one with `/duel start`."


async def test_a_duel_in_another_channel(world: World) -> None:
    await world.duel()
    other = world.guild.create_text_channel("other")
    said = told(await world.ana.slash(other, "duel move", move="6"))
    assert world.read(said) == (says("duels-elsewhere", link="[#1](LINK)"))


async def test_a_move_from_elsewhere_is_shown_where_the_duel_is(world: World) -> None:
    await world.duel()
    other = world.guild.create_text_channel("other")
    said = told(await world.ana.slash(other, "duel move", move="6", duel="1"))
    board = world.last()
    assert said == (
        "Done. The board is here: "
        f"https://discord.com/channels/{world.guild.id}/{world.games.id}/{board.id}"
    )
    assert world.read(board).startswith("**@ana took 6.** Your move, @bo")
    assert world.lines(other) == []


# Simultaneous moves.


async def test_both_players_at_once(world: World) -> None:
    """Bo's press arrives in the same moment as Ana's: one of them is first."""
    board = await world.duel()
    data: dict[str, Any] = {"component_type": 2}
    sent = []
    for who, custom_id in ((world.ana, "d1:m:1:0:6"), (world.bo, "d1:m:1:0:12")):
        made = data | {"custom_id": custom_id}
        sent.append(
            await world.deliver(who, 3, world.games.id, made, source=board.id, settle=False)
        )
    await world.env.settle()
    answer(sent[0])
    told(sent[1])
    assert (await world.match()).step == 2
    assert sum("Your move" in line for line in world.lines()) == 1


async def test_the_same_interaction_twice(world: World) -> None:
    board = await world.duel()
    await world.press(world.ana, board, "d1:m:1:0:6", times=3)
    assert (await world.match()).step == 2
    assert [line.split("**")[1] for line in world.lines() if "Your move" in line] == [
        "@ana took 6."
    ]


@pytest.mark.parametrize("custom_id", ["d1:a:1", "d1:d:1"])
async def test_the_same_answer_twice(world: World, custom_id: str) -> None:
    offer = answer(await world.challenge())
    await world.press(world.bo, offer, custom_id, times=2)
    assert (await world.match()).step == 1
    assert len(world.lines()) == (2 if custom_id == "d1:a:1" else 1)


async def test_the_same_challenge_twice(world: World) -> None:
    await world.challenge()
    await world.again()
    assert len(world.lines()) == 1
    assert len(await world.store.running(GuildId(world.guild.id), PlayerId(world.ana.id))) == 1


async def test_the_same_refusal_twice(world: World) -> None:
    await world.duel()
    await world.bo.slash(world.games, "duel move", move="6")
    await world.again()
    assert (await world.match()).step == 1
