"""`/duel leaderboard`: who stands where, page by page."""

import pytest

from engine.games import GAMES
from engine.ids import PlayerId
from storage.ids import GuildId
from tests.bot.server.hall import Hall, answer, ids, labels, private, told


async def crowd(hall: Hall) -> None:
    """25 who have played: two dozen have beaten Cy once, and the first dozen of them twice. All of
    it Divisor Duel, but for one duel."""
    for nth in range(1, 25):
        await hall.played(hall.join(f"p{nth}"), hall.cy)
    for nth in range(1, 13):
        await hall.played(hall.people[f"p{nth}"], hall.cy, "parity" if nth == 1 else "divisor")


def first(*names: str) -> list[str]:
    return [f"1. @{name} **2–0** · 100%" for name in names]


def thirteenth(*names: str) -> list[str]:
    return [f"13. @{name} **1–0** · 100%" for name in names]


async def test_an_empty_leaderboard(hall: Hall) -> None:
    ladder = answer(await hall.ana.slash(hall.games, "duel leaderboard"))
    assert ladder.content == (
        "🏆 **All games**\n"
        "Nobody has finished a duel in this list yet. Be the first: `/duel start`.\n"
        f"-# <@{hall.ana.id}> has no finished duel in this list yet."
    )
    assert ids(ladder) == ["d1:lg", "d1:lm:all"]


async def test_a_leaderboard_has_pages(hall: Hall) -> None:
    await crowd(hall)
    pages = [
        answer(await hall.cy.slash(hall.games, "duel leaderboard", page=page))
        for page in (1, 2, 3, 4)
    ]
    you = "-# @cy: place 25, 0–36, 0%"
    assert [hall.read(each).splitlines() for each in pages] == [
        ["🏆 **All games**", *first(*(f"p{nth}" for nth in range(1, 11))), you],
        [
            "🏆 **All games**",
            *first("p11", "p12"),
            *thirteenth(*(f"p{nth}" for nth in range(13, 21))),
            you,
        ],
        [
            "🏆 **All games**",
            *thirteenth("p21", "p22", "p23", "p24"),
            "25. @cy **0–36** · 0% · 36 lost in a row",
            you,
        ],
        ["🏆 **All games**", "There is no page 4.", you],
    ]
    assert [labels(each)[1:] for each in pages] == [
        ["▶", "My place"],
        ["◀", "▶", "My place"],
        ["◀", "My place"],
        ["◀", "My place"],
    ]


async def test_a_leaderboard_pings_nobody(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    await hall.cy.slash(hall.games, "duel leaderboard")
    assert hall.pinged() == []


async def test_a_leaderboard_of_one_game(hall: Hall) -> None:
    await crowd(hall)
    ladder = answer(await hall.cy.slash(hall.games, "duel leaderboard", game="parity"))
    assert hall.read(ladder) == (
        "🏆 **Parity Duel**\n1. @p1 **1–0** · 100%\n2. @cy **0–1** · 0%\n-# @cy: place 2, 0–1, 0%"
    )


async def test_from_the_public_leaderboard_everybody_looks_privately(hall: Hall) -> None:
    await crowd(hall)
    ladder = answer(await hall.ana.slash(hall.games, "duel leaderboard"))
    before = hall.lines()
    nexts = await hall.bo.click(ladder, label="▶")
    assert hall.read(told(nexts)).splitlines()[1:4] == [*first("p11", "p12"), *thirteenth("p13")]
    assert hall.read(told(nexts)).endswith("\n-# @bo has no finished duel in this list yet.")
    parity = await hall.bo.select(ladder, ["parity"])
    assert hall.read(told(parity)).startswith("🏆 **Parity Duel**\n1. @p1 **1–0** · 100%\n")
    mine = await hall.cy.click(ladder, label="My place")
    assert "\n25. @cy **0–36** · 0% · 36 lost in a row\n" in hall.read(told(mine))
    assert hall.lines() == before


async def test_a_private_leaderboard_turns_its_pages_in_place(hall: Hall) -> None:
    await crowd(hall)
    ladder = answer(await hall.ana.slash(hall.games, "duel leaderboard"))
    own = private(await hall.cy.click(ladder, label="My place"))

    def shown() -> list[str]:
        return hall.lines()[:1] + [
            hall.read(each) for each in hall.games.history(viewer=hall.cy) if each.id == own.id
        ]

    public = hall.lines()[0]
    await hall.cy.click(own, label="◀")
    assert shown()[0] == public
    assert shown()[1].splitlines()[1:3] == first("p11", "p12")
    await hall.cy.click(own, label="▶")
    assert shown()[1].splitlines()[1] == thirteenth("p21")[0]
    await hall.cy.select(own, ["parity"])
    assert shown()[1].startswith("🏆 **Parity Duel**\n1. @p1")
    await hall.cy.click(own, label="My place")
    assert shown()[1].startswith("🏆 **Parity Duel**\n1. @p1")
    assert hall.lines() == [public]


async def test_the_last_place_of_a_page_is_on_it(hall: Hall) -> None:
    for nth in range(1, 10):
        await hall.played(hall.join(f"p{nth}"), hall.cy)
    ladder = answer(await hall.ana.slash(hall.games, "duel leaderboard"))
    mine = hall.read(told(await hall.cy.click(ladder, label="My place")))
    assert mine.splitlines()[10] == "10. @cy **0–9** · 0% · 9 lost in a row"


async def test_the_select_stands_at_the_game_that_is_shown(hall: Hall) -> None:
    ladder = answer(await hall.ana.slash(hall.games, "duel leaderboard", game="split"))
    options = ladder.components[0]["components"][0]["options"]
    assert [each["label"] for each in options if each["default"]] == ["Number Split Duel"]
    assert [each["value"] for each in options] == ["all", *GAMES]


async def test_a_leaderboard_is_pressed_after_a_restart(hall: Hall) -> None:
    await crowd(hall)
    ladder = answer(await hall.ana.slash(hall.games, "duel leaderboard"))
    await hall.restart()
    turned = hall.read(told(await hall.bo.click(ladder, label="▶")))
    assert turned.splitlines()[1:3] == first("p11", "p12")


async def test_the_leaderboard_of_a_finished_duel(hall: Hall) -> None:
    end = await hall.play(await hall.duel("parity", size=3), 1, 2, 3)
    said = hall.read(told(await hall.bo.click(end, label="Leaderboard")))
    assert said == (
        "🏆 **Parity Duel**\n1. @ana **1–0** · 100%\n2. @bo **0–1** · 0%\n-# @bo: place 2, 0–1, 0%"
    )


async def test_whose_data_was_deleted_stands_nowhere(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    await hall.played(hall.cy, hall.bo)
    await hall.store.erase(GuildId(hall.guild.id), PlayerId(hall.ana.id), hall.now())
    ladder = answer(await hall.ana.slash(hall.games, "duel leaderboard"))
    assert hall.read(ladder) == (
        "🏆 **All games**\n"
        "1. @cy **1–0** · 100%\n"
        "2. @bo **0–2** · 0%\n"
        "-# @ana has no finished duel in this list yet."
    )


@pytest.mark.parametrize(
    ("custom_id", "values", "said"),
    [
        ("d1:l:chess:1", (), 'There is no game called "chess". Choose parity, '),
        ("d1:lm:chess", (), 'There is no game called "chess". Choose parity, '),
        ("d1:lg", ("chess",), 'There is no game called "chess". Choose parity, '),
        ("d1:lg", ("parity", "all"), "That button doesn't work any more."),
        ("d1:l:all:x", (), "That button doesn't work any more."),
        ("d1:l:all", (), "That button doesn't work any more."),
        ("d1:l:all:99999999999999999999", (), "That button doesn't work any more."),
        ("d1:l:all:9999999999999999", (), "🏆 **All games**\nThere is no page 1000000000."),
        ("d1:l:all:0", (), "🏆 **All games**\n1. @ana **1–0** · 100%\n"),
    ],
)
async def test_forged_pages_of_the_leaderboard(
    hall: Hall, custom_id: str, values: tuple[str, ...], said: str
) -> None:
    await hall.played(hall.ana, hall.bo)
    ladder = answer(await hall.ana.slash(hall.games, "duel leaderboard"))
    pressed = await hall.press(hall.bo, ladder, custom_id, *values)
    assert hall.read(told(pressed)).startswith(said)
