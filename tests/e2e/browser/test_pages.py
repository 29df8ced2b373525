"""Messages that are laid out with Components V2, above all the pictures in them."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Request, expect

from deploy.sandbox.files import File
from tests.e2e.browser.axe import COLOURS, findings
from tests.e2e.browser.club import Club
from tests.e2e.browser.puppet import puppet
from tests.e2e.browser.room import PHONE, Room, Visit

pytestmark = pytest.mark.asyncio(loop_scope="package")

Json = dict[str, Any]

DISCORD = "https://cdn.discordapp.com"
ANA, BO = "110000000000000001", "110000000000000002"
ANAS = f"{DISCORD}/avatars/{ANA}/{'a1' * 16}.png?size=1024"
BOS = f"{DISCORD}/guilds/100000000000000000/users/{BO}/avatars/{'b2' * 16}.png"
STRANGERS = f"{DISCORD}/avatars/190000000000000001/{'c3' * 16}.png"
USUAL = f"{DISCORD}/embed/avatars/3.png"
FAR = "https://example.org/far.png"


def a_card(width: int = 1100, height: int = 620) -> File:
    drawn = BytesIO()
    Image.new("RGB", (width, height), "#63e2b5").save(drawn, "PNG")
    return File("card.png", "image/png", drawn.getvalue())


def text(content: str) -> Json:
    return {"type": 10, "content": content}


def beside(said: str, url: str, description: str | None = None) -> Json:
    thumbnail = {"type": 11, "media": {"url": url}, "description": description}
    return {"type": 9, "components": [text(said)], "accessory": thumbnail}


def gallery(*items: tuple[str, str | None]) -> Json:
    return {
        "type": 12,
        "items": [{"media": {"url": url}, "description": said} for url, said in items],
    }


def container(*components: Json) -> Json:
    return {"type": 17, "accent_color": 0xE8B04B, "components": list(components)}


def row(label: str) -> Json:
    button = {"type": 2, "style": 2, "label": label, "custom_id": label}
    return {"type": 1, "components": [button]}


CARD = gallery(("attachment://card.png", "Ana leads with 1650"))


async def test_a_picture_fits_its_page_and_opens(room: Room, club: Club) -> None:
    with puppet(club.sandbox) as bot:
        bot.lays_out(container(text("## Ladder"), CARD, row("Inside")), row("Below"), file=a_card())
    shown = await room.left.reads("Ladder")
    picture = shown.get_by_role("img", name="Ana leads with 1650", exact=True)
    await expect(picture).not_to_have_js_property("naturalWidth", 0)
    box, around = await picture.bounding_box(), await shown.locator(".container").bounding_box()
    assert box
    assert around
    # The picture fills the width, and keeps its proportions.
    assert 320 < box["width"] < around["width"]
    assert abs(box["height"] - box["width"] * 620 / 1100) < 2
    await expect(shown.locator(".container").get_by_role("button", name="Inside")).to_be_visible()
    await expect(shown.locator(".container").get_by_role("button", name="Below")).to_have_count(0)
    await expect(shown.get_by_role("button", name="Below")).to_be_visible()
    await shown.get_by_role("button", name="Description of the picture").click()
    await expect(shown.locator("figcaption")).to_have_text("Ana leads with 1650")
    await shown.get_by_role("button", name="Enlarge: Ana leads with 1650").click()
    larger = room.page.get_by_role("dialog", name="Ana leads with 1650")
    await expect(larger.get_by_role("img")).to_be_visible()
    await expect(larger).to_contain_text("Ana leads with 1650")
    await room.page.keyboard.press("Escape")
    await expect(larger).to_have_count(0)


async def test_a_page_fits_a_phone(visit: Visit, club: Club) -> None:
    room = await visit(PHONE)
    with puppet(club.sandbox) as bot:
        bot.lays_out(container(beside("## Profile", ANAS), CARD, row("On")), file=a_card())
    shown = await room.left.reads("Profile")
    picture = shown.get_by_role("img", name="Ana leads with 1650", exact=True)
    await expect(picture).not_to_have_js_property("naturalWidth", 0)
    box = await picture.bounding_box()
    assert box
    assert 250 < box["width"] <= PHONE.width
    assert box["x"] + box["width"] <= PHONE.width
    await room.pictured("page")


async def test_a_high_picture_is_not_higher_than_the_window(room: Room, club: Club) -> None:
    with puppet(club.sandbox) as bot:
        bot.lays_out(container(text("## Tall"), CARD), file=a_card(1100, 4000))
    shown = await room.left.reads("Tall")
    picture = shown.get_by_role("img", name="Ana leads with 1650", exact=True)
    await expect(picture).not_to_have_js_property("naturalWidth", 0)
    box = await picture.bounding_box()
    assert box
    assert box["height"] < 400
    assert abs(box["height"] - box["width"] * 4000 / 1100) < 4


async def test_what_no_component_shows_is_not_shown(room: Room, club: Club) -> None:
    with puppet(club.sandbox) as bot:
        bot.lays_out(container(text("Only words")), file=a_card())
    shown = await room.left.reads("Only words")
    await expect(shown.locator("img, .attachments")).to_have_count(0)


async def test_people_look_as_they_do_everywhere(room: Room, club: Club) -> None:
    """The page requests no avatars from Discord or any other host."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:")):
            asked.append(request.url)

    room.page.on("request", note)
    with puppet(club.sandbox) as bot:
        bot.lays_out(
            container(
                beside("First", ANAS),
                beside("Second", BOS, "Bo, who plays well"),
                beside("Third", STRANGERS),
                beside("Fourth", USUAL),
                gallery((ANAS, "Ana again")),
            )
        )
        bot.writes("An embed", embeds=[{"title": "Bo's", "thumbnail": {"url": BOS}}])
    shown = room.left.messages.filter(has_text="First")
    for said, initial, shape in (
        ("Ana's picture", "A", "circle"),
        ("Bo, who plays well", "B", "triangle"),
        ("Ana again", "A", "circle"),
    ):
        face = shown.get_by_role("img", name=said, exact=True)
        await expect(face).to_be_visible()
        await expect(face.locator(f".avatar.{shape}")).to_have_text(initial)
    strangers = shown.get_by_role("img", name="Somebody's picture")
    await expect(strangers).to_have_count(2)
    await expect(strangers.locator(".avatar")).to_have_text(["?", "?"])
    box = await shown.get_by_role("img", name="Ana's picture").bounding_box()
    assert box
    assert (round(box["width"]), round(box["height"])) == (84, 84)
    embed = room.left.log.get_by_role("group", name="Bo's")
    await expect(embed.get_by_role("img", name="Bo's picture")).to_be_visible()
    await room.pictured("portraits")
    assert asked == []
    assert await findings(room) == []
    await room.changes_colours()
    assert await findings(room, COLOURS) == []


@pytest.mark.parametrize(
    "url",
    [
        FAR,
        f"{DISCORD}/attachments/{ANA}/1/a.png",
        f"{DISCORD}/embed/avatars/nine.png",
        f"https://example.org/avatars/{ANA}/{'a1' * 16}.png",
        f"https://{DISCORD[8:]}.example.org/avatars/{ANA}/a.png",
    ],
)
async def test_what_is_elsewhere_is_only_named(room: Room, club: Club, url: str) -> None:
    with puppet(club.sandbox) as bot:
        bot.lays_out(
            container(
                beside("Far away", url, "A castle"),
                beside("Farther", url),
                gallery((url, "A moat"), (url, None)),
            )
        )
    shown = await room.left.reads("Far away")
    await expect(shown.get_by_role("img")).to_have_count(0)
    await expect(shown.get_by_role("link", name="A castle")).to_have_attribute("href", url)
    await expect(shown.get_by_role("link", name="A picture elsewhere")).to_have_count(1)
    moats = shown.get_by_text("“A moat”. A picture from elsewhere, which isn't loaded here")
    await expect(moats).to_be_visible()


async def test_a_page_is_told_in_a_line_where_it_is_replied_to(room: Room, club: Club) -> None:
    with puppet(club.sandbox) as bot:
        page = bot.lays_out(container(beside("## Ladder of <@110000000000000002>", ANAS)))
        reference = {"message_id": page.id, "channel_id": page.place.id}
        bot.writes("Look at that", message_reference=reference)
    reply = await room.left.reads("Look at that")
    await expect(reply.locator(".reply-line")).to_contain_text("Ladder of @Bo")


async def test_a_picture_that_is_taken_away_is_gone(room: Room, club: Club) -> None:
    with puppet(club.sandbox) as bot:
        page = bot.lays_out(container(text("## Here today"), CARD), file=a_card())
        shown = await room.left.reads("Here today")
        await expect(shown.get_by_role("img", name="Ana leads", exact=False)).to_be_visible()
        box = [container(text("## Gone tomorrow"))]
        club.sandbox.world.messages.change(page, {"components": box, "attachments": []})
    shown = await room.left.reads("Gone tomorrow")
    await expect(shown.locator("img")).to_have_count(0)
    await expect(room.left.log).not_to_contain_text("Here today")
