"""What can be looked up: lists, rules, the leaderboard, profiles and histories."""

import pytest

from engine.games import GAMES
from engine.ids import PlayerId
from storage.ids import GuildId
from tests.bot.server.hall import Hall, answer, ids, labels, private, told
from tests.storage.damage import say

# What is waiting.


async def test_nothing_is_waiting(hall: Hall) -> None:
    said = told(await hall.ana.slash(hall.games, "duel list"))
    assert said == "No duel is running. Start one with `/duel start`."


async def test_a_list_tells_challenges_and_duels_from_where_its_reader_sits(hall: Hall) -> None:
    await hall.challenge()
    await hall.cy.slash(hall.games, "duel start", game="parity", opponent=hall.ana)
    lists = [
        hall.read(told(await each.slash(hall.games, "duel list")))
        for each in (hall.ana, hall.bo, hall.cy)
    ]
    assert [each.splitlines()[1:] for each in lists] == [
        [
            "[#1](LINK) you challenged @bo to Divisor Duel: runs out <15 min>",
            "[#2](LINK) @cy challenges you to Parity Duel: runs out <15 min>",
        ],
        ["[#1](LINK) @ana challenges you to Divisor Duel: runs out <15 min>"],
        ["[#2](LINK) you challenged @ana to Parity Duel: runs out <15 min>"],
    ]
    await hall.bo.slash(hall.games, "duel accept")
    assert hall.read(told(await hall.ana.slash(hall.games, "duel list"))) == (
        "**Your duels here**\n"
        "[#1](LINK) Divisor Duel against @bo: **your move**, due <1440 min>\n"
        "[#2](LINK) @cy challenges you to Parity Duel: runs out <15 min>"
    )
    assert hall.read(told(await hall.bo.slash(hall.games, "duel list"))) == (
        "**Your duels here**\n[#1](LINK) Divisor Duel against @ana: their move, due <1440 min>"
    )


async def test_a_list_leads_to_the_board_that_is_current(hall: Hall) -> None:
    board = await hall.play(await hall.duel(), 6)
    said = told(await hall.bo.slash(hall.games, "duel list"))
    assert f"https://discord.com/channels/{hall.guild.id}/{hall.games.id}/{board.id})" in said


async def test_what_is_over_is_not_waiting(hall: Hall) -> None:
    await hall.play(await hall.duel(size=3), 2, 1, 3)
    await hall.bo.click(answer(await hall.challenge()), label="Decline")
    said = told(await hall.ana.slash(hall.games, "duel list"))
    assert said == "No duel is running. Start one with `/duel start`."


async def test_a_long_list_says_how_much_it_leaves_out(hall: Hall) -> None:
    """Each of a server may have challenged the same one."""
    for nth in range(30):
        fan = hall.join(f"fan{nth}")
        answer(await fan.slash(hall.games, "duel start", game="sequence", opponent=hall.ana))
    said = told(await hall.ana.slash(hall.games, "duel list"))
    *listed, more = said.splitlines()[1:]
    assert 1800 < len(said) <= 2000
    assert [line.split("]")[0] for line in listed] == [f"[#{n + 1}" for n in range(len(listed))]
    assert more == f"… and {30 - len(listed)} more."


# How the games are played.


@pytest.mark.parametrize("game", GAMES)
async def test_the_rules_of_a_game(hall: Hall, game: str) -> None:
    said = told(await hall.ana.slash(hall.games, "duel rules", game=game))
    assert said.startswith(f"**{GAMES[game].title}**\n{GAMES[game].pitch}\n**Objective.** ")
    parts = [line.split(".**")[0] for line in said.splitlines()[2:]]
    assert parts == ["**Objective", "**A turn", "**Valid moves", "**The end", "**Example"]


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_chosen_by_a_button(hall: Hall, game: str) -> None:
    which = private(await hall.ana.slash(hall.games, "duel rules"))
    assert which.content == "Which game?"
    assert labels(which) == [each.title for each in GAMES.values()]
    chosen = private(await hall.ana.click(which, label=GAMES[game].title)).content
    assert chosen == told(await hall.ana.slash(hall.games, "duel rules", game=game))
    shown = hall.games.history(viewer=hall.ana)[0]
    assert shown.content == chosen  # in place of the question


async def test_the_rules_of_no_game(hall: Hall) -> None:
    which = private(await hall.ana.slash(hall.games, "duel rules"))
    said = told(await hall.press(hall.ana, which, "d1:e:chess"))
    assert said == (
        'There is no game called "chess". Choose parity, evenodd, split, divisor or sequence.'
    )


async def test_help(hall: Hall) -> None:
    assert told(await hall.ana.slash(hall.games, "duel help")) == (
        "**Number duels for two.** `/duel start`, pick a game and somebody to play with; they "
        "press Accept, and you move by the buttons or with `/duel move`.\n"
        "- **Parity Duel**: Answer every odd number with an even one and every even number with "
        "an odd one.\n"
        "- **Even/Odd Match**: Take turns emptying the list, odd and even alternating. The last "
        "to remove one wins.\n"
        "- **Number Split Duel**: Split the number into two unequal parts and choose the one your "
        "opponent must split.\n"
        "- **Divisor Duel**: Each number must divide the last one or be a multiple of it. No move "
        "left: you lose.\n"
        "- **Sequence Builder**: Build a row of numbers whose neighbours add up to even sums, and "
        "spoil your opponent's.\n"
        "`/duel rules` explains a game · `/duel list` shows what is waiting for you · "
        "`/duel board` brings a board back · `/duel leaderboard` says who wins · "
        "`/duel settings` turns pings off · `/privacy` shows what is kept of you"
    )


# The leaderboard.


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


# Profiles.


async def test_a_profile(hall: Hall) -> None:
    for _ in range(6):
        await hall.played(hall.ana, hall.bo)
    await hall.played(hall.bo, hall.ana, "parity")
    profile = answer(await hall.ana.slash(hall.games, "duel profile"))
    assert hall.read(profile) == (
        "**@ana**\n"
        "Place 1 · 6–1 · 86%\n"
        "Latest first: lost, won, won, won, won\n"
        "Parity Duel: 0–1 · 0%\n"
        "Divisor Duel: 6–0 · 100% · 6 won in a row"
    )
    assert labels(profile) == ["Challenge", "Recent duels"]
    assert hall.pinged() == []


async def test_a_profile_of_somebody_else(hall: Hall) -> None:
    for _ in range(3):
        await hall.played(hall.ana, hall.bo)
    profile = answer(await hall.ana.slash(hall.games, "duel profile", player=hall.bo))
    assert hall.read(profile) == (
        "**@bo**\n"
        "Place 2 · 0–3 · 0% · 3 lost in a row\n"
        "Latest first: lost, lost, lost\n"
        "Divisor Duel: 0–3 · 0% · 3 lost in a row"
    )


async def test_two_in_a_row_are_no_streak(hall: Hall) -> None:
    for _ in range(2):
        await hall.played(hall.ana, hall.bo)
    assert "in a row" not in answer(await hall.ana.slash(hall.games, "duel profile")).content


async def test_a_profile_of_somebody_who_has_not_played(hall: Hall) -> None:
    await hall.challenge()  # which isn't finished
    profile = answer(await hall.ana.slash(hall.games, "duel profile", player=hall.bo))
    assert hall.read(profile) == "@bo hasn't finished a duel here yet."
    assert labels(profile) == ["Challenge"]


async def test_a_profile_without_what_cannot_be_read(hall: Hall) -> None:
    """A damaged duel has been counted, and can't be told any more."""
    await hall.played(hall.ana, hall.bo)
    say(hall.store.path, "UPDATE duel SET record = 'gone'")
    profile = answer(await hall.ana.slash(hall.games, "duel profile"))
    assert hall.read(profile) == "**@ana**\nPlace 1 · 1–0 · 100%\nDivisor Duel: 1–0 · 100%"
    said = hall.read(told(await hall.ana.slash(hall.games, "duel history")))
    assert said == "**Finished duels of @ana**\nNo finished duels."


async def test_a_profile_by_a_click_on_a_name_is_private(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    clicked = await hall.cy.context_menu(hall.games, "Duel profile", hall.ana)
    asked = answer(await hall.cy.slash(hall.games, "duel profile", player=hall.ana))
    assert told(clicked) == asked.content
    assert hall.lines() == [hall.read(asked)]


async def test_challenging_from_a_profile(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    profile = answer(await hall.ana.slash(hall.games, "duel profile"))
    picker = private(await hall.cy.click(profile, label="Challenge"))
    assert hall.read(picker) == "Challenge @ana to …"
    offer = answer(await hall.cy.select(picker, ["sequence"]))
    assert hall.read(offer).startswith(
        "⚔️ @ana, @cy challenges you to **Sequence Builder** (rated)."
    )


async def test_recent_duels_from_a_profile(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    profile = answer(await hall.ana.slash(hall.games, "duel profile"))
    said = hall.read(told(await hall.cy.click(profile, label="Recent duels")))
    assert said == (
        "**Finished duels of @ana**\n[#1](LINK) Divisor Duel: won against @bo in 2 moves, <0 min>"
    )


# Histories.


async def test_no_history(hall: Hall) -> None:
    await hall.challenge()
    said = hall.read(told(await hall.ana.slash(hall.games, "duel history")))
    assert said == "**Finished duels of @ana**\nNo finished duels."


async def test_a_history_names_results(hall: Hall) -> None:
    """Lost after one move, won after none, and one more that a moderator will have taken out."""
    await hall.played(hall.ana, hall.bo)
    await hall.play(await hall.duel(), 20)
    resigning = private(await hall.ana.slash(hall.games, "duel resign"))
    await hall.ana.click(resigning, label="Resign")
    await hall.duel("split")
    resigning = private(await hall.bo.slash(hall.games, "duel resign"))
    await hall.bo.click(resigning, label="Resign")
    boss = hall.moderator()
    assert (
        told(await boss.slash(hall.games, "duel-admin void", duel="1"))
        == "The result of duel #1 no longer counts."
    )
    said = hall.read(told(await hall.ana.slash(hall.games, "duel history")))
    assert said == (
        "**Finished duels of @ana**\n"
        "[#3](LINK) Number Split Duel: won against @bo, <0 min>\n"
        "[#2](LINK) Divisor Duel: lost against @bo in 1 move, <0 min>\n"
        "[#1](LINK) Divisor Duel: no result against @bo in 2 moves, <0 min>"
    )
    assert (
        "\nLatest first: won, lost, no result\n"
        in answer(await hall.ana.slash(hall.games, "duel profile")).content
    )


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
    while labels(page):
        assert labels(page) == ["Older"]
        page = private(await hall.ana.click(page, label="Older"))
        pages.append(page.content)
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
    assert len({each.splitlines()[0] for each in pages}) == 1
    assert max(map(len, pages)) <= 2000


async def test_ten_finished_duels_are_one_page(hall: Hall) -> None:
    for _ in range(10):
        await hall.played(hall.ana, hall.bo)
    page = private(await hall.ana.slash(hall.games, "duel history"))
    assert len(page.content.splitlines()) == 11
    assert labels(page) == []


@pytest.mark.parametrize(
    ("custom_id", "said"),
    [
        ("d1:h:{ana}:0:77", "There is no duel #77 in this server."),
        ("d1:h:{ana}:0:2", "This duel isn't over yet."),
        ("d1:h:{ana}:0:99999999999999999999", "That button doesn't work any more."),
        ("d1:h:{ana}", "That button doesn't work any more."),
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
