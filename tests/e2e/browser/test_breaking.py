"""The page shows failures, most of them injected with its own drawer."""

import asyncio
import re

import pytest
from playwright.async_api import expect

from tests.e2e.browser.club import Club
from tests.e2e.browser.room import Room

pytestmark = pytest.mark.asyncio(loop_scope="package")

SILENCE = "The application did not respond."
FAILED = "This interaction failed."


async def does(room: Room, *what: str) -> None:
    """Press these buttons in the drawer."""
    drawer = room.dialog("Break things")
    await room.breaks.click()
    for each in what:
        await drawer.get_by_role("button", name=each, exact=True).click()
        await expect(drawer.get_by_role("status")).to_have_text(f"{each}: done.")
    await drawer.get_by_role("button", name="Close").click()


async def breaks(room: Room, what: str, on: str) -> None:
    drawer = room.dialog("Break things")
    await room.breaks.click()
    await drawer.get_by_role("radio", name=what, exact=True).check()
    await drawer.get_by_label("What it hits").select_option(on)
    await drawer.get_by_role("button", name="Break it").click()
    await expect(drawer.get_by_role("list")).to_contain_text(what)
    await drawer.get_by_role("button", name="Close").click()


async def test_a_bot_that_is_away_and_comes_back(room: Room, club: Club) -> None:
    duel = await club.table.duel(club.table.ana, club.table.bo)
    ana, bo = room.seats
    await expect(ana.board).to_contain_text(f"#{duel.number} · move 1")
    await does(room, "Stop it")
    await room.bot_is("offline")
    await ana.numbers.get_by_text("6", exact=True).click()
    await expect(ana.button("6")).to_have_attribute("aria-busy", "true")
    await bo.orders("/duel list")
    await expect(ana.board.get_by_role("alert")).to_have_text(FAILED)
    await expect(bo.node.locator(".sent")).to_contain_text(f"/duel list: {SILENCE}")
    await room.pictured("away")
    await bo.node.get_by_role("button", name="Dismiss").click()
    await expect(bo.node.locator(".sent")).to_be_empty()
    await does(room, "Start it")
    await room.bot_is("online")
    await ana.numbers.get_by_text("6", exact=True).click()
    await expect(bo.board).to_contain_text(f"#{duel.number} · move 2")
    await expect(bo.board).to_have_class(re.compile("pinged"))
    await bo.orders("/duel list")
    await bo.reads("Only you can see this")


async def test_a_lost_answer_and_the_board_all_the_same(room: Room, club: Club) -> None:
    duel = await club.table.duel(club.table.ana, club.table.bo)
    await expect(room.left.board).to_contain_text(f"#{duel.number} · move 1")
    await breaks(room, "Lose requests", "answers")
    await expect(room.breaks).to_have_accessible_name("Break things 1 set")
    await room.left.numbers.get_by_text("6", exact=True).click()
    for each in room.seats:
        await expect(each.board).to_contain_text("@Ana took 6. Your move, @Bo")
    await expect(room.breaks).to_have_accessible_name("Break things")
    assert club.table.archive.moves(duel.number) == [("Ana", "6")]
    await expect(room.left.board.get_by_role("alert")).to_be_hidden()


async def test_a_bot_that_is_killed_loses_nothing(room: Room, club: Club) -> None:
    duel = await club.table.duel(club.table.ana, club.table.bo)
    await expect(room.left.board).to_contain_text(f"#{duel.number} · move 1")
    await room.left.numbers.get_by_text("6", exact=True).click()
    await expect(room.right.board).to_contain_text("@Ana took 6")
    killed = asyncio.create_task(does(room, "Kill it"))
    await expect(room.page.locator("#bot[data-state=starting]")).to_be_attached()
    await killed
    await room.bot_is("online")
    await room.right.numbers.get_by_text("12", exact=True).click()
    await expect(room.left.board).to_contain_text(f"#{duel.number} · move 3")


async def test_what_is_set_can_be_undone(room: Room) -> None:
    await breaks(room, "Rate limit", "everything")
    await breaks(room, "Twice", "interactions")
    drawer = room.dialog("Break things")
    await expect(room.breaks).to_have_accessible_name("Break things 2 set")
    await room.breaks.click()
    await drawer.get_by_role("button", name="Undo: Twice").click()
    await expect(drawer.get_by_role("button", name="Undo: ")).to_have_count(1)
    await drawer.get_by_role("button", name="Undo all").click()
    await expect(drawer.get_by_role("list")).to_have_text("Nothing is broken.")
