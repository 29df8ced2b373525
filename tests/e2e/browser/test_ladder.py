"""The leaderboard, a profile and a duel that is over, as people see them at the page."""

import re

import pytest
import pytest_asyncio
from playwright.async_api import Locator, expect

from bot.text.english import English
from tests.e2e.browser.axe import COLOURS, findings
from tests.e2e.browser.club import Club
from tests.e2e.browser.keys import Keys
from tests.e2e.browser.room import DESK, PHONE, Device, Room, Visit
from tests.e2e.browser.seat import Seat
from tests.e2e.browser.width import fits
from tests.e2e.ladder import tied, won

pytestmark = pytest.mark.asyncio(loop_scope="package")

# The cards to look for, by the beginning of their descriptions.
END, LADDER, PROFILE = "Ana wins.", "All games leaderboard, Number Club.", "Bo, All games"
SEEN = {"ladder-end": END, "ladder": LADDER, "ladder-profile": PROFILE}
# The width of a picture in the sandbox where there is room for it.
WIDEST = 520


@pytest_asyncio.fixture(scope="module", loop_scope="package", autouse=True)
async def ranked(shared_club: Club) -> None:
    """Play enough duels for players to be established."""
    table = shared_club.table
    ana, bo, cleo, dan = table.ana, table.bo, table.cleo, table.dan
    for winner, loser in ((ana, bo), (bo, cleo), (cleo, ana), (ana, dan), (dan, bo)):
        await won(table, winner, loser)
    await won(table, ana, cleo, "split")
    await tied(table, ana, bo)


async def shown(room: Room, club: Club) -> dict[str, Locator]:
    """A duel that has just ended, and what Ana asks for then. Each message with its picture."""
    ana, table = room.left, club.table
    await (await won(table, table.ana, table.dan, "sequence")).card()
    await ana.orders("/duel leaderboard")
    await picture(ana.messages.last, LADDER)
    await ana.orders("/duel profile", player="Bo")
    return {
        what: ana.messages.filter(has=room.page.get_by_role("img", name=begins(said))).last
        for what, said in SEEN.items()
    }


def begins(said: str) -> re.Pattern[str]:
    return re.compile(f"^{re.escape(said)}")


async def picture(message: Locator, said: str) -> Locator:
    """Wait until the picture has loaded, and return it."""
    found = message.get_by_role("img", name=begins(said))
    await found.scroll_into_view_if_needed()
    await expect(found).not_to_have_js_property("naturalWidth", 0)
    return found


@pytest.mark.parametrize("device", [pytest.param(DESK, marks=pytest.mark.long), PHONE], ids=str)
async def test_pictures_are_seen_as_large_as_there_is_room(
    device: Device, visit: Visit, club: Club
) -> None:
    room = await visit(device)
    for what, message in (await shown(room, club)).items():
        found = await picture(message, SEEN[what])
        box = await found.bounding_box()
        assert box
        assert 250 < box["width"] <= min(WIDEST, device.width)
        await expect(found).to_be_in_viewport(ratio=1)
        await room.pictured(what)
        await room.changes_colours()
        await room.pictured(what)
        await room.changes_colours()
    assert await findings(room) == []
    await room.changes_colours()
    assert await findings(room, COLOURS) == []
    await fits(room)


async def test_pictures_are_enlarged_and_described(room: Room, club: Club) -> None:
    for what, message in (await shown(room, club)).items():
        found = await picture(message, SEEN[what])
        said, small = await found.get_attribute("alt") or "", await found.bounding_box()
        caption = message.locator("figcaption")
        await expect(caption).to_be_hidden()
        await message.get_by_role("button", name="Description of the picture").click()
        await expect(caption).to_have_text(said)
        await message.get_by_role("button", name="Enlarge: ").click()
        larger = room.page.get_by_role("dialog", name=said, exact=True)
        box = await larger.get_by_role("img").bounding_box()
        assert box
        assert small
        assert box["width"] > 1.5 * small["width"]
        await expect(larger.get_by_role("img")).to_be_in_viewport(ratio=1)
        await room.page.keyboard.press("Escape")
        await expect(larger).to_have_count(0)


async def test_from_the_leaderboard_to_a_replay_by_keyboard_alone(room: Room) -> None:
    keys, ana = Keys(room.page), room.left
    await keys.go_to(ana.node.get_by_role("button", name="Skip to the message box"))
    await keys.press("Enter")
    await types(keys, ana, "/duel leaderboard")
    await picture(ana.board, LADDER)
    await keys.press("ArrowUp")
    games = ana.board.get_by_role("button", name="Which game?: All games")
    await expect(games).to_be_focused()
    await keys.press("Enter")
    await keys.type("divisor")
    await keys.press("Enter")
    await expect(ana.board).to_have_class(re.compile("private"))
    await expect(ana.board).to_contain_text("🏆 Divisor Duel")
    await picture(ana.board, "Divisor Duel leaderboard, Number Club.")
    await keys.press("Escape", "ArrowUp", "ArrowDown")
    await expect(ana.board.get_by_role("button", name="My place")).to_be_focused()
    enlarge = ana.board.get_by_role("button", name="Enlarge: Divisor Duel leaderboard")
    await keys.go_to(enlarge, "Shift+Tab")
    await keys.press("Enter")
    larger = room.page.get_by_role("dialog", name="Divisor Duel leaderboard")
    await expect(larger.get_by_role("button", name="Close")).to_be_focused()
    await keys.press("Enter")
    await expect(larger).to_have_count(0)
    await expect(enlarge).to_be_focused()

    await keys.press("Escape")
    await types(keys, ana, "/duel profile")
    await picture(ana.board, "Ana, All games")
    await keys.press("ArrowUp")
    await expect(ana.button("Recent duels")).to_be_focused()
    await keys.press("Enter")
    await expect(ana.newest).to_contain_text("Finished duels of @Ana")
    await keys.press("Escape", "ArrowUp")
    await expect(ana.board.get_by_role("button", name="Replay …")).to_be_focused()
    await keys.press("Enter")
    await keys.type("split")
    await keys.press("Enter")
    await expect(ana.newest).to_contain_text(re.compile("Number Split Duel #6 · after move 0 of "))
    await keys.press("Escape", "ArrowUp")
    _, _, forwards, _ = English.REPLAY_STEPS
    await expect(ana.button(forwards)).to_be_focused()
    await keys.press("Enter")
    await expect(ana.newest).to_contain_text(re.compile("after move 1 of .*1\\. @", re.DOTALL))


async def types(keys: Keys, seat: Seat, command: str) -> None:
    """Type a command without options."""
    await expect(seat.box).to_be_focused()
    await keys.type(command)
    await expect(seat.node.locator(".option.active")).to_contain_text(command)
    await keys.press("Tab", "Enter")
    await expect(seat.box).to_have_value("")
