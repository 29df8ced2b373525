"""People leave the server at the page, and come back to it."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from tests.e2e.browser.axe import COLOURS, findings
from tests.e2e.browser.club import Club
from tests.e2e.browser.keys import Keys
from tests.e2e.browser.room import PHONE, Room, Visit
from tests.e2e.browser.seat import Seat

pytestmark = pytest.mark.asyncio(loop_scope="package")


@pytest_asyncio.fixture(autouse=True, loop_scope="package")
async def together(club: Club) -> AsyncIterator[None]:
    """Bring back the members who left in a test, for the next one."""
    yield
    for each in club.table.players.values():
        if not each.here:
            await each.comes_back()


def outside(seat: Seat) -> Locator:
    return seat.node.get_by_role("group", name=" has left Number Club.")


async def opens_members(seat: Seat) -> Locator:
    await seat.node.get_by_role("button", name="Members", exact=True).click()
    return seat.page.get_by_role("dialog", name="Members")


async def leaves(seat: Seat) -> None:
    members = await opens_members(seat)
    await members.get_by_role("button", name="Leave Number Club").click()
    await expect(outside(seat)).to_be_visible()


async def test_somebody_leaves_and_comes_back_by_keyboard(room: Room, club: Club) -> None:
    keys, ana, bo = Keys(room.page), room.left, room.right
    await ana.says("I'll be right back.")
    opener = ana.node.get_by_role("button", name="Members", exact=True)
    await keys.go_to(opener)
    await keys.press("Enter")
    leave = room.dialog("Members").get_by_role("button", name="Leave Number Club")
    await expect(leave).to_have_accessible_description(
        "Shows what the bot does without Ana, who can come back."
    )
    await keys.go_to(leave, "ArrowDown")
    await keys.press("Enter")
    back = outside(ana).get_by_role("button", name="Come back")
    await expect(back).to_be_focused()
    await expect(outside(ana)).to_contain_text(
        "Ana has left Number Club. Its channels can't be seen and its commands can't be used "
        "from outside."
    )
    channels = ana.node.get_by_role("navigation", name="Channels of Ana")
    await expect(channels.get_by_role("button")).to_have_text([re.compile("Duelhost")])
    await expect(channels).not_to_contain_text("Number Club")
    await expect(ana.log).to_have_accessible_name("Messages in @Duelhost")
    await expect(opener).to_be_hidden()
    await expect(outside(bo)).to_be_hidden()
    assert not club.table.ana.here
    await room.pictured("outside")
    await keys.press("Enter")
    await expect(ana.box).to_be_focused()
    await expect(outside(ana)).to_be_hidden()
    await expect(ana.log).to_have_accessible_name("Messages in #duels")
    await ana.reads("I'll be right back.")
    await ana.says("Here I am.")
    await bo.reads("Here I am.")


async def test_others_do_not_find_them_but_know_their_name(room: Room) -> None:
    ana, bo = room.seats
    await bo.says("@Ana, are you there?")
    await leaves(ana)
    said = await bo.reads("are you there?")
    await expect(said.get_by_role("button", name="@Ana")).to_be_visible()
    await said.get_by_role("button", name="@Ana").click()
    card = room.dialog("Ana")
    await expect(card).to_contain_text("Has left Number Club.")
    await expect(card).not_to_contain_text("Duel profile")
    await room.page.keyboard.press("Escape")
    members = await opens_members(bo)
    await expect(members.get_by_role("button", name="Cleo")).to_be_visible()
    await expect(members.get_by_role("button", name="Ana")).to_have_count(0)
    await room.page.keyboard.press("Escape")
    await bo.box.fill("/duel start ")
    await bo.fills_in("game", "Divisor Duel")
    await bo.option("opponent").fill("")
    await expect(bo.choice("Cleo")).to_be_visible()
    await expect(bo.choice("Ana")).to_have_count(0)
    await bo.node.get_by_role("button", name="/duel start: leave this command").click()
    await bo.box.fill("")
    # A name that is typed now is no mention.
    await bo.says("@Ana has gone")
    gone = await bo.reads("@Ana has gone")
    await expect(gone.get_by_role("button", name="@Ana")).to_have_count(0)


async def test_nothing_can_be_done_from_outside(room: Room) -> None:
    ana = room.left
    await leaves(ana)
    await ana.box.fill("/")
    await expect(ana.node.locator(".popup-status")).to_have_text(
        "Ana has left Number Club, and can use no commands."
    )
    await ana.box.fill("hello?")
    await ana.box.press("Enter")
    await expect(ana.wrong).to_have_text(
        "Ana has left the server, and has none in common with the bot."
    )


async def test_it_stays_so_when_the_page_is_loaded_again(room: Room) -> None:
    ana, bo = room.seats
    await leaves(bo)
    await room.page.reload()
    await expect(outside(bo)).to_be_visible()
    await expect(bo.node).to_have_accessible_name("Right seat: Bo")
    await ana.sits_down("Bo (has left)")
    await expect(outside(ana)).to_be_visible()
    # A member who comes back in one seat is back in the other.
    await outside(ana).get_by_role("button", name="Come back").click()
    await expect(outside(ana)).to_be_hidden()
    await expect(outside(bo)).to_be_hidden()
    await expect(bo.log).to_have_accessible_name("Messages in #duels")


async def test_who_owns_the_server_stays(room: Room) -> None:
    dan = room.left
    await dan.sits_down("Dan (moderator)")
    members = await opens_members(dan)
    await members.get_by_role("button", name="Leave Number Club").click()
    await expect(room.page.locator("#notice")).to_contain_text(
        "Dan owns the server. Whoever does can't leave it."
    )
    await expect(outside(dan)).to_be_hidden()


async def test_nothing_grave_is_wrong_with_it(room: Room) -> None:
    await opens_members(room.left)
    found = await findings(room)
    await room.page.keyboard.press("Escape")
    await leaves(room.left)
    found += await findings(room)
    await room.changes_colours()
    found += await findings(room, COLOURS)
    assert found == []


async def test_on_a_phone(visit: Visit) -> None:
    room = await visit(PHONE)
    ana = room.left
    await leaves(ana)
    await room.pictured("outside")
    assert await findings(room) == []
    await outside(ana).get_by_role("button", name="Come back").tap()
    await expect(outside(ana)).to_be_hidden()
    await expect(ana.log).to_be_focused()
