"""The main states of the page, each in both colours, wide and on a phone, as axe-core judges
them. They follow one another, as they do when somebody plays."""

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import expect

from deploy.sandbox.interactions.interaction import Answer
from tests.e2e.browser.axe import COLOURS, EVERYTHING, findings
from tests.e2e.browser.club import Club
from tests.e2e.browser.forms import ASK, FORM
from tests.e2e.browser.puppet import puppet
from tests.e2e.browser.room import DESK, PHONE, Device, Room, Visit

pytestmark = pytest.mark.asyncio(loop_scope="package")


Look = Callable[..., Awaitable[None]]


@pytest.mark.parametrize("device", [pytest.param(DESK, marks=pytest.mark.long), PHONE], ids=str)
async def test_nothing_grave_is_wrong_with(device: Device, visit: Visit, club: Club) -> None:
    room = await visit(device)
    found: dict[str, list[str]] = {}

    async def look(at: str, within: str = "body") -> None:
        found[at] = await findings(room, EVERYTHING, within)
        await room.pictured(at)
        if device == DESK:  # a phone has the same colours
            await room.changes_colours()
            found[at] += await findings(room, COLOURS, within)
            await room.pictured(at)
            await room.changes_colours()

    await expect(room.hint).to_be_visible()
    await look("fresh")
    await before_a_duel(room, look)
    await in_a_duel(room, club, look)
    await in_dialogs(room, look)
    await in_a_form(room, club, look)
    assert len(found) == 10
    assert {at: each for at, each in found.items() if each} == {}


async def before_a_duel(room: Room, look: Look) -> None:
    ana = room.left
    await ana.node.get_by_role("button", name="Commands", exact=True).click()
    await expect(ana.commands).to_be_visible()
    await look("palette", ".composer")
    await ana.box.fill("/duel start ")
    await expect(ana.choice("Divisor Duel")).to_be_visible()
    await look("options", ".composer")
    await ana.node.get_by_role("button", name="/duel start: leave this command").click()
    await ana.box.fill("")


async def in_a_duel(room: Room, club: Club, look: Look) -> None:
    ana = room.left
    duel = await club.table.duel(club.table.ana, club.table.bo)
    await duel.plays("6")
    await expect(ana.board).to_contain_text(f"#{duel.number} · move 2")
    await look("board")
    await ana.numbers.first.click()
    await expect(ana.newest).to_contain_text("Only you can see this")
    await look("private", "#seat-left")
    await ana.orders("/duel leaderboard")
    await ana.board.locator(".select").click()
    await expect(room.dialog("Which game?")).to_be_visible()
    await look("select", ".panel")
    await room.page.keyboard.press("Escape")


async def in_dialogs(room: Room, look: Look) -> None:
    await room.left.node.get_by_role("button", name="Members").click()
    await room.dialog("Members").get_by_role("button", name="Cleo").click()
    await expect(room.dialog("Cleo")).to_be_visible()
    await look("person", ".pop")
    await room.page.keyboard.press("Escape")
    await room.button("Help").click()
    await look("help", "#help")
    await room.page.keyboard.press("Escape")
    await room.breaks.click()
    drawer = room.dialog("Break things")
    await drawer.get_by_label("What it hits").select_option("posts")
    await drawer.get_by_role("button", name="Break it").click()
    await expect(drawer.get_by_role("list")).to_contain_text("messages that it posts")
    await look("drawer", "#faults")
    await drawer.get_by_role("button", name="Undo all").click()
    await expect(drawer.get_by_role("list")).to_contain_text("Nothing is broken.")
    await room.page.keyboard.press("Escape")


async def in_a_form(room: Room, club: Club, look: Look) -> None:
    with puppet(club.sandbox) as bot:
        bot.writes("A form?", components=[ASK])
        await room.left.presses("Ask me")
        bot.answers(await bot.is_asked(), Answer.FORM, **FORM)
        await room.dialog("About you").get_by_role("button", name="Submit").click()
        await expect(room.dialog("About you")).to_contain_text("This has to be filled in.")
        await look("form", "dialog.form")
