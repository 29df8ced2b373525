"""Threads that are archived, locked or deleted, or that members have begun."""

import pytest
from simcord import ChannelHandle

from bot.interactions.custom_id import Move
from storage.ids import DuelId
from storage.match import BoardMode
from tests.bot.simcord.messages import answer, labels, told
from tests.bot.simcord.threads import ACCEPTED, MESSAGES, begun, shown_in, thread_of
from tests.bot.simcord.world import World

pytestmark = pytest.mark.boards(BoardMode.THREAD)


def archive(world: World, thread: ChannelHandle, *, locked: bool = False) -> None:
    facts = {"archived": True, "locked": locked}
    world.env.backend.edit_channel(thread.id, {}, thread_metadata=facts)


async def ends(world: World, thread: ChannelHandle) -> None:
    """The duel ends, and the channel is told so."""
    await world.resign(world.ana, thread, duel="1")
    (line,) = world.lines()
    assert line == f"{world.lines(thread)[-1].splitlines()[0]} · <#{thread.id}>"


async def test_members_have_begun_one_already(world: World) -> None:
    """Somebody talks about the challenge in a thread of it."""
    offer = answer(await world.challenge())
    world.env.backend.create_thread(
        world.games.id, "who will win?", world.cy.id, message_id=offer.id
    )
    await world.bo.click(offer, label="Accept")
    thread = thread_of(world, offer.id)
    assert world.lines() == [f"{ACCEPTED} · <#{thread.id}>"]
    await shown_in(world, thread)
    await ends(world, thread)


async def test_a_thread_that_members_have_renamed(world: World) -> None:
    thread = await begun(world)
    world.env.backend.edit_channel(thread.id, {"name": "ana against bo"})
    await ends(world, thread)


async def test_an_archived_thread_opens_again(world: World) -> None:
    thread = await begun(world)
    await world.ana.click(world.last(thread), label="6")
    await world.bo.click(world.last(thread), label="12")
    archive(world, thread)
    await world.ana.click(world.last(thread), label="4")
    metadata = world.env.backend.get_thread(thread.id).thread_metadata
    assert metadata
    assert not metadata.archived
    assert (await world.match()).board.shown == 4
    assert "@ana answered 12 with 4" in world.lines(thread)[-1]


async def test_an_archived_thread_has_the_reminder(world: World) -> None:
    thread = await begun(world, clock="1h")
    archive(world, thread)
    await world.env.advance_time(46 * 60)
    assert world.lines(thread)[-1].startswith("⏳ @ana")
    assert world.pinged(MESSAGES) == [world.ana.id]


async def test_the_end_of_a_duel_in_an_archived_thread_is_told_in_the_channel(
    world: World,
) -> None:
    thread = await begun(world, clock="10m")
    archive(world, thread)
    await world.env.advance_time(601)
    assert "Rematch" in labels(world.last(thread))
    (line,) = world.lines()
    assert line == f"{world.lines(thread)[-1].splitlines()[0]} · <#{thread.id}>"


async def test_a_locked_thread_leaves_no_press_without_an_answer(world: World) -> None:
    thread = await begun(world)
    archive(world, thread, locked=True)
    board = world.last(thread)
    pressed = await world.press(world.ana, board, Move(DuelId(1), 0, "6").encode())
    (said,) = pressed.followups
    assert said.ephemeral
    assert "`/duel board`" in said.content
    answer(await world.ana.slash(world.games, "duel board"))
    await shown_in(world, world.games)
    assert "@ana took 6" in world.lines()[-1]


async def test_the_end_in_a_locked_thread_is_told_in_the_channel(world: World) -> None:
    thread = await begun(world)
    archive(world, thread, locked=True)
    await world.resign(world.ana, duel="1")
    (line,) = world.lines()
    assert "@ana resigned" in line


async def test_a_deleted_thread(world: World) -> None:
    thread = await begun(world)
    world.env.backend.delete_channel(thread.id)
    await world.env.settle()
    said = told(await world.ana.slash(world.games, "duel move", move="6", duel="1"))
    assert "`/duel board`" in said
    answer(await world.ana.slash(world.games, "duel board"))
    await shown_in(world, world.games)


async def test_the_end_of_a_duel_whose_thread_is_gone(world: World) -> None:
    thread = await begun(world, clock="10m")
    world.env.backend.delete_channel(thread.id)
    await world.env.advance_time(601)
    assert (await world.match()).board.message is None


async def test_a_duel_that_moved_into_the_thread_of_another(world: World) -> None:
    """The line above the thread is about the other one."""
    thread = await begun(world)
    answer(await world.challenge(size=3))
    await world.bo.click(world.last(), label="Accept")
    before = world.lines()
    answer(await world.ana.slash(thread, "duel board", duel="2"))
    await world.resign(world.ana, thread, duel="2")
    assert world.lines() == before
