"""The page keeps the reader's scroll position in a channel: at its end, or further up."""

import pytest
from playwright.async_api import expect

from tests.e2e.browser.club import Club
from tests.e2e.browser.puppet import puppet
from tests.e2e.browser.room import Room

pytestmark = pytest.mark.asyncio(loop_scope="package")

# Both happen in one turn of the event loop, as a picture may load before the scroll event.
SCROLLS_UP_WHILE_A_PICTURE_LOADS = """(log) => {
    log.scrollTop = 0;
    log.dispatchEvent(new Event("load"));
    return log.scrollTop;
}"""
TOP = "(row) => row.getBoundingClientRect().top"
FROM_THE_END = "(log) => log.scrollHeight - log.scrollTop - log.clientHeight"


async def test_who_reads_further_up_stays_there(room: Room, club: Club) -> None:
    ana = room.left
    jump = ana.node.locator(".jump")
    with puppet(club.sandbox) as bot:
        for number in range(40):
            bot.writes(f"Line {number}.")
        await ana.reads("Line 39.")
        assert await ana.log.evaluate(FROM_THE_END) < 1
        assert await ana.log.evaluate(SCROLLS_UP_WHILE_A_PICTURE_LOADS) == 0
        await expect(jump).to_have_text("To the newest ↓")
        bot.writes("One more.")
        await expect(jump).to_have_text("1 new message ↓")
        assert await ana.log.evaluate("(log) => log.scrollTop") == 0
        await jump.click()
        await expect(jump).to_be_hidden()
        assert await ana.log.evaluate(FROM_THE_END) < 1
        bot.writes("And another.")
        await ana.reads("And another.")
        assert await ana.log.evaluate(FROM_THE_END) < 1


async def test_what_is_deleted_or_changed_moves_nothing_else(room: Room, club: Club) -> None:
    ana = room.left
    messages = club.sandbox.world.messages
    with puppet(club.sandbox) as bot:
        above, later = bot.writes("Above."), bot.writes("Line\n" * 3)
        for number in range(100):
            bot.writes(f"Row {number}.")
        await ana.reads("Row 99.")
        row = await ana.reads("Row 50.")
        await row.evaluate("(row) => row.scrollIntoView({ block: 'center' })")
        await expect(ana.node.locator(".jump")).to_be_visible()
        before = await row.evaluate(TOP)
        messages.delete(above)
        messages.change(later, {"content": "One line."})
        await expect(ana.log).not_to_contain_text("Above.")
        await expect(ana.log).to_contain_text("One line.")
        assert abs(await row.evaluate(TOP) - before) < 1
        # At the end, the log stays there.
        await ana.node.locator(".jump").click()
        last = bot.writes("Last.")
        await ana.reads("Last.")
        messages.delete(last)
        await expect(ana.log).not_to_contain_text("Last.")
        assert await ana.log.evaluate(FROM_THE_END) < 1
