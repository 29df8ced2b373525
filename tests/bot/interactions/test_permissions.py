"""Users who don't play see a duel's board, card and replay only if they could see it anyway."""

from collections.abc import Awaitable, Callable

import discord
import pytest
from simcord import ChannelHandle, InteractionResult, MemberActor

from storage.ids import ChannelId, GuildId
from storage.match import Board
from tests.bot.simcord.messages import answer, private, told
from tests.bot.simcord.world import World
from tests.bot.text.says import says, won

HIDDEN = says("not-yours-to-see")
Look = Callable[[World, MemberActor, ChannelHandle], Awaitable[InteractionResult]]


async def by_board(_world: World, who: MemberActor, where: ChannelHandle) -> InteractionResult:
    return await who.slash(where, "duel board", duel="1")


async def by_picture(world: World, who: MemberActor, where: ChannelHandle) -> InteractionResult:
    page = private(await who.slash(where, "duel help"))
    return await world.press(who, page, "d1:b:1")


async def by_replay(_world: World, who: MemberActor, where: ChannelHandle) -> InteractionResult:
    return await who.slash(where, "duel replay", duel="1")


LOOKS = pytest.mark.parametrize("look", [by_board, by_picture, by_replay])
SEEN = (
    won("@bo", "@ana"),
    "Divisor Duel #1",
    "**Divisor Duel (1–30)** #1 · after move 0 of 2",
)


async def ended_in(world: World, place: ChannelHandle) -> None:
    """A duel with a large board, of Ana and Bo."""
    asked = {"game": "divisor", "opponent": world.bo, "first": "me", "size": 30}
    offer = answer(await world.ana.slash(place, "duel start", **asked))
    await world.bo.click(offer, label="Accept")
    for who, move in ((world.ana, "29"), (world.bo, "1")):
        await who.slash(place, "duel move", move=move)
    await world.resign(world.ana, place)


def sees(world: World, seen: InteractionResult) -> bool:
    said = world.read(told(seen))
    assert said == HIDDEN or said.startswith(SEEN)
    return said != HIDDEN


@pytest.fixture
async def thread(world: World) -> ChannelHandle:
    """A private one, with a duel in it."""
    thread = world.thread(world.games, private=True)
    world.env.backend.add_thread_member(thread.id, world.bo.id)
    await ended_in(world, thread)
    return thread


@LOOKS
async def test_in_a_private_thread_those_who_are_in_it(
    world: World, thread: ChannelHandle, look: Look
) -> None:
    assert not sees(world, await look(world, world.cy, world.games))
    world.env.backend.add_thread_member(thread.id, world.cy.id)
    assert sees(world, await look(world, world.cy, world.games))


@LOOKS
@pytest.mark.usefixtures("thread")
async def test_in_a_private_thread_whoever_manages_threads(world: World, look: Look) -> None:
    warden = discord.Permissions(manage_threads=True)
    di = world.join("di", roles=[world.guild.create_role("wardens", permissions=warden)])
    assert sees(world, await look(world, di, world.games))


@LOOKS
async def test_in_a_private_thread_of_a_hidden_channel_nobody(
    world: World, thread: ChannelHandle, look: Look
) -> None:
    """Members of the thread can't see it either."""
    other = world.guild.create_text_channel("other")
    world.env.backend.add_thread_member(thread.id, world.cy.id)
    world.deny(world.cy, "view_channel")
    assert not sees(world, await look(world, world.cy, other))


@LOOKS
async def test_in_a_public_thread_whoever_sees_its_channel(world: World, look: Look) -> None:
    await ended_in(world, world.thread(world.games))
    assert sees(world, await look(world, world.cy, world.games))
    other = world.guild.create_text_channel("other")
    world.deny(world.cy, "view_channel")
    assert not sees(world, await look(world, world.cy, other))


@LOOKS
async def test_while_discord_does_not_say_who_is_in_a_thread(
    world: World, thread: ChannelHandle, look: Look
) -> None:
    world.env.inject_error("GET", f"/channels/{thread.id}/thread-members/*", status=500, times=None)
    said = told(await look(world, world.cy, world.games))
    assert said == "Discord didn't answer me. Try again in a minute."


@LOOKS
async def test_where_a_place_has_gone_only_moderators(
    world: World, boss: MemberActor, look: Look
) -> None:
    """Only few may have been able to see the deleted channel."""
    room = world.guild.create_text_channel("room")
    await ended_in(world, room)
    world.env.backend.delete_channel(room.id)
    await world.env.settle()
    assert not sees(world, await look(world, world.cy, world.games))
    assert sees(world, await look(world, boss, world.games))


@LOOKS
async def test_a_channel_of_another_server_is_no_place(world: World, look: Look) -> None:
    """The bot ignores such a channel, even if an import says so."""
    await ended_in(world, world.games)
    news = world.env.create_guild("Other").create_text_channel("news")
    match = await world.match()
    moved = Board(ChannelId(news.id), None, match.step)
    await world.store.posted(GuildId(world.guild.id), match.id, moved)
    assert not sees(world, await look(world, world.cy, world.games))


async def test_players_see_their_replay_wherever_it_was(
    world: World, thread: ChannelHandle
) -> None:
    world.env.backend.delete_channel(thread.id)
    await world.env.settle()
    assert sees(world, await by_replay(world, world.ana, world.games))


@pytest.mark.usefixtures("thread")
async def test_a_history_is_looked_at_no_further_than_that(world: World) -> None:
    """The result of a duel is public, and its moves aren't."""
    page = private(await world.cy.slash(world.games, "duel history", player=world.bo))
    assert "[#1]" in page.content
    assert told(await world.cy.select(page, ["1"])) == HIDDEN
