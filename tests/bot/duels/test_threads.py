"""A thread for each duel: the board lives in it, and the channel has a line that says where it is
and, in the end, who has won."""

import pytest

from bot.interactions.custom_id import Accept
from storage.ids import DuelId
from storage.match import BoardMode
from storage.people import Pings
from tests.bot.simcord.messages import answer, labels, told
from tests.bot.simcord.threads import (
    ACCEPTED,
    MESSAGES,
    begins,
    begun,
    is_board,
    shown_in,
    thread_of,
)
from tests.bot.simcord.world import World

pytestmark = pytest.mark.boards(BoardMode.THREAD)


def threads(world: World) -> list[str]:
    """The names of all threads that were begun."""
    places = world.env.backend.channels.values()
    return [each.name for each in places if each.is_thread and each.name]


async def test_a_whole_duel(world: World) -> None:
    thread = await begun(world, size=3)
    line = f"{ACCEPTED} · <#{thread.id}>"
    assert world.lines() == [line]
    assert threads(world) == ["Divisor Duel #1"]
    assert "Your move, @ana" in world.lines(thread)[0]
    board = world.last(thread)
    await world.ana.click(board, label="2")
    await world.bo.click(world.last(thread), label="1")
    await shown_in(world, thread)
    assert world.lines() == [line], "the channel hears nothing of the moves"
    await world.ana.click(world.last(thread), label="3")
    (end,) = world.lines(thread)
    assert "Rematch" in labels(world.last(thread))
    (told_here,) = world.lines()
    assert told_here == f"{end.splitlines()[0]} · <#{thread.id}>"


async def test_what_is_sent_when_a_duel_is_accepted(world: World) -> None:
    offer = answer(await world.challenge())
    before = len(world.env.http_requests)
    await world.bo.click(offer, label="Accept")
    sent = [f"{each.method} {each.path}" for each in world.env.http_requests[before:]]
    sent = [each for each in sent if not each.startswith("GET")]
    assert sent[0].endswith("/callback")  # which is in time, however long the thread takes
    assert sent[1] == f"POST /channels/{world.games.id}/messages/{offer.id}/threads"
    assert sent[2].endswith("/messages/@original")
    assert sent[3] == f"POST /channels/{offer.id}/messages"
    assert len(sent) == 4


@pytest.mark.parametrize(("clock", "days"), [("10m", 1), ("1d", 1), ("3d", 3), ("7d", 7)])
async def test_a_thread_is_listed_as_long_as_a_player_may_think(
    world: World, clock: str, days: int
) -> None:
    thread = await begun(world, clock=clock)
    metadata = world.env.backend.get_thread(thread.id).thread_metadata
    assert metadata
    assert metadata.auto_archive_duration == days * 24 * 60


async def test_each_player_is_pinged_into_the_thread_at_their_first_turn(world: World) -> None:
    """A ping makes somebody a member of a thread. Both are in the channel, but not in there."""
    thread = await begun(world)
    assert world.pinged(MESSAGES) == [world.ana.id]
    await world.ana.click(world.last(thread), label="6")
    assert world.pinged(MESSAGES) == [world.bo.id]
    await world.bo.click(world.last(thread), label="12")
    assert world.pinged() == []
    await shown_in(world, thread)


async def test_players_without_pings_find_it_by_the_link(world: World) -> None:
    await world.wants(Pings.NEVER)
    thread = await begun(world)
    assert world.pinged(MESSAGES) == []
    assert world.lines()[0].endswith(f"<#{thread.id}>")


async def test_accepting_by_a_command(world: World) -> None:
    offer = answer(await world.challenge())
    said = told(await world.bo.slash(world.games, "duel accept"))
    assert f"<#{offer.id}>" in said
    assert world.lines() == [f"{ACCEPTED} · <#{offer.id}>"]
    await shown_in(world, thread_of(world, offer.id))


async def test_accepting_in_another_channel(world: World) -> None:
    offer = answer(await world.challenge())
    other = world.guild.create_text_channel("other")
    said = world.read(told(await world.bo.slash(other, "duel accept")))
    assert "LINK" in said
    assert world.lines() == [f"{ACCEPTED} · <#{offer.id}>"]
    assert world.lines(other) == []
    await shown_in(world, thread_of(world, offer.id))


async def test_accepting_by_a_button_of_another_message(world: World) -> None:
    """The press was forged, so that message stays as it is."""
    offer = answer(await world.challenge())
    other = answer(await world.cy.slash(world.games, "duel leaderboard"))
    before = world.lines()[1]
    said = told(await world.press(world.bo, other, Accept(DuelId(1)).encode()))
    assert f"<#{offer.id}>" in said
    assert world.lines() == [f"{ACCEPTED} · <#{offer.id}>", before]
    await shown_in(world, thread_of(world, offer.id))


async def test_two_deliveries_begin_one_thread(world: World) -> None:
    offer = answer(await world.challenge())
    await world.press(world.bo, offer, Accept(DuelId(1)).encode(), times=2)
    await world.again()
    assert begins(world) == 1
    await shown_in(world, thread_of(world, offer.id))


async def test_a_rematch_in_a_thread_stays_there(world: World) -> None:
    """There are no threads within threads."""
    thread = await begun(world, size=3)
    for player, move in ((world.ana, "2"), (world.bo, "1"), (world.ana, "3")):
        await player.click(world.last(thread), label=move)
    before = world.lines()
    await world.bo.click(world.last(thread), label="Rematch")
    await world.ana.click(world.last(thread), label="Accept")
    assert begins(world) == 1
    assert is_board(world, thread)
    for player, move in ((world.bo, "2"), (world.ana, "1"), (world.bo, "3")):
        await player.click(world.last(thread), label=move)
    assert len(world.lines(thread)) == 2
    assert world.lines() == before, "the line is of the first duel"


async def test_a_typed_move_in_the_channel_is_shown_in_the_thread(world: World) -> None:
    thread = await begun(world)
    said = told(await world.ana.slash(world.games, "duel move", move="6", duel="1"))
    assert str(thread.id) in said
    assert len(world.lines()) == 1
    await shown_in(world, thread)


async def test_a_challenge_that_comes_to_nothing_has_no_thread(world: World) -> None:
    offer = answer(await world.challenge())
    await world.bo.click(offer, label="Decline")
    assert begins(world) == 0
    assert len(world.lines()) == 1


async def test_a_duel_that_is_running_gets_no_thread(world: World) -> None:
    """The server chooses threads in the middle of it."""
    await world.rules(board_mode=BoardMode.ONE)
    answer(await world.challenge())
    await world.bo.click(world.last(), label="Accept")
    await world.rules()
    await world.ana.click(world.last(), label="6")
    assert begins(world) == 0
    await shown_in(world, world.games)


# The end.


async def test_a_result_that_is_removed_is_removed_in_the_channel_too(world: World) -> None:
    thread = await begun(world, size=3)
    for player, move in ((world.ana, "2"), (world.bo, "1"), (world.ana, "3")):
        await player.click(world.last(thread), label=move)
    await world.moderator().slash(world.games, "duel-admin void", duel="1")
    assert "removed" in world.lines(thread)[0]
    assert "removed" in world.lines()[0]


async def test_a_moderator_ends_a_duel(world: World) -> None:
    thread = await begun(world)
    await world.moderator().slash(world.games, "duel-admin end", duel="1")
    assert world.lines()[0] == f"{world.lines(thread)[-1].splitlines()[0]} · <#{thread.id}>"


@pytest.mark.parametrize("name", ["Divisor Duel #1", "ana against bo"])
async def test_a_line_that_was_deleted_keeps_no_end_from_being_shown(
    world: World, name: str
) -> None:
    thread = await begun(world)
    world.env.backend.edit_channel(thread.id, {"name": name})
    world.env.backend.delete_message(world.games.id, thread.id)
    await world.resign(world.ana, thread)
    assert "Rematch" in labels(world.last(thread))
    assert world.lines() == []
