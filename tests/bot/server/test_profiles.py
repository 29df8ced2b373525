"""`/duel profile` and `/duel history`: how somebody has played, and what."""

import pytest

from tests.bot.server.hall import Hall, answer, labels, private, told
from tests.storage.damage import say

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
