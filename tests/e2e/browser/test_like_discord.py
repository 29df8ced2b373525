"""Messages look as Discord shows them, so nothing looks better here than it will there."""

import pytest
from playwright.async_api import FilePayload, Locator, expect

from deploy.sandbox import forms
from deploy.sandbox.files import token_of
from deploy.sandbox.interactions.interaction import Answer
from tests.e2e.browser.club import Club
from tests.e2e.browser.puppet import puppet
from tests.e2e.browser.room import Room

pytestmark = pytest.mark.asyncio(loop_scope="package")

# Discord's button styles by number, with the colours of its dark theme.
STYLES = {
    1: "rgb(88, 101, 242)",
    2: "rgb(78, 80, 88)",
    3: "rgb(36, 128, 70)",
    4: "rgb(218, 55, 60)",
}
BUTTONS = [
    {"type": 2, "style": style, "label": str(style), "custom_id": f"style {style}"}
    for style in STYLES
]


async def author_is_shown(message: Locator) -> bool:
    """A grouped message keeps its author for screen readers alone, one pixel wide."""
    box = await message.locator(".byline").bounding_box()
    return box is not None and box["width"] > 1


async def test_each_answer_is_a_message_of_its_own(room: Room, club: Club) -> None:
    ana = room.left
    with puppet(club.sandbox) as bot:
        for said in ("First answer.", "Second answer."):
            await ana.orders("/duel help")
            asked = await bot.is_asked()
            row = {"type": 1, "components": BUTTONS}
            bot.answers(asked, Answer.MESSAGE, content=said, components=[row])
            shown = await ana.reads(said)
            await expect(shown.locator(".reply-line")).to_have_text("AAnaused/duel help")
            assert await author_is_shown(shown)
        for said in ("One press.", "Another press."):
            await ana.presses("2")
            bot.answers(await bot.is_asked(), Answer.MESSAGE, content=said)
            shown = await ana.reads(said)
            await expect(shown.locator(".reply-line")).to_contain_text("Duelhost Second answer.")
            assert await author_is_shown(shown)


async def test_plain_messages_of_one_author_are_grouped(room: Room, club: Club) -> None:
    with puppet(club.sandbox) as bot:
        await room.right.says("Somebody else writes first.")
        await room.left.reads("Somebody else writes first.")
        bot.writes("One thing.")
        bot.writes("And another.")
    assert await author_is_shown(await room.left.reads("One thing."))
    second = await room.left.reads("And another.")
    assert not await author_is_shown(second)
    await expect(second.locator(".reply-line")).to_have_count(0)


async def test_a_message_with_buttons_has_no_frame(room: Room, club: Club) -> None:
    with puppet(club.sandbox) as bot:
        bot.writes("Choose.", components=[{"type": 1, "components": BUTTONS}])
    body = (await room.left.reads("Choose.")).locator(".body")
    await expect(body).to_have_css("border-style", "none")
    await expect(body).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    for label, style in enumerate(STYLES.values(), 1):
        button = body.get_by_role("button", name=str(label), exact=True)
        await expect(button).to_have_css("background-color", style)
        await expect(button).to_have_css("color", "rgb(255, 255, 255)")


async def test_a_reply_says_that_its_message_is_gone(room: Room, club: Club) -> None:
    with puppet(club.sandbox) as bot:
        post = bot.writes("The board.", components=[{"type": 1, "components": BUTTONS}])
        await room.left.reads("The board.")
        await room.left.presses("2")
        bot.answers(await bot.is_asked(), Answer.MESSAGE, content="The next board.")
        line = (await room.left.reads("The next board.")).locator(".reply-line")
        await expect(line).to_contain_text("Duelhost The board.")
        club.sandbox.world.messages.change(post, {"content": "Another board."})
        await expect(line).to_contain_text("Duelhost Another board.")
        club.sandbox.world.messages.delete(post)
    await expect(line).to_have_text("Original message was deleted")
    await expect(line.get_by_role("button")).to_have_count(0)
    await room.reload()
    line = (await room.left.reads("The next board.")).locator(".reply-line")
    await expect(line).to_have_text("Original message was deleted")


async def test_an_edited_message_says_so_after_its_text(room: Room, club: Club) -> None:
    with puppet(club.sandbox) as bot:
        post = bot.writes("Before.")
        club.sandbox.world.messages.change(post, {"content": "After."})
    shown = await room.left.reads("After.")
    await expect(shown.locator(".prose p")).to_have_text("After.(edited)")


async def test_other_buttons_alone_are_no_edit(room: Room, club: Club) -> None:
    with puppet(club.sandbox) as bot:
        post = bot.writes("Choose one.", components=[{"type": 1, "components": BUTTONS}])
        shown = await room.left.reads("Choose one.")
        await expect(shown.get_by_role("button", name="4")).to_have_count(1)
        fewer = [{"type": 1, "components": BUTTONS[:2]}]
        club.sandbox.world.messages.change(post, {"components": fewer})
    await expect(shown.get_by_role("button", name="4")).to_have_count(0)
    await expect(shown.locator(".prose p")).to_have_text("Choose one.")


async def test_a_message_has_a_menu_of_commands(room: Room, club: Club) -> None:
    store, ana = club.sandbox.world.command_store, room.left
    menu = room.dialog("Message")
    await ana.says("Quote me.")
    said = await ana.reads("Quote me.")
    await said.click(button="right")
    await expect(menu).to_have_count(0)
    (quote,) = forms.commands([{"name": "Quote", "type": 3}])
    added, _ = store.add(quote, None)
    try:
        with puppet(club.sandbox) as bot:
            await room.right.says("Not me.")
            await (await ana.reads("Quote me.")).click(button="right")
            await menu.get_by_role("button", name="Quote").click()
            asked = await bot.is_asked()
            ((quoted, message),) = asked["data"]["resolved"]["messages"].items()
            assert (quoted, message["content"]) == (asked["data"]["target_id"], "Quote me.")
            bot.answers(asked, Answer.MESSAGE, content="Quoted.")
        line = (await ana.reads("Quoted.")).locator(".reply-line")
        await expect(line).to_have_text("AAnausedQuote")
    finally:
        store.delete(None, added["id"])


async def test_a_file_is_handed_to_a_command(room: Room, club: Club) -> None:
    store, ana = club.sandbox.world.command_store, room.left
    picture = {"type": 11, "name": "picture", "description": "Which", "required": True}
    command = {"name": "frame", "description": "Frames a picture", "options": [picture]}
    (frame,) = forms.commands([command])
    added, _ = store.add(frame, None)
    try:
        with puppet(club.sandbox) as bot:
            await ana.box.fill("/frame ")
            await expect(ana.option("picture")).to_be_visible()
            send = ana.node.get_by_role("button", name="Send", exact=True)
            await send.click()
            await expect(ana.wrong).to_have_text("“picture” is missing: Which.")
            chosen = FilePayload(name="mint.txt", mimeType="text/plain", buffer=bytes(range(256)))
            await ana.option("picture").set_input_files(chosen)
            await send.click()
            ((_, attachment),) = (await bot.is_asked())["data"]["resolved"]["attachments"].items()
            assert (attachment["filename"], attachment["size"]) == ("mint.txt", 256)
            served = club.sandbox.world.shelf.take(token_of(attachment))
            assert served is not None
            assert served.content == bytes(range(256))
    finally:
        store.delete(None, added["id"])


async def test_a_command_that_is_registered_while_it_is_typed_is_offered(
    room: Room, club: Club
) -> None:
    store, ana = club.sandbox.world.command_store, room.left
    await ana.box.fill("/pong")
    await expect(ana.node).to_contain_text("No command begins like this.")
    pong, _ = store.add(forms.command({"name": "pong", "description": "Later"}), None)
    try:
        await expect(ana.commands.get_by_role("option")).to_have_text(["/pongLater"])
    finally:
        store.delete(None, pong["id"])


async def test_a_command_that_is_registered_after_it_was_typed_begins(
    room: Room, club: Club
) -> None:
    store, ana = club.sandbox.world.command_store, room.left
    await ana.box.fill("/pong ")
    await expect(ana.node).to_contain_text("No command begins like this.")
    pong, _ = store.add(forms.command({"name": "pong", "description": "Later"}), None)
    try:
        await ana.node.get_by_role("button", name="/pong: leave this command").click()
    finally:
        store.delete(None, pong["id"])


async def test_a_servers_own_command_is_beside_a_global_one(room: Room, club: Club) -> None:
    world, ana = club.sandbox.world, room.left
    ping = forms.command({"name": "ping", "description": "Everywhere"})
    everywhere, _ = world.command_store.add(ping, None)
    here, _ = world.command_store.add(ping | {"description": "Only here"}, world.servers.first.id)
    try:
        await ana.box.fill("/ping")
        options = ana.commands.get_by_role("option")
        await expect(options).to_have_text(["/pingEverywhere", "/pingOnly here"])
        with puppet(club.sandbox) as bot:
            await options.nth(1).click()
            await ana.node.get_by_role("button", name="Send", exact=True).click()
            asked = await bot.is_asked()
            assert (asked["data"]["id"], asked["data"]["guild_id"]) == (
                here["id"],
                world.servers.first.id,
            )
            bot.answers(asked, Answer.MESSAGE, content="Pong.")
            await ana.reads("Pong.")
        await ana.goes_to("Duelhost")
        await ana.box.fill("/ping")
        await expect(options).to_have_text(["/pingEverywhere"])
        await ana.box.fill("")
        await ana.goes_to("duels")
    finally:
        world.command_store.delete(None, everywhere["id"])
        world.command_store.delete(world.servers.first.id, here["id"])
