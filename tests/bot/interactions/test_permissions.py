"""Whoever doesn't play sees a duel only where they could see it anyway: its board, its picture and
its replay."""

from collections.abc import Awaitable, Callable

import discord
import pytest
from simcord import ChannelHandle, InteractionResult, MemberActor

from storage.ids import ChannelId, GuildId
from storage.match import Board
from tests.bot.simcord.server import Hall, answer, private, told

HIDDEN = "That duel is in a channel that you can't see."
Look = Callable[[Hall, MemberActor, ChannelHandle], Awaitable[InteractionResult]]


async def by_board(_hall: Hall, who: MemberActor, where: ChannelHandle) -> InteractionResult:
    return await who.slash(where, "duel board", duel="1")


async def by_picture(hall: Hall, who: MemberActor, where: ChannelHandle) -> InteractionResult:
    page = private(await who.slash(where, "duel help"))
    return await hall.press(who, page, "d1:b:1")


async def by_replay(_hall: Hall, who: MemberActor, where: ChannelHandle) -> InteractionResult:
    return await who.slash(where, "duel replay", duel="1")


LOOKS = pytest.mark.parametrize("look", [by_board, by_picture, by_replay])
SEEN = (
    "🏁 **@bo wins Divisor Duel** #1 against @ana",
    "Divisor Duel #1",
    "**Divisor Duel** #1 · after move 0 of 2",
)


async def ended_in(hall: Hall, place: ChannelHandle) -> None:
    """A duel with a large board, of Ana and Bo."""
    asked = {"game": "divisor", "opponent": hall.bo, "first": "me", "size": 30}
    offer = answer(await hall.ana.slash(place, "duel start", **asked))
    await hall.bo.click(offer, label="Accept")
    for who, move in ((hall.ana, "29"), (hall.bo, "1")):
        await who.slash(place, "duel move", move=move)
    resigning = private(await hall.ana.slash(place, "duel resign"))
    await hall.ana.click(resigning, label="Resign")


def sees(hall: Hall, seen: InteractionResult) -> bool:
    said = hall.read(told(seen))
    assert said == HIDDEN or said.startswith(SEEN)
    return said != HIDDEN


@pytest.fixture
async def thread(hall: Hall) -> ChannelHandle:
    """A private one, with a duel in it."""
    thread = hall.thread(hall.games, private=True)
    hall.env.backend.add_thread_member(thread.id, hall.bo.id)
    await ended_in(hall, thread)
    return thread


@LOOKS
async def test_in_a_private_thread_those_who_are_in_it(
    hall: Hall, thread: ChannelHandle, look: Look
) -> None:
    assert not sees(hall, await look(hall, hall.cy, hall.games))
    hall.env.backend.add_thread_member(thread.id, hall.cy.id)
    assert sees(hall, await look(hall, hall.cy, hall.games))


@LOOKS
@pytest.mark.usefixtures("thread")
async def test_in_a_private_thread_whoever_manages_threads(hall: Hall, look: Look) -> None:
    warden = discord.Permissions(manage_threads=True)
    di = hall.join("di", roles=[hall.guild.create_role("wardens", permissions=warden)])
    assert sees(hall, await look(hall, di, hall.games))


@LOOKS
async def test_in_a_private_thread_of_a_hidden_channel_nobody(
    hall: Hall, thread: ChannelHandle, look: Look
) -> None:
    """Not even who was let into the thread before."""
    other = hall.guild.create_text_channel("other")
    hall.env.backend.add_thread_member(thread.id, hall.cy.id)
    hall.deny(hall.cy, "view_channel")
    assert not sees(hall, await look(hall, hall.cy, other))


@LOOKS
async def test_in_a_public_thread_whoever_sees_its_channel(hall: Hall, look: Look) -> None:
    await ended_in(hall, hall.thread(hall.games))
    assert sees(hall, await look(hall, hall.cy, hall.games))
    other = hall.guild.create_text_channel("other")
    hall.deny(hall.cy, "view_channel")
    assert not sees(hall, await look(hall, hall.cy, other))


@LOOKS
async def test_while_discord_does_not_say_who_is_in_a_thread(
    hall: Hall, thread: ChannelHandle, look: Look
) -> None:
    hall.env.inject_error("GET", f"/channels/{thread.id}/thread-members/*", status=500, times=None)
    said = told(await look(hall, hall.cy, hall.games))
    assert said == "Discord didn't answer me. Try again in a minute."


@LOOKS
async def test_where_a_place_has_gone_only_moderators(
    hall: Hall, boss: MemberActor, look: Look
) -> None:
    """It may have been one that few could see."""
    room = hall.guild.create_text_channel("room")
    await ended_in(hall, room)
    hall.env.backend.delete_channel(room.id)
    await hall.env.settle()
    assert not sees(hall, await look(hall, hall.cy, hall.games))
    assert sees(hall, await look(hall, boss, hall.games))


@LOOKS
async def test_a_channel_of_another_server_is_no_place(hall: Hall, look: Look) -> None:
    """Whatever an import says."""
    await ended_in(hall, hall.games)
    news = hall.env.create_guild("Other").create_text_channel("news")
    match = await hall.match()
    moved = Board(ChannelId(news.id), None, match.step)
    await hall.store.posted(GuildId(hall.guild.id), match.id, moved)
    assert not sees(hall, await look(hall, hall.cy, hall.games))


async def test_players_see_their_replay_wherever_it_was(hall: Hall, thread: ChannelHandle) -> None:
    hall.env.backend.delete_channel(thread.id)
    await hall.env.settle()
    assert sees(hall, await by_replay(hall, hall.ana, hall.games))


@pytest.mark.usefixtures("thread")
async def test_a_history_is_looked_at_no_further_than_that(hall: Hall) -> None:
    """That somebody has won is no secret. How they did it is."""
    page = private(await hall.cy.slash(hall.games, "duel history", player=hall.bo))
    assert "[#1]" in page.content
    assert told(await hall.cy.select(page, ["1"])) == HIDDEN
