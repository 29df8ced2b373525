"""A duel is played by keyboard alone."""

import re

import pytest
from playwright.async_api import Locator, expect

from tests.e2e.browser.club import Club
from tests.e2e.browser.divisor import SIZE, turns
from tests.e2e.browser.keys import Keys
from tests.e2e.browser.room import Room
from tests.e2e.browser.seat import Seat

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def test_a_duel_from_its_challenge_to_the_leaderboard(room: Room) -> None:
    keys, (ana, bo) = Keys(room.page), room.seats
    await keys.go_to(room.hint.get_by_role("button", name="Put /duel start"))
    await keys.press("Enter")
    await fills_in(keys, ana)
    await keys.press("F2")
    await expect(bo.box).to_be_focused()
    await expect(bo.board).to_contain_text("challenges you")
    await keys.press("ArrowUp")
    await expect(bo.button("Accept")).to_be_focused()
    await keys.press("Enter")
    for turn in turns():
        mover = room.seats[turn.mover]
        await expect(mover.board).to_contain_text(f"Your move, @{mover.name}")
        await keys.press("Escape")
        await goes_to(keys, room, mover)
        makes = types_a_move if mover is bo else presses_a_move
        await makes(keys, mover, turn.move)
    await expect(ana.board).to_contain_text("@Ana beats @Bo")
    await keys.press("Escape")
    await goes_to(keys, room, ana)
    await reads_the_leaderboard(keys, ana)


async def fills_in(keys: Keys, seat: Seat) -> None:
    """Fill in the required options, and two optional ones."""
    await expect(seat.option("game")).to_be_focused()
    await keys.type("div")
    await keys.press("Enter")
    await expect(seat.option("game")).to_have_value("Divisor Duel")
    await expect(seat.option("opponent")).to_be_focused()
    await keys.press("ArrowDown", "Tab")
    await expect(seat.option("opponent")).to_have_value("Bo")
    await keys.go_to(seat.node.get_by_role("button", name="Add size"))
    await keys.press("Enter")
    await keys.type(str(SIZE))
    await keys.go_to(seat.node.get_by_role("button", name="Add first"))
    await keys.press("Enter")
    await keys.type("me")
    await keys.press("Enter", "Enter")
    await expect(seat.box).to_be_focused()
    await expect(seat.box).to_have_value("")


async def goes_to(keys: Keys, room: Room, seat: Seat) -> None:
    """Move the focus to this seat's text box, from anywhere in either seat."""
    for other in room.seats:
        if other is not seat and await other.node.evaluate("node => node.matches(':focus-within')"):
            await keys.press("F2")
    await expect(seat.box).to_be_focused()


async def presses_a_move(keys: Keys, seat: Seat, move: str) -> None:
    wanted = seat.numbers.get_by_text(move, exact=True)
    await keys.press("ArrowUp")
    await expect(seat.numbers.first).to_be_focused()
    await keys.go_to(wanted, "ArrowRight")
    await keys.press("Enter")
    # The board becomes a line under the hands that pressed it.
    await expect(seat.log.locator("article:focus")).to_have_count(1)
    await expect(seat.log.locator("article:focus .numbers")).to_have_count(0)


async def types_a_move(keys: Keys, seat: Seat, move: str) -> None:
    """The bot offers what is legal."""
    await keys.type("/mov")
    await expect(active(seat)).to_contain_text("/duel move")
    await keys.press("Enter")
    await expect(seat.option("move")).to_be_focused()
    await keys.type(move)
    await expect(active(seat)).to_contain_text(move)
    await keys.press("Enter")
    await expect(seat.node.get_by_role("listbox")).to_have_count(0)
    await keys.press("Enter")
    await expect(seat.board).not_to_contain_text("Your move, @Bo")


async def reads_the_leaderboard(keys: Keys, seat: Seat) -> None:
    await keys.type("/lead")
    await expect(active(seat)).to_contain_text("/duel leaderboard")
    await keys.press("Tab", "Enter")
    await expect(seat.board).to_contain_text("All games")
    await keys.press("ArrowUp")
    games = seat.board.locator(".select")
    await expect(games).to_be_focused()
    await keys.press("Enter")
    chooser = seat.page.get_by_role("dialog", name="Which game?")
    await expect(seat.page.get_by_role("combobox", name="Filter")).to_be_focused()
    await keys.type("divis")
    await keys.press("Enter")
    await expect(chooser).to_have_count(0)
    await expect(seat.board).to_contain_text("🏆 Divisor Duel")
    await expect(seat.board).to_have_class(re.compile("private"))
    await expect(seat.log.locator(".select:focus")).to_have_count(1)
    await keys.press("Escape")
    await expect(seat.box).to_be_focused()


def active(seat: Seat) -> Locator:
    """Find the suggestion that Enter would take."""
    return seat.node.locator(".option.active")


async def test_a_number_from_a_long_list(room: Room, club: Club) -> None:
    duel = await club.table.duel(club.table.ana, club.table.bo, "parity", size=40)
    keys, ana = Keys(room.page), room.left
    await expect(ana.board).to_contain_text(f"#{duel.number} · move 1")
    await keys.press("F2", "F2", "ArrowUp")
    numbers = ana.board.locator(".select").first
    await expect(numbers).to_be_focused()
    await keys.press("Enter")
    await keys.type("17")
    await expect(room.page.locator(".panel .option.active")).to_have_text("17")
    await keys.press("Escape")
    await expect(numbers).to_be_focused()
    await keys.press("Enter", "ArrowDown", "Enter")
    await expect(ana.board).to_contain_text("@Ana took 2")
    assert club.table.archive.moves(duel.number) == [("Ana", "2")]


async def test_what_apps_offer_for_a_person(room: Room) -> None:
    keys, ana = Keys(room.page), room.left
    members = ana.node.get_by_role("button", name="Members")
    await keys.go_to(members)
    await keys.press("Enter")
    everybody = room.dialog("Members")
    await keys.go_to(everybody.get_by_role("button", name="Cleo"), "ArrowDown")
    await keys.press("Enter")
    card = room.dialog("Cleo")
    await expect(card).to_be_visible()
    await keys.press("Escape")
    await expect(card).to_have_count(0)
    await expect(members).to_be_focused()
    await keys.press("Enter")
    await keys.go_to(everybody.get_by_role("button", name="Cleo"), "ArrowUp")
    await keys.press("Enter")
    await keys.go_to(card.get_by_role("button", name="Duel profile"), "ArrowDown")
    await keys.press("Enter")
    await expect(ana.box).to_be_focused()
    await expect(ana.newest).to_contain_text("@Cleo")
    await expect(ana.newest).to_contain_text("Duel profile")


async def test_dialogs_give_the_focus_back(room: Room) -> None:
    keys = Keys(room.page)
    opener = room.button("Break things")
    await keys.go_to(opener)
    await keys.press("Enter")
    drawer = room.dialog("Break things")
    await expect(drawer).to_be_visible()
    await keys.go_to(drawer.get_by_role("radio").first)
    await keys.press("ArrowDown", "Escape")
    await expect(drawer).to_be_hidden()
    await expect(opener).to_be_focused()
    await keys.press("?")
    await expect(room.dialog("How this works")).to_be_visible()
    await keys.press("Escape")
    await expect(opener).to_be_focused()


async def test_a_list_a_command_and_a_channel_can_be_left(room: Room) -> None:
    keys, ana = Keys(room.page), room.left
    await keys.go_to(ana.node.get_by_role("button", name="Skip to the message box"))
    await keys.press("Enter")
    await keys.type("/duel start ")
    await expect(ana.option("game")).to_be_focused()
    await keys.press("Escape")
    await expect(ana.node.locator(".popup")).to_be_hidden()
    await keys.press("Escape")
    await expect(ana.box).to_be_focused()
    await expect(ana.commands).to_be_visible()
    await keys.press("Escape")
    await expect(ana.commands).to_be_hidden()
    await keys.press("Control+a", "Delete")
    await keys.go_to(ana.node.get_by_role("button", name="lobby"), "Shift+Tab")
    await keys.press("Enter")
    await expect(ana.node.get_by_role("textbox", name="Message #lobby")).to_be_focused()
