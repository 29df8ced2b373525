"""Messages of all kinds that a bot can write, most of which ours doesn't, and forms."""

from io import BytesIO

import pytest
from PIL import Image
from playwright.async_api import expect

from bot.text.english import English
from deploy.sandbox.files import File
from deploy.sandbox.interactions.interaction import Answer
from tests.e2e.browser.club import Club
from tests.e2e.browser.forms import ASK, FORM
from tests.e2e.browser.puppet import puppet
from tests.e2e.browser.room import Room

pytestmark = pytest.mark.asyncio(loop_scope="package")


def a_picture() -> File:
    drawn = BytesIO()
    Image.new("RGB", (320, 180), "#63e2b5").save(drawn, "PNG")
    return File("mint.png", "image/png", drawn.getvalue())


async def test_a_form_is_filled_in(room: Room, club: Club) -> None:
    with puppet(club.sandbox) as bot:
        bot.writes("A form?", components=[ASK])
        await room.left.presses("Ask me")
        bot.answers(await bot.is_asked(), Answer.FORM, **FORM)
        form = room.dialog("About you")
        name = form.get_by_label("Name")
        await expect(name).to_be_focused()
        await expect(form).to_contain_text("Nobody else reads this.")
        await form.get_by_role("button", name="Submit").click()
        await expect(form).to_contain_text("This has to be filled in.")
        await name.fill("A")
        await form.get_by_role("button", name="Submit").click()
        await expect(form).to_contain_text("At least 2 characters; these are 1.")
        await name.fill("Ana")
        await form.get_by_label("Story").fill("Once\nupon a time")
        await form.get_by_role("button", name="Favourite game").click()
        await room.page.get_by_role("option", name="Divisor Duel").click()
        await form.get_by_role("button", name="Submit").click()
        filled = await bot.is_asked()
        parts = [each["component"] for each in filled["data"]["components"] if each["type"] == 18]
        assert [each.get("value", each.get("values")) for each in parts] == [
            "Ana",
            "Once\nupon a time",
            ["divisor"],
        ]
        bot.answers(filled, Answer.MESSAGE, content="Welcome, Ana!")
        await expect(form).to_be_hidden()
        await room.right.reads("Welcome, Ana!")


async def test_a_form_can_be_left(room: Room, club: Club) -> None:
    with puppet(club.sandbox) as bot:
        bot.writes("Another form?", components=[ASK])
        await room.left.reads("Another form?")
        for way in ("Cancel", "Escape"):
            await room.left.presses("Ask me")
            bot.answers(await bot.is_asked(), Answer.FORM, **FORM)
            form = room.dialog("About you")
            await expect(form).to_be_visible()
            if way == "Cancel":
                await form.get_by_role("button", name="Cancel").click()
            else:
                await room.page.keyboard.press("Escape")
            await expect(form).to_have_count(0)
            await expect(room.left.button("Ask me")).to_be_focused()


async def test_what_components_lay_out(room: Room, club: Club) -> None:
    picture = {"url": "attachment://mint.png"}
    more = {"type": 2, "style": 2, "label": "More", "custom_id": "more"}
    with puppet(club.sandbox) as bot:
        bot.lays_out(
            {
                "type": 17,
                "accent_color": 0x63E2B5,
                "components": [
                    {"type": 10, "content": "## Season 4\nThe **best** of all."},
                    {"type": 14, "divider": True, "spacing": 2},
                    {
                        "type": 9,
                        "components": [{"type": 10, "content": "1. <@110000000000000002>"}],
                        "accessory": more,
                    },
                    {"type": 12, "items": [{"media": picture, "description": "Just mint"}]},
                    {"type": 1, "components": [a_select()]},
                ],
            },
            file=a_picture(),
        )
        heading = room.page.get_by_role("heading", name="Season 4")
        shown = room.left.messages.filter(has=heading)
        await expect(shown).to_be_visible()
        await expect(shown.locator("strong", has_text="best")).to_be_visible()
        await expect(shown.get_by_role("separator")).to_have_count(1)
        await expect(shown.get_by_role("button", name="@Bo")).to_be_visible()
        await expect(shown.get_by_role("img", name="Just mint", exact=True)).to_be_visible()
        await is_loaded(room, "Just mint")
        await room.pictured("components")
        await shown.get_by_role("button", name="More").click()
        bot.answers(await bot.is_asked(), Answer.MESSAGE, content="There is no more.", flags=64)
        await room.left.reads("There is no more.")
        await shown.get_by_role("button", name="Which ones?").click()
        for each in ("Parity Duel", "Number Split Duel"):
            await room.page.get_by_role("option", name=each).click()
        await room.button("Done").click()
        asked = await bot.is_asked()
        assert asked["data"]["values"] == ["parity", "split"]
        bot.answers(asked, Answer.MESSAGE, content="Those two.")
        await room.left.reads("Those two.")


def a_select() -> dict[str, object]:
    games = {"parity": "Parity Duel", "divisor": "Divisor Duel", "split": "Number Split Duel"}
    options = [{"value": key, "label": title} for key, title in games.items()]
    more = {"placeholder": "Which ones?", "min_values": 1, "max_values": 3}
    return {"type": 3, "custom_id": "which", "options": options} | more


async def test_an_embed(room: Room, club: Club) -> None:
    with puppet(club.sandbox) as bot:
        bot.writes(
            "Look:",
            embeds=[
                {
                    "title": "Club night",
                    "url": "https://example.org/night",
                    "description": "Bring a *number*.",
                    "color": 0xE8B04B,
                    "fields": [
                        {"name": "When", "value": "<t:1763400000:F>", "inline": True},
                        {"name": "Where", "value": "<#120000000000000002>", "inline": True},
                    ],
                    "footer": {"text": "Every Tuesday"},
                    "image": {"url": "https://example.org/elsewhere.png"},
                }
            ],
        )
    shown = room.left.log.get_by_role("group", name="Club night")
    await expect(shown.get_by_role("link", name="Club night")).to_have_attribute(
        "href", "https://example.org/night"
    )
    await expect(shown.locator("em")).to_have_text("number")
    await expect(shown.locator("dd time")).to_contain_text("2025")
    await expect(shown).to_contain_text("Every Tuesday")
    # Pictures from other hosts aren't loaded.
    await expect(shown).to_contain_text("A picture from elsewhere, which isn't loaded here")
    await expect(shown.locator("img")).to_have_count(0)
    await room.pictured("embed")
    await shown.get_by_role("button", name="#lobby").click()
    await expect(room.left.log).to_have_accessible_name("Messages in #lobby")


async def test_the_picture_of_a_large_board(room: Room, club: Club) -> None:
    await club.table.duel(club.table.ana, club.table.bo, "parity", size=100)
    ana = room.left
    await ana.presses(English.MORE_BUTTON)
    await ana.presses(English.LARGE_BOARD)
    private = await ana.reads("Only you can see this")
    picture = private.locator("img")
    said = await picture.get_attribute("alt") or ""
    assert len(said) > 20
    await is_loaded(room, said)
    caption = private.locator("figcaption")
    await expect(caption).to_be_hidden()
    await private.get_by_role("button", name="Description of the picture").click()
    await expect(caption).to_have_text(said)
    await expect(private.get_by_role("button", name="Dismiss")).to_be_in_viewport(ratio=1)
    await room.pictured("large-board")
    await private.get_by_role("button", name="Enlarge").click()
    larger = room.page.locator("dialog.lightbox")
    await expect(larger.get_by_role("img")).to_be_visible()
    await room.pictured("lightbox")
    await room.page.keyboard.press("Escape")
    await expect(larger).to_have_count(0)


async def is_loaded(room: Room, said: str) -> None:
    picture = room.left.log.get_by_role("img", name=said, exact=True).last
    await picture.scroll_into_view_if_needed()
    await expect(picture).not_to_have_js_property("naturalWidth", 0)
