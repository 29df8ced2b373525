"""A seat chooses its server, where there are several."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from deploy.sandbox.scale import Scale
from tests.e2e.browser import axe
from tests.e2e.browser.club import Club, opened
from tests.e2e.browser.room import PHONE, Room, Visit
from tests.e2e.browser.seat import Seat
from tests.e2e.browser.width import fits
from tests.e2e.conftest import incidents

pytestmark = pytest.mark.asyncio(loop_scope="package")
COUNT = 300


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def shared_club(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Club]:
    folder = tmp_path_factory.mktemp("club")
    async with opened(folder, scale=Scale(COUNT)) as club:
        yield club
    assert incidents(folder) == []


def filtering(room: Room) -> Locator:
    return room.dialog("Server").get_by_role("combobox", name="Filter: Server")


def listed(room: Room) -> Locator:
    return room.dialog("Server").get_by_role("option")


async def goes(room: Room, seat: Seat, name: str) -> None:
    """Go to the first server whose name has this in it."""
    await seat.server.click()
    await filtering(room).fill(name)
    await expect(listed(room).first).to_have_text(f"Number {name}")
    await filtering(room).press("Enter")
    await expect(seat.server).to_have_accessible_name(f"Server: Number {name}")


async def test_a_server_is_chosen_with_the_keyboard(room: Room) -> None:
    ana, bo = room.seats
    await expect(ana.server).to_have_accessible_name("Server: Number Club")
    await ana.server.press("Enter")
    await expect(listed(room)).to_have_count(50)
    chosen = room.dialog("Server").get_by_role("option", name="Number Club", exact=True)
    await expect(chosen).to_have_attribute("aria-selected", "true")
    assert await axe.findings(room) == []
    await room.pictured("servers")
    await filtering(room).press_sequentially("29")
    await expect(listed(room)).to_have_count(13)
    await filtering(room).press("ArrowDown")
    await expect(listed(room).nth(1)).to_have_text("Number Club 129")
    await filtering(room).press("Enter")
    await expect(room.dialog("Server")).to_have_count(0)
    await expect(ana.server).to_have_accessible_name("Server: Number Club 129")
    await expect(ana.server).to_be_focused()
    await expect(bo.server).to_have_accessible_name("Server: Number Club")
    # What is said there is said there alone.
    await ana.says("Hello in 129")
    await ana.reads("Hello in 129")
    await bo.says("Hello in the first")
    await expect(ana.messages).to_have_count(1)
    await expect(bo.messages.filter(has_text="Hello in 129")).to_have_count(0)
    # The seat is there again after a reload.
    await room.reload()
    await expect(ana.server).to_have_accessible_name("Server: Number Club 129")
    await ana.reads("Hello in 129")


async def test_escape_leaves_everything_as_it_was(room: Room) -> None:
    ana = room.left
    await ana.server.click()
    await filtering(room).fill("299")
    await expect(listed(room)).to_have_text(["Number Club 299"])
    await filtering(room).press("Escape")
    await expect(room.dialog("Server")).to_have_count(0)
    await expect(ana.server).to_have_accessible_name("Server: Number Club")
    await expect(ana.server).to_be_focused()


async def test_a_duel_is_played_in_another_server(room: Room) -> None:
    ana, bo = room.seats
    for seat in room.seats:
        await goes(room, seat, "Club 7")
    await ana.orders("/duel start", game="Divisor Duel", opponent="Bo")
    await bo.presses("Accept")
    await expect(ana.board).to_contain_text("@Bo accepted.")


async def test_a_server_is_left_while_others_stay(room: Room) -> None:
    ana = room.left
    await goes(room, ana, "Club 8")
    await ana.node.get_by_role("button", name="Members", exact=True).click()
    await room.dialog("Members").get_by_role("button", name="Leave Number Club 8").click()
    outside = ana.node.get_by_role("group", name="Ana has left Number Club 8.")
    await expect(outside).to_be_visible()
    # The way to another server stays.
    await goes(room, ana, "Club 9")
    await expect(ana.node.locator(".outside")).to_be_hidden()


async def test_a_phone_has_the_servers_above_its_channels(visit: Visit) -> None:
    room = await visit(PHONE)
    ana = room.left
    await ana.node.get_by_role("button", name="#duels").tap()
    await room.pictured("phone-server")
    await ana.server.tap()
    await expect(listed(room)).to_have_count(50)
    await fits(room)
    await room.pictured("phone-servers")
    await filtering(room).fill("club 17")
    await expect(listed(room).first).to_have_text("Number Club 17")
    await listed(room).first.tap()
    await expect(ana.server).to_have_accessible_name("Server: Number Club 17")
    await ana.goes_to("lobby")
    await expect(ana.log).to_have_accessible_name("Messages in #lobby")
