"""`/duel replay record:`: what somebody brought along as text is judged again, whoever wrote it."""

import pytest

from bot.features.replay.view import LONGEST
from bot.text.english import English
from engine.games import GAMES
from engine.record import Record
from tests.bot.interactions.test_outdated_command import OUTDATED, given, typed
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import disabled, ids, labels, private, told
from tests.bot.simcord.world import DEAD, World
from tests.bot.text.says import says_no_game
from tests.engine.random_play import sized

STEPS = list(English.REPLAY_STEPS)
THREE = "1/divisor/size=3/2-1-3"
UNREADABLE = "That isn't the record of a duel."


async def replay(world: World, record: str) -> str:
    return told(await world.ana.slash(world.games, "duel replay", record=record))


async def opened(world: World, record: str) -> Shown:
    return private(await world.ana.slash(world.games, "duel replay", record=record))


def longest(game: str) -> str:
    """A game of a hundred numbers, or as many as it may have, in ascending order or whatever the
    rules take instead."""
    record = Record.start(sized(GAMES[game], 100))
    while record.outcome is None:
        record = record.play(record.legal[-1 if game == "split" else 0])
    return record.text


# One record.


async def test_going_through_a_record(world: World) -> None:
    page = await opened(world, THREE)
    assert page.content == (
        f"**Divisor Duel (1–3)** · after move 0 of 3\n```\n  [1]  [2]  [3]\n```\n```\n{THREE}\n```"
    )
    assert (labels(page), disabled(page)) == (STEPS, STEPS[:2])
    assert ids(page) == ["d1:vr:0:1", "d1:vr:0:2", "d1:vr:1:3", "d1:vr:3:4"]
    await world.ana.click(page, label="Next ▶")
    assert page.content.splitlines()[:2] == [
        "**Divisor Duel (1–3)** · after move 1 of 3",
        "-# 1. Player 1 took 2",
    ]
    await world.ana.click(page, label="Last ⏭")
    assert page.content == (
        "**Divisor Duel (1–3)** · after move 3 of 3\n"
        "-# 3. Player 1 took 3\n"
        "```\n"
        "  ··   ··   (3)\n"
        "```\n"
        "**Player 1 wins:** nothing left divides 3 or is a multiple of it.\n"
        f"```\n{THREE}\n```"
    )
    await world.ana.click(page, label="⏮ First")
    assert page.content.startswith("**Divisor Duel (1–3)** · after move 0 of 3\n")
    assert world.lines() == []


async def test_a_page_of_a_record_after_a_restart(world: World) -> None:
    """The bot keeps nothing of a record; its page contains all of it."""
    page = await opened(world, THREE)
    await world.restart(away=3600)
    await world.ana.click(page, label="Next ▶")
    assert page.content.startswith("**Divisor Duel (1–3)** · after move 1 of 3\n")


async def test_a_record_that_goes_on(world: World) -> None:
    page = await opened(world, "1/split/size=20/17")
    await world.ana.click(page, label="Last ⏭")
    assert page.content == (
        "**Number Split Duel** · after move 1 of 1\n"
        "-# 1. Player 1 left 17 (17 + 3)\n"
        "```\n20 > 17 > ?\n```\n"
        "```\n1/split/size=20/17\n```"
    )


async def test_a_record_without_moves(world: World) -> None:
    page = await opened(world, "1/sequence//")
    assert page.content.startswith("**Sequence Builder** · after move 0 of 0\n")
    assert labels(page) == []


@pytest.mark.parametrize("game", GAMES)
async def test_the_longest_records_fit(world: World, game: str) -> None:
    """Two of them, on each of their pages."""
    record = longest(game)
    typed = f"{record} {record}"
    assert len(typed) <= LONGEST
    page = await opened(world, typed)
    plies = len(record.rpartition("/")[2].split("-"))
    for nth in (0, plies // 2, plies, plies + 1, 2 * plies):
        await world.press(world.ana, page, f"d1:vr:{nth}:0")
        assert f" · after move {nth} of {2 * plies}\n" in page.content
        assert len(page.content) <= 2000


async def test_a_record_before_a_duel(world: World) -> None:
    """The record wins if both options are given."""
    await world.played(world.ana, world.bo, "split")
    both = await world.ana.slash(world.games, "duel replay", record=THREE, duel="1")
    assert told(both).startswith("**Divisor Duel (1–3)** · after move 0 of 3\n")


# Two of them.


async def test_the_two_legs_of_a_duel(world: World) -> None:
    """Player 1 of the first game is player 2 of the second."""
    page = await opened(world, f"  {THREE}\n1/divisor/size=3/1-2 ")
    shown = [page.content]
    for _ in range(5):
        await world.ana.click(page, label="Next ▶")
        shown.append(page.content)
    assert [each.splitlines()[0].split("**")[1] for each in shown] == [
        *["Divisor Duel (1–3), game 1"] * 4,
        *["Divisor Duel (1–3), game 2"] * 2,
    ]
    assert [each.splitlines()[1] for each in shown[1:]] == [
        "-# 1. Player 1 took 2",
        "-# 2. Player 2 took 1",
        "-# 3. Player 1 took 3",
        "-# 4. Player 2 took 1",
        "-# 5. Player 1 took 2",
    ]
    assert "**Player 1 wins:** nothing left divides 2 or is a multiple of it.\n" in shown[-1]
    assert shown[-1].endswith(f"```\n{THREE}\n1/divisor/size=3/1-2\n```")


@pytest.mark.parametrize(
    "second",
    ["1/divisor/size=4/1-2", "1/parity/size=3/2-1", "1/sequence//", THREE + "-"],
)
async def test_two_that_are_no_duel(world: World, second: str) -> None:
    assert await replay(world, f"{THREE} {second}") == UNREADABLE


async def test_a_first_leg_that_is_not_over(world: World) -> None:
    assert await replay(world, f"1/divisor/size=3/2-1 {THREE}") == UNREADABLE
    page = await opened(world, f"{THREE} 1/divisor/size=3/2-1")
    assert page.content.startswith("**Divisor Duel (1–3), game 1** · after move 0 of 5\n")


@pytest.mark.parametrize("count", [0, 3, 30])
async def test_more_records_than_a_duel_has(world: World, count: int) -> None:
    assert await replay(world, " ".join([THREE] * count) or "   ") == UNREADABLE


# Texts that aren't records.


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("chess", UNREADABLE),
        ("#1", UNREADABLE),
        ("1/divisor/size=3/2-1-3/", UNREADABLE),
        ("1/divisor/size=3/2--3", UNREADABLE),
        ("1/divisor/size=03/2-1-3", UNREADABLE),
        ("1/divisor/size=3/02-1-3", UNREADABLE),
        ("1/divisor//2-1-3", UNREADABLE),
        ("1/divisor/size=3,size=3/2", UNREADABLE),
        ("1/DIVISOR/size=3/2", UNREADABLE),
        ("1/divisor/size=٣/2", UNREADABLE),
        ("```\n1/divisor/size=3/2\n```", UNREADABLE),
        ("1/divisor/size=3/1234567", UNREADABLE),
        ("x" * 800, UNREADABLE),
        ("2/divisor/size=3/2", "That record has version 2; this Duelhost reads 1."),
        ("9999/anything", "That record has version 9999; this Duelhost reads 1."),
        ("1/chess/size=8/1", says_no_game("chess")),
        (
            "1/divisor/size=101/2",
            "In Divisor Duel, size is a whole number from 2 to 100, not 101.",
        ),
        ("1/divisor/size=1/", "In Divisor Duel, size is a whole number from 2 to 100, not 1."),
        (
            "1/divisor/speed=3/2",
            'Divisor Duel has no option "speed"; it has size, board, rule, first, gone or opening.',
        ),
        ("1/sequence/size=9/1", UNREADABLE),
        (
            "1/sequence/komi=9/1",
            'Sequence Builder has no option "komi"; it has size, sums, ties or rows.',
        ),
        ("1/split//1", "Choose size for Number Split Duel, from 3 to 100."),
        (
            "1/divisor/size=3/2-3",
            (
                "Move 2 isn't allowed. 3 doesn't divide 2 and isn't a multiple of it. You can "
                "take 1."
            ),
        ),
        (
            "1/divisor/size=3/2-1-1",
            "Move 3 isn't allowed. 1 is already gone. You can take 3.",
        ),
        ("1/divisor/size=3/2-1-3-1", "Move 4 isn't allowed. This game is over."),
        (
            "1/divisor/size=3/4",
            "Move 1 isn't allowed. 4 isn't between 1 and 3. You can take 1, 2 or 3.",
        ),
        (
            "1/divisor/size=3/two",
            "Move 1 isn't allowed. \"two\" isn't a number on this board. You can take 1, 2 or 3.",
        ),
        (
            "1/split/size=8/4",
            ("Move 1 isn't allowed. The parts must differ, and 8 = 4 + 4. You can leave 1-3, 5-7."),
        ),
    ],
)
async def test_what_is_no_record(world: World, record: str, said: str) -> None:
    assert await replay(world, record) == said


@pytest.mark.parametrize(
    "record",
    [
        "**@everyone** `x` <@1>",
        "1/<@1>/size=3/2",
        "1/divisor/size=3/`@here`",
        "[a](http://b.example)",
        "\u202e1/divisor\x00",
        "{opponent}",
    ],
)
async def test_hostile_text_is_not_even_repeated(world: World, record: str) -> None:
    assert await replay(world, record) == UNREADABLE
    assert world.pinged() == []


async def test_a_record_longer_than_discord_lets_through(world: World) -> None:
    """A client may ignore Discord's limit of an option's length."""
    record = " ".join([THREE] * 100)
    assert len(record) > LONGEST
    data = typed("duel replay", given("record", 3, record))
    assert told(await world.deliver(world.ana, 2, world.games.id, data)) == OUTDATED


# Pages of it that were made up.


@pytest.mark.parametrize(
    ("custom_id", "said"),
    [
        ("d1:vr", DEAD),
        ("d1:vr:x", DEAD),
        (f"d1:vr:{2**63}:0", DEAD),
        ("d1:vr:1", "**Divisor Duel (1–3)** · after move 1 of 3\n"),
        (f"d1:vr:{2**63 - 1}:0", "**Divisor Duel (1–3)** · after move 3 of 3\n"),
    ],
)
async def test_forged_positions_in_a_record(world: World, custom_id: str, said: str) -> None:
    page = await opened(world, THREE)
    assert told(await world.press(world.ana, page, custom_id)).startswith(said)


@pytest.mark.parametrize("on", ["board", "offer", "end", "help", "ladder"])
async def test_pages_that_carry_no_record(world: World, on: str) -> None:
    """Boards have pictures in blocks as well."""
    if on == "offer":
        await world.challenge()
    elif on == "end":
        await world.play(await world.duel(size=3), 2, 1, 3)
    else:
        await world.duel("split")
    message: Shown = world.last()
    if on == "help":
        message = private(await world.ana.slash(world.games, "duel help"))
    if on == "ladder":
        await world.ana.slash(world.games, "duel leaderboard")
        message = world.last()
    before = world.lines()
    assert told(await world.press(world.ana, message, "d1:vr:1:0")) == DEAD
    assert world.lines() == before


async def test_a_press_without_its_message(world: World) -> None:
    data = {"custom_id": "d1:vr:1:0", "component_type": 2}
    assert told(await world.deliver(world.ana, 3, world.games.id, data)) == DEAD


async def test_the_record_of_a_duel_is_gone_through_as_text(world: World) -> None:
    """A page of a duel carries its records too: whoever takes them from there comes to the same."""
    await world.play(await world.duel(size=3), 2, 1, 3)
    page = private(await world.ana.slash(world.games, "duel replay", duel="1"))
    record = page.content.split("```")[-2].strip()
    assert (await opened(world, record)).content == page.content.replace(" #1", "")
    await world.press(world.ana, page, "d1:vr:2:0")
    assert page.content.startswith(
        "**Divisor Duel (1–3)** · after move 2 of 3\n-# 2. Player 2 took 1\n"
    )
