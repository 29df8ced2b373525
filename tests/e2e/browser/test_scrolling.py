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
