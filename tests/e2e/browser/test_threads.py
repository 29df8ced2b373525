"""Threads that a bot starts from a message."""

import re

import pytest
from playwright.async_api import expect

from deploy.sandbox.endpoints import threads
from deploy.sandbox.endpoints.call import Call
from deploy.sandbox.guild.guild import Place
from deploy.sandbox.messages.post import Post
from tests.e2e.browser.club import Club
from tests.e2e.browser.puppet import puppet
from tests.e2e.browser.room import Room

pytestmark = pytest.mark.asyncio(loop_scope="package")


def started(club: Club, post: Post, name: str) -> Place:
    world = club.sandbox.world
    path = {"channel": post.place.id, "message": post.id}
    made = threads.start_from_message(world, Call(path, {}, {"name": name}))
    place = world.servers.place(made.body["id"])
    assert place
    return place


async def test_a_thread_is_below_its_channel_and_its_message(room: Room, club: Club) -> None:
    ana = room.left
    server, messages = club.sandbox.world.servers.first, club.sandbox.world.messages
    with puppet(club.sandbox) as bot:
        post = bot.writes("A duel begins.")
        thread = started(club, post, "Ana against Bo")
    channels = ana.node.get_by_role("navigation", name="Channels").locator("ul").first
    await expect(channels).to_have_text(re.compile("#duels.*Ana against Bo.*#lobby"))
    starter = await ana.reads("A duel begins.")
    link = starter.get_by_role("button", name="Ana against Bo")
    await expect(link).to_have_text("Ana against Bo0 messages ›")
    messages.write(thread, server.bot, {"content": "The board."})
    await expect(link).to_have_text("Ana against Bo1 message ›")
    await room.pictured("thread-link")
    await link.click()
    await expect(ana.log).to_have_accessible_name("Messages in #Ana against Bo")
    await ana.reads("The board.")
    await ana.says("Hello there.")
    await ana.reads("Hello there.")
    await room.pictured("thread")
    await ana.log.get_by_role("button", name="a message in #duels").click()
    await expect(ana.log).to_have_accessible_name("Messages in #duels")
    await expect(starter).to_be_focused()
    await expect(link).to_have_text("Ana against Bo2 messages ›")
    await ana.goes_to("Ana against Bo")
    messages.delete(post)
    await ana.goes_to("duels")
    await expect(ana.log).not_to_contain_text("A duel begins.")
    await ana.goes_to("Ana against Bo")
    start = ana.log.locator(".thread-start")
    await expect(start).to_have_text("Ana against Bo Started from #duels")
    await ana.goes_to("duels")


async def test_an_archived_thread_is_out_of_the_way(room: Room, club: Club) -> None:
    ana, world = room.left, club.sandbox.world
    with puppet(club.sandbox) as bot:
        thread = started(club, bot.writes("Another duel begins."), "Over soon")
    channels = ana.node.get_by_role("navigation", name="Channels").locator("ul").first
    await expect(channels).to_contain_text("Over soon")
    threads.change(world, Call({"channel": thread.id}, {}, {"name": "Over", "archived": True}))
    await expect(channels).not_to_contain_text("Over")
    # The message that it was started from still leads to it, and a word opens it again.
    starter = await ana.reads("Another duel begins.")
    link = starter.get_by_role("button", name="Over")
    await expect(link).to_have_text("Over0 messages ›")
    await link.click()
    await expect(channels).to_contain_text("Over")
    await ana.says("One more thing.")
    await ana.reads("One more thing.")
    await ana.goes_to("duels")
    await expect(channels).to_contain_text("Over")
