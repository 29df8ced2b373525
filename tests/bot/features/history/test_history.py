"""`/duel history`: finished duels, page by page, and one of them to go through."""

import pytest

from storage.ids import GuildId
from tests.bot.simcord.messages import answer, labels, options, private, text_of, told
from tests.bot.simcord.world import World
from tests.storage.damage import say

REPLAY = "Replay …"


async def test_no_history(world: World) -> None:
    await world.challenge()
    said = private(await world.ana.slash(world.games, "duel history"))
    assert world.read(said) == "**Finished duels of @ana**\nNo finished duels."
    assert labels(said) == []


async def test_a_history_names_results(world: World) -> None:
    """Lost after one move, won after none, tied, ended by a moderator, and one more that was taken
    out."""
    boss = world.moderator()
    await world.played(world.ana, world.bo)
    await world.play(await world.duel(), 20)
    await world.resign(world.ana)
    await world.duel("split")
    await world.resign(world.bo)
    board = await world.play(await world.duel(size=3, legs=2), 2, 1, 3)
    for who, move in ((world.bo, 2), (world.ana, 1), (world.bo, 3)):
        board = answer(await who.click(board, label=str(move)))
    await world.duel("parity")
    await boss.slash(world.games, "duel-admin end", duel="5")
    await boss.slash(world.games, "duel-admin void", duel="1")
    said = private(await world.ana.slash(world.games, "duel history"))
    assert world.read(said) == (
        "**Finished duels of @ana**\n"
        "[#5](LINK) Parity Duel: no result against @bo, <0 min>\n"
        "[#4](LINK) Divisor Duel (1–3): tied against @bo in 6 moves, <0 min>\n"
        "[#3](LINK) Number Split Duel: won against @bo, <0 min>\n"
        "[#2](LINK) Divisor Duel: lost against @bo in 1 move, <0 min>\n"
        "[#1](LINK) Divisor Duel (1–3): no result against @bo in 2 moves, <0 min>"
    )
    assert options(said, REPLAY) == [
        "#4 Divisor Duel (1–3), 6 moves",
        "#2 Divisor Duel, 1 move",
        "#1 Divisor Duel (1–3), 2 moves",
    ]
    profile = answer(await world.ana.slash(world.games, "duel profile"))
    assert "\nLast results, oldest first: lost, won, tied\n" in text_of(profile)


async def test_a_history_against_one_opponent(world: World) -> None:
    await world.played(world.ana, world.bo)
    await world.played(world.ana, world.cy)
    asked = await world.cy.slash(world.games, "duel history", player=world.ana, opponent=world.bo)
    assert world.read(told(asked)) == (
        "**Finished duels of @ana against @bo**\n"
        "[#1](LINK) Divisor Duel (1–3): won against @bo in 2 moves, <0 min>"
    )


@pytest.mark.parametrize("against", [False, True])
async def test_a_history_is_read_page_by_page(world: World, against: bool) -> None:
    for _ in range(25):
        await world.played(world.ana, world.bo)
    await world.played(world.cy, world.ana)
    whom = {"opponent": world.bo} if against else {}
    page = private(await world.ana.slash(world.games, "duel history", **whom))
    pages = [page.content]
    offered = [options(page, REPLAY)]
    while "Older" in labels(page):
        assert labels(page) == [REPLAY, "Older"]
        page = private(await world.ana.click(page, label="Older"))
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


async def test_ten_finished_duels_are_one_page(world: World) -> None:
    for _ in range(10):
        await world.played(world.ana, world.bo)
    page = private(await world.ana.slash(world.games, "duel history"))
    assert len(page.content.splitlines()) == 11
    assert labels(page) == [REPLAY]


async def test_a_history_goes_on_across_seasons(world: World) -> None:
    await world.played(world.ana, world.bo)
    await world.store.begin_season(GuildId(world.guild.id), 2, world.now())
    await world.played(world.bo, world.ana)
    said = told(await world.ana.slash(world.games, "duel history"))
    assert [line.split("]")[0] for line in said.splitlines()[1:]] == ["[#2", "[#1"]


async def test_a_history_without_what_cannot_be_read(world: World) -> None:
    await world.played(world.ana, world.bo)
    say(world.store.backend.path, "UPDATE duel SET record = 'gone'")
    said = world.read(told(await world.ana.slash(world.games, "duel history")))
    assert said == "**Finished duels of @ana**\nNo finished duels."


# One of them.


async def test_a_duel_of_a_history_is_gone_through(world: World) -> None:
    await world.played(world.ana, world.bo, "split")
    await world.played(world.cy, world.bo)
    history = private(await world.bo.slash(world.games, "duel history"))
    replay = private(await world.bo.select(history, ["1"]))
    assert replay.id != history.id
    assert world.read(replay) == (
        "**Number Split Duel** #1 · after move 0 of 2\n"
        "```\n5 > ?\n```\n"
        "```\n1/split/size=5/3-1\n```"
    )
    other = private(await world.bo.select(history, ["2"]))
    assert world.read(other).startswith("**Divisor Duel (1–3)** #2 · after move 0 of 2\n")


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
    world: World, values: tuple[str, ...], said: str
) -> None:
    await world.played(world.ana, world.bo)
    await world.duel()
    await world.challenge("parity")
    history = private(await world.ana.slash(world.games, "duel history"))
    assert told(await world.press(world.ana, history, "d1:vh", *values)).startswith(said)


async def test_nothing_chosen_is_nothing_to_go_through(world: World) -> None:
    await world.played(world.ana, world.bo)
    history = private(await world.ana.slash(world.games, "duel history"))
    said = told(await world.press(world.ana, history, "d1:vh"))
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
async def test_forged_pages_of_a_history(world: World, custom_id: str, said: str) -> None:
    await world.played(world.ana, world.bo)
    offer = answer(await world.challenge())
    pressed = await world.press(world.bo, offer, custom_id.format(ana=world.ana.id))
    assert world.read(told(pressed)).startswith(said)
    assert world.lines()[0].startswith("⚔️")
