"""`/duel history`: finished duels, page by page, and one of them to go through."""

import pytest

from storage.ids import GuildId
from tests.bot.simcord.server import Hall, answer, labels, options, private, text_of, told
from tests.storage.damage import say

REPLAY = "Replay …"


async def test_no_history(hall: Hall) -> None:
    await hall.challenge()
    said = private(await hall.ana.slash(hall.games, "duel history"))
    assert hall.read(said) == "**Finished duels of @ana**\nNo finished duels."
    assert labels(said) == []


async def test_a_history_names_results(hall: Hall) -> None:
    """Lost after one move, won after none, tied, ended by a moderator, and one more that was taken
    out."""
    boss = hall.moderator()
    await hall.played(hall.ana, hall.bo)
    await hall.play(await hall.duel(), 20)
    resigning = private(await hall.ana.slash(hall.games, "duel resign"))
    await hall.ana.click(resigning, label="Resign")
    await hall.duel("split")
    resigning = private(await hall.bo.slash(hall.games, "duel resign"))
    await hall.bo.click(resigning, label="Resign")
    board = await hall.play(await hall.duel(size=3, legs=2), 2, 1, 3)
    for who, move in ((hall.bo, 2), (hall.ana, 1), (hall.bo, 3)):
        board = answer(await who.click(board, label=str(move)))
    await hall.duel("parity")
    await boss.slash(hall.games, "duel-admin end", duel="5")
    await boss.slash(hall.games, "duel-admin void", duel="1")
    said = private(await hall.ana.slash(hall.games, "duel history"))
    assert hall.read(said) == (
        "**Finished duels of @ana**\n"
        "[#5](LINK) Parity Duel: no result against @bo, <0 min>\n"
        "[#4](LINK) Divisor Duel: tied against @bo in 6 moves, <0 min>\n"
        "[#3](LINK) Number Split Duel: won against @bo, <0 min>\n"
        "[#2](LINK) Divisor Duel: lost against @bo in 1 move, <0 min>\n"
        "[#1](LINK) Divisor Duel: no result against @bo in 2 moves, <0 min>"
    )
    assert options(said, REPLAY) == [
        "#4 Divisor Duel, 6 moves",
        "#2 Divisor Duel, 1 move",
        "#1 Divisor Duel, 2 moves",
    ]
    profile = answer(await hall.ana.slash(hall.games, "duel profile"))
    assert "\nLast results, oldest first: lost, won, tied\n" in text_of(profile)


async def test_a_history_against_one_opponent(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    await hall.played(hall.ana, hall.cy)
    asked = await hall.cy.slash(hall.games, "duel history", player=hall.ana, opponent=hall.bo)
    assert hall.read(told(asked)) == (
        "**Finished duels of @ana against @bo**\n"
        "[#1](LINK) Divisor Duel: won against @bo in 2 moves, <0 min>"
    )


@pytest.mark.parametrize("against", [False, True])
async def test_a_history_is_read_page_by_page(hall: Hall, against: bool) -> None:
    for _ in range(25):
        await hall.played(hall.ana, hall.bo)
    await hall.played(hall.cy, hall.ana)
    whom = {"opponent": hall.bo} if against else {}
    page = private(await hall.ana.slash(hall.games, "duel history", **whom))
    pages = [page.content]
    offered = [options(page, REPLAY)]
    while "Older" in labels(page):
        assert labels(page) == [REPLAY, "Older"]
        page = private(await hall.ana.click(page, label="Older"))
        pages.append(page.content)
        offered.append(options(page, REPLAY))
    numbers = [
        [int(line.split("]")[0].removeprefix("[#")) for line in each.splitlines()[1:]]
        for each in pages
    ]
    newest = 25 if against else 26
    assert numbers == [
        list(range(newest, newest - 10, -1)),
        list(range(newest - 10, newest - 20, -1)),
        list(range(newest - 20, 0, -1)),
    ]
    assert [[int(each.split()[0][1:]) for each in some] for some in offered] == numbers
    assert len({each.splitlines()[0] for each in pages}) == 1
    assert max(map(len, pages)) <= 2000


async def test_ten_finished_duels_are_one_page(hall: Hall) -> None:
    for _ in range(10):
        await hall.played(hall.ana, hall.bo)
    page = private(await hall.ana.slash(hall.games, "duel history"))
    assert len(page.content.splitlines()) == 11
    assert labels(page) == [REPLAY]


async def test_a_history_goes_on_across_seasons(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    await hall.store.begin_season(GuildId(hall.guild.id), 2, hall.now())
    await hall.played(hall.bo, hall.ana)
    said = told(await hall.ana.slash(hall.games, "duel history"))
    assert [line.split("]")[0] for line in said.splitlines()[1:]] == ["[#2", "[#1"]


async def test_a_history_without_what_cannot_be_read(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    say(hall.store.path, "UPDATE duel SET record = 'gone'")
    said = hall.read(told(await hall.ana.slash(hall.games, "duel history")))
    assert said == "**Finished duels of @ana**\nNo finished duels."


# One of them.


async def test_a_duel_of_a_history_is_gone_through(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo, "split")
    await hall.played(hall.cy, hall.bo)
    history = private(await hall.bo.slash(hall.games, "duel history"))
    replay = private(await hall.bo.select(history, ["1"]))
    assert replay.id != history.id
    assert hall.read(replay) == (
        "**Number Split Duel** #1 · after move 0 of 2\n"
        "```\n5 > ?\n```\n"
        "```\n1/split/size=5/3-1\n```"
    )
    other = private(await hall.bo.select(history, ["2"]))
    assert hall.read(other).startswith("**Divisor Duel** #2 · after move 0 of 2\n")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (("7",), "There is no duel #7 in this server. `/duel list` shows yours."),
        (("0",), "There is no duel #0 in this server. `/duel list` shows yours."),
        (("2",), "This duel isn't over yet."),
        (("3",), "This duel isn't over yet."),
        (("x",), '"x" isn\'t the number of a duel. `/duel list` shows yours, as #12.'),
        (("1", "2"), "That button doesn't work any more."),
    ],
)
async def test_forged_choices_from_a_history(
    hall: Hall, values: tuple[str, ...], said: str
) -> None:
    await hall.played(hall.ana, hall.bo)
    await hall.duel()
    await hall.challenge("parity")
    history = private(await hall.ana.slash(hall.games, "duel history"))
    assert told(await hall.press(hall.ana, history, "d1:vh", *values)).startswith(said)


async def test_nothing_chosen_is_nothing_to_go_through(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    history = private(await hall.ana.slash(hall.games, "duel history"))
    said = told(await hall.press(hall.ana, history, "d1:vh"))
    assert said.startswith("That button doesn't work any more.")


@pytest.mark.parametrize(
    ("custom_id", "said"),
    [
        ("d1:h:{ana}:0:77", "There is no duel #77 in this server."),
        ("d1:h:{ana}:0:2", "This duel isn't over yet."),
        ("d1:h:{ana}:0:99999999999999999999", "That button doesn't work any more."),
        ("d1:h:{ana}:0:0:0", "That button doesn't work any more."),
        ("d1:h:x:0:1", "That button doesn't work any more."),
        ("d1:h:999:0:0", "**Finished duels of <@999>**\nNo finished duels."),
    ],
)
async def test_forged_pages_of_a_history(hall: Hall, custom_id: str, said: str) -> None:
    await hall.played(hall.ana, hall.bo)
    offer = answer(await hall.challenge())
    pressed = await hall.press(hall.bo, offer, custom_id.format(ana=hall.ana.id))
    assert hall.read(told(pressed)).startswith(said)
    assert hall.lines()[0].startswith("⚔️")
