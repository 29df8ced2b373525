"""Reactions below messages, pinned messages, and who is typing."""

import pytest
from playwright.async_api import Locator, expect

from deploy.sandbox.endpoints import channels
from deploy.sandbox.endpoints.call import Call
from deploy.sandbox.guild.guild import Person
from deploy.sandbox.messages.post import Post
from tests.e2e.browser.axe import COLOURS, EVERYTHING, findings
from tests.e2e.browser.club import Club
from tests.e2e.browser.puppet import puppet
from tests.e2e.browser.room import DESK, PHONE, Device, Room, Visit
from tests.e2e.browser.width import fits

pytestmark = pytest.mark.asyncio(loop_scope="package")

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
MANY = ["👍", "❤️", "😂", "🎉", "⭐", "✅", "🇩🇪", FAMILY, "1️⃣", "🐙", "🍕", "🚀"]


def member(club: Club, username: str) -> Person:
    people = club.sandbox.world.servers.people.values()
    return next(each for each in people if each.username == username)


def written(club: Club, text: str, *emojis: str) -> Post:
    """Have the bot write a message, and react to it."""
    world = club.sandbox.world
    with puppet(club.sandbox) as bot:
        post = bot.writes(text)
    for each in emojis:
        world.reactions.add(post, each, world.servers.bot)
    return post


def chip(message: Locator, emoji: str) -> Locator:
    return message.locator(f'.reaction[data-reaction="{emoji}"]')


async def test_a_press_joins_in_and_takes_back(room: Room, club: Club) -> None:
    ana, bo = room.seats
    written(club, "Who plays?", "👍", "🎉")
    mine, theirs = [chip(await seat.reads("Who plays?"), "👍") for seat in (ana, bo)]
    await expect(mine).to_have_accessible_name("👍 1: Duelhost")
    await expect(mine).to_have_attribute("aria-pressed", "false")
    await mine.click()
    await expect(mine).to_have_attribute("aria-pressed", "true")
    await expect(mine).to_have_accessible_name("👍 2: Duelhost, Ana")
    await expect(mine).to_be_focused()
    await expect(theirs).to_have_text("👍2")
    await expect(theirs).to_have_attribute("aria-pressed", "false")
    await room.pictured("reactions")
    await mine.press("Enter")
    await expect(theirs).to_have_text("👍1")
    await expect(mine).to_be_focused()


async def test_a_reaction_is_chosen_from_a_few(room: Room, club: Club) -> None:
    ana, bo = room.seats
    written(club, "Hello.")
    message = await ana.reads("Hello.")
    add = message.get_by_role("button", name="Add a reaction")
    await expect(add).to_be_hidden()
    await message.hover()
    await add.click()
    offered = room.dialog("Add a reaction")
    await expect(offered.get_by_role("button").first).to_be_focused()
    await room.pictured("add-reaction")
    await offered.get_by_role("button", name="⭐").click()
    await expect(offered).to_have_count(0)
    await expect(chip(message, "⭐")).to_have_attribute("aria-pressed", "true")
    await chip(await bo.reads("Hello."), "⭐").click()
    await expect(chip(message, "⭐")).to_have_text("⭐2")
    # A choice of what one has reacted with already takes nothing back.
    await add.click()
    await offered.get_by_role("button", name="⭐").click()
    await add.click()
    await offered.get_by_role("button", name="✅").click()
    await expect(chip(message, "✅")).to_have_text("✅1")
    await expect(chip(message, "⭐")).to_have_text("⭐2")


async def test_a_reaction_is_added_with_the_keyboard(room: Room, club: Club) -> None:
    ana = room.left
    written(club, "With keys.")
    message = await ana.reads("With keys.")
    await ana.log.focus()
    await room.page.keyboard.press("+")
    await expect(room.dialog("Add a reaction")).to_be_visible()
    await room.page.keyboard.press("ArrowRight")
    await room.page.keyboard.press("Enter")
    await expect(chip(message, "❤️")).to_have_text("❤️1")
    await expect(ana.log).to_be_focused()
    await chip(message, "❤️").focus()
    await room.page.keyboard.press("Space")
    await expect(chip(message, "❤️")).to_have_count(0)
    await expect(message).to_be_focused()


async def test_what_is_refused_is_said(room: Room, club: Club) -> None:
    emojis = [chr(0x1F600 + each) for each in range(20)]
    written(club, "Full.", *emojis)
    message = await room.left.reads("Full.")
    await message.get_by_role("button", name="Add a reaction").click()
    await room.dialog("Add a reaction").get_by_role("button", name="⭐").click()
    await expect(room.page.locator("#notice")).to_contain_text(
        "no more than 20 different reactions"
    )
    await room.page.locator("#notice").get_by_role("button", name="OK").click()


async def test_who_is_typing_is_seen_until_they_write(room: Room, club: Club) -> None:
    ana, world = room.left, club.sandbox.world
    line = ana.node.locator(".typing")
    duels = next(each for each in world.servers.first.places.values() if each.name == "duels")
    channels.type_something(world, Call({"channel": duels.id}, {}))
    await expect(line).to_have_text("Duelhost is typing …")
    await room.pictured("typing")
    await ana.goes_to("lobby")
    await expect(line).to_be_empty()
    await ana.goes_to("duels")
    await expect(line).to_have_text("Duelhost is typing …")
    written(club, "There it is.")
    await ana.reads("There it is.")
    await expect(line).to_be_empty()


async def test_a_pinned_message_is_marked(room: Room, club: Club) -> None:
    ana, world = room.left, club.sandbox.world
    post = written(club, "Remember this.")
    world.pins.pin(post, member(club, "dan"))
    message = await ana.reads("Remember this.")
    await expect(message.locator(".pinned")).to_have_text("📌 Pinned")
    notice = await ana.reads("pinned a message here.")
    await room.pictured("pinned")
    await notice.get_by_role("button", name="a message").click()
    await expect(message).to_be_focused()
    world.pins.unpin(post, member(club, "dan"))
    await expect(message.locator(".pinned")).to_have_count(0)


@pytest.mark.parametrize("device", [DESK, PHONE], ids=str)
async def test_many_fit_and_nothing_grave_is_wrong(
    device: Device, visit: Visit, club: Club
) -> None:
    room = await visit(device)
    post = written(club, "Many.", *MANY)
    for each in MANY[::2]:
        club.sandbox.world.reactions.add(post, each, member(club, "ana"))
    club.sandbox.world.pins.pin(post, member(club, "dan"))
    message = await room.left.reads("Many.")
    await expect(chip(message, MANY[-1])).to_be_visible()
    await fits(room)
    await room.pictured("many-reactions")
    assert await findings(room, EVERYTHING, "#seat-left") == []
    await room.changes_colours()
    await room.pictured("many-reactions")
    assert await findings(room, COLOURS, "#seat-left") == []
    await room.changes_colours()
    await message.get_by_role("button", name="Add a reaction").click()
    assert await findings(room, EVERYTHING, ".pop") == []
    await room.page.keyboard.press("Escape")
    world = club.sandbox.world
    world.messages.delete(post)
