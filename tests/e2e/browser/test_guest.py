"""Somebody else's bot in the sandbox, and what its author sees of it."""

import shlex
import sys
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.e2e.browser import guest_bot
from tests.e2e.browser.room import DESK, PHONE, Room, entered
from tests.program import ANYWHERE, MODULE, sandbox

pytestmark = pytest.mark.asyncio(loop_scope="package")

COMMAND = shlex.join([sys.executable, guest_bot.__file__])


@pytest.mark.long
async def test_another_bot_is_tried_in_the_browser(browser: Browser, tmp_path: Path) -> None:
    async with sandbox([*MODULE, "sandbox", "--bot", COMMAND], tmp_path, ANYWHERE) as address:
        async with entered(browser, address, DESK) as room:
            await is_neutral(room)
            await counts(room, 3)
            await is_heard(room)
            await asks_in_vain(room)
            for button in ("Kill it", "Restart it"):
                await does(room, button)
                await counts(room, 7)
        async with entered(browser, address, PHONE) as room:
            await is_neutral(room)
    assert list(tmp_path.iterdir()) == []


async def is_neutral(room: Room) -> None:
    await expect(room.page).to_have_title("Your bot sandbox")
    await expect(room.hint).to_be_hidden()
    assert "duel" not in (await room.page.content()).lower()
    await room.pictured("guest")


async def counts(room: Room, start: int) -> None:
    await room.left.orders("/count", start=str(start))
    await expect(room.right.board).to_contain_text(f"From {start}")
    await room.right.presses("One more")
    await expect(room.left.board).to_contain_text(f"Bo made it {start + 1}")


async def is_heard(room: Room) -> None:
    await room.left.says("!hello")
    await expect(room.right.newest).to_contain_text("Hello Ana")


async def asks_in_vain(room: Room) -> None:
    vain = "What the bot asked for in vain"
    sentence = "The bot asked for POST /guilds/…/templates, which the sandbox doesn't have."
    button = room.button(f"{vain}: 1")
    await expect(button).to_be_hidden()
    await room.left.says("!template")
    await expect(room.page.locator("#notice")).to_contain_text(sentence)
    await button.click()
    await expect(room.dialog(vain)).to_contain_text(sentence)
    await room.pictured("in-vain")
    await room.page.keyboard.press("Escape")
    await expect(button).to_be_focused()


async def does(room: Room, button: str) -> None:
    await room.breaks.click()
    drawer = room.dialog("Break things")
    await drawer.get_by_role("button", name=button).click()
    await expect(room.page.locator("#bot[data-state=starting]")).to_be_attached()
    await room.bot_is("online")
    await drawer.get_by_role("button", name="Close").click()
