"""The page shows user text as text, never as markup."""

import re

import pytest
from playwright.async_api import expect

from deploy.sandbox.endpoints import threads
from deploy.sandbox.endpoints.call import Call
from tests.e2e.browser.club import Club
from tests.e2e.browser.puppet import puppet
from tests.e2e.browser.room import DESK, SLIM, Device, Room, Visit
from tests.e2e.browser.width import fits

pytestmark = pytest.mark.asyncio(loop_scope="package")

TAGS = "<img src=x onerror=document.title='stolen'>"
SCRIPT = "</script><script>document.title='stolen'</script><style>*{display:none}</style>"
LINK = "javascript:document.title='stolen'"
RTL = "\u202egnp.live\u202c"
INVISIBLE = "no\u200bthing\u2060 to\ufeff see"
AS_THEY_ARE = {
    "tags": TAGS,
    "script": SCRIPT,
    "link": LINK,
    "link in brackets": f"[press me]({LINK})",
    "data": "[press me](data:text/html,<script>alert(1)</script>)",
    "entities": "&lt;b&gt; &amp;amp; &#x3c;",
    "template": "${document.title='stolen'} {{7*7}} %3Cimg%3E",
    "right to left": RTL,
    "zero width": INVISIBLE,
    "stacked": "Z" + "\u0335\u0301\u0489" * 200,
}
LONG = "W" * 100
BOMBS = {
    "stars": "*" * 1999,
    "both": "*_" * 900,
    "brackets": "[" * 1999,
    "spoilers": "||" * 900,
    "quotes": "> " * 900,
    "backticks": "`" * 1999,
    "nested": "**__~~||" * 200 + "in" + "||~~__**" * 40,
    "lists": "\n".join(" " * (each % 9) + "- x" for each in range(250)),
    "mentions": "<@110000000000000002>" * 90,
    "links": "https://a.b/(" * 150,
}


async def test_what_is_typed_is_what_is_read(room: Room) -> None:
    ana, bo = room.seats
    for what, text in AS_THEY_ARE.items():
        await ana.says(text)
        read = bo.messages.last.locator(".prose")
        await expect(read, what).to_have_text(text)
        await expect(read.locator("img, script, style, a")).to_have_count(0)
    await expect(room.page).to_have_title(re.compile("Duelhost sandbox"))
    await room.pictured("hostile")
    await room.reload()
    await expect(bo.messages.filter(has_text=TAGS)).to_be_visible()
    await expect(room.page).to_have_title(re.compile("Duelhost sandbox"))


async def test_markdown_that_was_meant_to_choke(room: Room, club: Club) -> None:
    """The page goes on, at once."""
    for what, text in BOMBS.items():
        await club.table.ana.says(text, at="lobby")
        await club.table.ana.says(f"after {what}", at="lobby")
    await room.right.goes_to("lobby")
    await room.right.reads(f"after {list(BOMBS)[-1]}")
    await room.reload()
    await room.right.reads(f"after {list(BOMBS)[-1]}")


@pytest.mark.parametrize("device", [DESK, SLIM], ids=str)
async def test_long_words_stay_on_the_page(visit: Visit, club: Club, device: Device) -> None:
    elsewhere, world = f"https://{LONG * 5}", club.sandbox.world
    chosen = {"label": LONG, "value": "x", "default": True}
    with puppet(club.sandbox) as bot:
        post = bot.writes(
            embeds=[
                {
                    "title": LONG * 2,
                    "url": elsewhere,
                    "author": {"name": LONG * 2},
                    "fields": [{"name": LONG, "value": LONG, "inline": True}] * 3,
                    "footer": {"text": LONG},
                    "image": {"url": elsewhere},
                }
            ],
            components=[
                {"type": 1, "components": [{"type": 3, "custom_id": "x", "options": [chosen]}]}
            ],
        )
        bot.writes("A thread:")
    call = Call({"channel": post.place.id}, {}, {"name": LONG, "type": 11})
    thread = threads.start(world, call).body["id"]
    room = await visit(device)
    await room.left.reads("started a thread")
    await fits(room)
    found = world.servers.place(thread)
    assert found
    threads.remove(world, found)


async def test_a_link_says_where_it_leads(room: Room) -> None:
    await room.left.says("[https://example.org](https://example.com/steal)")
    link = room.right.newest.get_by_role("link")
    await expect(link).to_have_text("https://example.org (example.com)")
    await expect(link).to_have_attribute("rel", re.compile("noopener"))
    await expect(link).to_have_attribute("target", "_blank")


async def test_a_bot_has_no_other_words(room: Room, club: Club) -> None:
    with puppet(club.sandbox) as bot:
        press = {"type": 2, "style": 1, "label": TAGS[:80], "custom_id": '"]:not(*),[x="'}
        option = {"label": SCRIPT[:100], "value": "x", "description": TAGS}
        select = {"type": 3, "custom_id": TAGS, "options": [option], "placeholder": TAGS}
        link = {"type": 2, "style": 5, "label": "Link", "url": LINK}
        bot.writes(
            TAGS,
            embeds=[
                {
                    "title": TAGS,
                    "url": LINK,
                    "description": SCRIPT,
                    "author": {"name": SCRIPT, "url": LINK},
                    "fields": [{"name": TAGS, "value": SCRIPT}],
                    "footer": {"text": TAGS},
                    "image": {"url": LINK},
                    "thumbnail": {"url": 'http://127.0.0.1:1/"><script>'},
                }
            ],
            components=[
                {"type": 1, "components": [press, link]},
                {"type": 1, "components": [select]},
            ],
        )
        shown = room.left.newest
        await expect(shown.get_by_role("group")).to_contain_text(SCRIPT)
        await expect(shown.locator("script, style, a[href^=javascript]")).to_have_count(0)
        await shown.get_by_role("button", name=TAGS[:80]).first.click()
        assert (await bot.is_asked())["data"]["custom_id"] == press["custom_id"]
        await shown.locator(".select").click()
        await expect(room.page.locator(".panel .option-label")).to_have_text(SCRIPT[:100])
        await expect(room.page).to_have_title(re.compile("Duelhost sandbox"))
