"""Two seats, and who sees what from them."""

import asyncio
import re

import pytest
from playwright.async_api import expect

from tests.e2e.browser.club import Club
from tests.e2e.browser.room import DESK, Room, Visit

pytestmark = pytest.mark.asyncio(loop_scope="package")


async def test_a_hint_that_was_waved_away_stays_away(room: Room) -> None:
    await room.hint.get_by_role("button", name="Got it").click()
    await expect(room.hint).to_be_hidden()
    await room.right.sits_down("Cleo")
    await expect(room.hint).to_be_hidden()


async def test_a_reload_changes_nothing(room: Room) -> None:
    ana, bo = room.seats
    await ana.goes_to("lobby")
    await ana.says("Is anybody here?")
    await bo.sits_down("Dan (moderator)")
    await bo.goes_to("late rounds")
    await bo.says("Only the two of us.")
    await room.hint.get_by_role("button", name="Got it").click()
    for again in (False, True):
        if again:
            await room.reload()
        await expect(ana.node).to_have_accessible_name("Left seat: Ana")
        await expect(ana.log).to_have_accessible_name("Messages in #lobby")
        await expect(ana.newest).to_contain_text("Is anybody here?")
        await expect(bo.node).to_have_accessible_name("Right seat: Dan")
        await expect(bo.log).to_have_accessible_name("Messages in #late rounds")
        await expect(bo.newest).to_contain_text("Only the two of us.")
        await expect(room.hint).to_be_hidden()


async def test_a_private_answer_is_seen_in_one_seat(room: Room) -> None:
    ana, bo = room.seats
    await ana.orders("/duel help")
    private = await ana.reads("Only you can see this")
    said = await private.locator(".prose").first.inner_text()
    assert said
    await ana.says("Everybody reads this.")
    await bo.reads("Everybody reads this.")
    await expect(bo.log).not_to_contain_text("Only you can see this")
    await expect(bo.log).not_to_contain_text(said[:40])
    await private.get_by_role("button", name="Dismiss").click()
    await expect(ana.log).not_to_contain_text("Only you can see this")
    await room.reload()
    await ana.reads("Everybody reads this.")
    await expect(ana.log).not_to_contain_text("Only you can see this")


async def test_whoever_sits_down_sees_their_own(room: Room) -> None:
    await room.left.goes_to("Duelhost")
    await room.left.orders("/privacy")
    answer = room.left.messages
    await expect(answer).not_to_have_count(0)
    await room.right.goes_to("Duelhost")
    await expect(room.right.messages).to_have_count(0)
    await room.right.sits_down("Ana")
    await room.right.goes_to("Duelhost")
    await expect(room.right.newest).to_contain_text("/privacy")


async def test_what_is_wrong_is_said_where_one_types(room: Room) -> None:
    ana = room.left
    await ana.box.fill("/duel dance")
    await ana.box.press("Enter")
    await expect(ana.wrong).to_have_text(re.compile("There is no command “/duel dance” here"))
    await ana.box.fill("/duel start ")
    await ana.fills_in("game", "Divisor Duel")
    await ana.fills_in("size", "many")
    await ana.fills_in("opponent", "Bo")
    await ana.node.get_by_role("button", name="Send", exact=True).click()
    await expect(ana.wrong).to_have_text("“size” takes a number, and “many” isn't one.")
    await expect(ana.option("size")).to_be_focused()
    await ana.option("size").fill("1000000")
    await ana.option("size").press("Enter")
    await expect(ana.wrong).to_have_text("“size” takes 999999 or less.")


async def test_nobody_duels_themselves(room: Room) -> None:
    await room.right.sits_down("Ana")
    await expect(room.hint).to_contain_text("Ana sits on both sides.")
    await expect(room.hint.get_by_role("button", name="Put /duel start")).to_have_count(0)
    await room.pictured("both-sides")
    await room.right.sits_down("Cleo")
    await expect(room.hint).to_contain_text("As Cleo, press Accept")


async def test_either_button_of_the_mouse_opens_somebodys_card(room: Room) -> None:
    await room.right.says("@Cleo, look!")
    said = await room.left.reads("look!")
    for name, card in (("@Cleo", "Cleo"), ("Bo", "Bo")):
        for button in ("left", "right"):
            await said.get_by_role("button", name=name, exact=True).click(button=button)
            await expect(room.dialog(card)).to_contain_text("Challenge to a duel")
            await room.page.keyboard.press("Escape")
            await expect(room.dialog(card)).to_have_count(0)


async def test_news_elsewhere_are_counted(room: Room) -> None:
    ana, bo = room.seats
    await bo.goes_to("lobby")
    await ana.says("@Bo, your move!")
    badge = bo.node.get_by_role("navigation").get_by_role("img", name="1 mention")
    await expect(badge).to_be_visible()
    await expect(room.page).to_have_title(re.compile(r"^\(1\) "))
    await bo.goes_to("duels")
    await expect(badge).to_have_count(0)
    await expect(bo.newest).to_have_class(re.compile("pinged"))


async def test_colours_are_those_of_the_system_until_somebody_chooses(visit: Visit) -> None:
    room = await visit(DESK.light)
    colours = room.page.locator("html")
    await expect(colours).to_have_attribute("data-theme", "light")
    await room.page.emulate_media(color_scheme="dark")
    await expect(colours).to_have_attribute("data-theme", "dark")
    await room.button("Switch to light colours").click()
    await room.reload()
    await expect(colours).to_have_attribute("data-theme", "light")


async def test_a_seat_comes_back_when_its_line_has_dropped(
    visit: Visit, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    subscribers = club.sandbox.world.subscribers
    others = set(subscribers.all)
    room = await visit(DESK)
    ana, bo = room.seats
    await ana.says("Before")
    came_back: asyncio.Queue[object] = asyncio.Queue()

    def says_nothing(_: object, person: object, *_server: object) -> dict[str, str]:
        came_back.put_nowait(person)
        return {"type": "silence"}

    banner = ana.node.get_by_text("The connection is lost.")
    with monkeypatch.context() as mute:
        mute.setattr("deploy.sandbox.page_api.page_view.hello", says_nothing)
        for each in subscribers.all - others:
            each.leave()
        async with asyncio.timeout(10):
            for _ in room.seats:
                await came_back.get()
        await expect(banner).to_be_visible()
        await room.pictured("lost")
    await club.table.cleo.says("Meanwhile")
    for seat in room.seats:
        await seat.node.get_by_role("button", name="Try now").click()
        await seat.reads("Meanwhile")
    await expect(banner).to_be_hidden()
    await expect(ana.messages.filter(has_text="Before")).to_have_count(1)
    await ana.says("After")
    await bo.reads("After")
