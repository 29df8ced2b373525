"""The page on a phone: one seat at a time, and nothing wider than the screen."""

import pytest
from playwright.async_api import expect

from bot.text.english import English
from tests.e2e.browser.club import Club
from tests.e2e.browser.room import PHONE, SLIM, Visit
from tests.e2e.browser.width import fits

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def test_a_move_is_played(visit: Visit, club: Club) -> None:
    duel = await club.table.duel(club.table.ana, club.table.bo)
    room = await visit(PHONE)
    ana, bo = room.seats
    await expect(ana.board).to_contain_text(f"#{duel.number} · move 1")
    await expect(bo.node).to_be_hidden()
    await ana.numbers.get_by_text("6", exact=True).tap()
    await expect(ana.board).to_contain_text("@Ana took 6")
    await room.pictured("phone-moved")
    await room.tab(bo).tap()
    await expect(ana.node).to_be_hidden()
    await expect(room.tab(bo)).to_have_attribute("aria-pressed", "true")
    await bo.numbers.get_by_text("12", exact=True).tap()
    await expect(bo.board).to_contain_text("@Bo answered 6 with 12")
    await room.reload()
    await expect(bo.board).to_contain_text("@Bo answered 6 with 12")


async def test_channels_are_behind_a_button(visit: Visit) -> None:
    room = await visit(PHONE)
    opener = room.left.node.get_by_role("button", name="#duels")
    await opener.tap()
    await expect(opener).to_have_attribute("aria-expanded", "true")
    await room.pictured("phone-channels")
    await room.left.goes_to("lobby")
    await expect(room.left.node.get_by_role("navigation")).to_be_hidden()
    await expect(room.left.log).to_have_accessible_name("Messages in #lobby")


async def test_nothing_is_wider_than_the_narrowest_phone(visit: Visit, club: Club) -> None:
    room = await visit(SLIM)
    ana = room.left
    await fits(room)
    await ana.box.fill("/")
    await expect(ana.commands).to_be_visible()
    await fits(room)
    await ana.box.fill("/duel start ")
    await expect(ana.choice("Divisor Duel")).to_be_visible()
    await fits(room)
    await room.pictured("slim-options")
    await ana.node.get_by_role("button", name="/duel start: leave this command").tap()
    await ana.box.fill("")
    duel = await club.table.duel(club.table.ana, club.table.bo, "parity", size=100)
    await ana.presses(English.MORE_BUTTON)
    await ana.presses(English.LARGE_BOARD)
    await expect(ana.newest.locator("img")).not_to_have_js_property("naturalWidth", 0)
    await club.table.duel(club.table.ana, club.table.bo, "parity", size=20)
    code = f"```\n{'x' * 99}```"
    await club.table.bo.says(f"{'wide' * 99} https://example.org/{'far' * 99}\n{code}")
    await ana.reads("widewide")
    await expect(ana.board).to_contain_text(f"#{duel.number + 1} · move 1")
    await fits(room)
    await room.pictured("slim-wide")
    await room.breaks.tap()
    await expect(room.dialog("Break things").get_by_role("radio").first).to_be_visible()
    await fits(room)
