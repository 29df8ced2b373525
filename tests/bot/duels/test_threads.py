"""A thread for each duel: the board lives in it, and the channel has a line that says where it is
and, in the end, who has won."""

from typing import Any

import pytest
from simcord import ChannelHandle

from bot.interactions.custom_id import Accept, Move
from engine.ids import PlayerId
from storage.ids import DuelId, GuildId
from storage.match import BoardMode
from storage.people import Pings
from storage.trouble import DiskFull
from tests.bot.simcord.world import World, answer, labels, private, told

pytestmark = pytest.mark.boards(BoardMode.THREAD)

MESSAGES = "/messages"
ACCEPTED = "-# ⚔️ @bo accepted @ana's challenge to Divisor Duel (#1)"


async def begun(world: World, **options: Any) -> ChannelHandle:
    """The thread of a duel between Ana, who is to move, and Bo."""
    offer = answer(await world.challenge(**options))
    await world.bo.click(offer, label="Accept")
    return thread_of(world, offer.id)


def thread_of(world: World, message: int) -> ChannelHandle:
    return ChannelHandle(world.env, world.guild, world.env.backend.get_thread(message))


def is_board(world: World, place: ChannelHandle) -> bool:
    """Whether a place has one board, and below it nothing."""
    boards = [each.id for each in place.history() if "⋯" in labels(each)]
    return boards == [world.last(place).id]


async def shown_in(world: World, place: ChannelHandle) -> None:
    """The board is there, and the store knows it and what it shows."""
    await world.env.settle()
    match = await world.match()
    assert is_board(world, place)
    assert (match.board.channel, match.board.message) == (place.id, world.last(place).id)
    assert match.board.shown == match.step


def archive(world: World, thread: ChannelHandle, *, locked: bool = False) -> None:
    facts = {"archived": True, "locked": locked}
    world.env.backend.edit_channel(thread.id, {}, thread_metadata=facts)


def threads(world: World) -> list[str]:
    """The names of all threads that were begun."""
    places = world.env.backend.channels.values()
    return [each.name for each in places if each.is_thread and each.name]


def begins(world: World) -> int:
    """How often the bot asked for a thread."""
    return sum(each.path.endswith("/threads") for each in world.env.http_requests)


# The way of a duel.


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


# Where no thread can be begun, the duel goes on in the channel.


@pytest.mark.parametrize("lacking", ["create_public_threads", "send_messages_in_threads"])
@pytest.mark.parametrize("typed", [False, True])
async def test_without_permission(world: World, lacking: str, typed: bool) -> None:
    world.deny(None, lacking)
    offer = answer(await world.challenge())
    if typed:
        answer(await world.bo.slash(world.games, "duel accept"))
    else:
        await world.bo.click(offer, label="Accept")
    assert begins(world) == 0, "a thread in which it can't write would stay empty"
    assert len(world.lines()) == 1
    await shown_in(world, world.games)


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 160006), (500, 0)])
async def test_discord_begins_none(world: World, status: int, code: int) -> None:
    """There may be too many, or the bot's permission has gone a moment ago."""
    offer = answer(await world.challenge())
    world.env.inject_error(
        "POST", f"/channels/{world.games.id}/messages/*/threads", status=status, code=code, times=9
    )
    await world.bo.click(offer, label="Accept")
    assert [each.id for each in world.games.history()] == [offer.id]
    await shown_in(world, world.games)


@pytest.mark.parametrize("typed", [False, True])
async def test_a_thread_that_is_closed_to_the_bot(world: World, typed: bool) -> None:
    offer = answer(await world.challenge())
    world.env.inject_error(
        "POST", f"/channels/{offer.id}/messages", status=403, code=50013, times=None
    )
    if typed:
        await world.bo.slash(world.games, "duel accept")
    else:
        await world.bo.click(offer, label="Accept")
    assert len(world.lines()) == 1
    await shown_in(world, world.games)
    await world.ana.click(world.last(), label="6")
    await shown_in(world, world.games)


async def test_in_a_forum(world: World) -> None:
    post = world.thread(world.guild.create_forum_channel("forum"))
    offer = answer(
        await world.ana.slash(post, "duel start", game="divisor", opponent=world.bo, first="me")
    )
    await world.bo.click(offer, label="Accept")
    assert begins(world) == 0
    await shown_in(world, post)


async def test_a_challenge_that_was_deleted(world: World) -> None:
    offer = answer(await world.challenge())
    world.env.backend.delete_message(world.games.id, offer.id)
    answer(await world.bo.slash(world.games, "duel accept"))
    await shown_in(world, world.games)


# What happens to a thread.


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
    question = private(await world.ana.slash(world.games, "duel resign", duel="1"))
    await world.ana.click(question, label="Resign")
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
    question = private(await world.ana.slash(thread, "duel resign", duel="2"))
    await world.ana.click(question, label="Resign")
    assert world.lines() == before


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


async def test_a_line_that_was_deleted_keeps_no_end_from_being_shown(world: World) -> None:
    thread = await begun(world)
    world.env.backend.delete_message(world.games.id, thread.id)
    question = private(await world.ana.slash(thread, "duel resign"))
    await world.ana.click(question, label="Resign")
    assert "Rematch" in labels(world.last(thread))
    assert world.lines() == []


# The bot is gone in the middle.


async def test_a_bot_that_dies_between_thread_and_board(world: World) -> None:
    offer = answer(await world.challenge())
    world.env.inject_error("POST", f"/channels/{offer.id}/messages", status=500, times=None)
    await world.bo.click(offer, label="Accept")
    thread = thread_of(world, offer.id)
    assert world.lines(thread) == []
    world.env.backend.faults.clear()
    await world.restart()
    assert world.lines() == [f"{ACCEPTED} · <#{thread.id}>"]
    assert world.pinged(MESSAGES) == [world.ana.id]
    await shown_in(world, thread)


async def test_a_bot_that_dies_between_accepting_and_the_thread(world: World) -> None:
    """What the store has accepted, the bot shows when it is back."""
    offer = answer(await world.challenge())
    await world.store.accept(world.call(world.bo), DuelId(1), world.seating)
    await world.restart()
    assert world.lines() == [f"{ACCEPTED} · <#{offer.id}>"]
    await shown_in(world, thread_of(world, offer.id))


async def test_a_bot_that_dies_before_it_notes_the_board(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer = answer(await world.challenge())

    async def full(*_args: Any, **_more: Any) -> None:
        raise DiskFull(world.store.path)

    with monkeypatch.context() as dying:
        dying.setattr(world.store, "posted", full)
        await world.bo.click(offer, label="Accept")
    assert world.incidents()
    await world.restart()
    posts = [each.json for each in world.env.http_requests if each.path.endswith(MESSAGES)]
    first, second = [each["nonce"] for each in posts if isinstance(each, dict)][-2:]
    assert first == second, "Discord takes it for the same message"
    assert begins(world) == 2


async def test_moves_while_the_board_could_not_be_shown(world: World) -> None:
    thread = await begun(world)
    guild, player = GuildId(world.guild.id), PlayerId(world.ana.id)
    assert (await world.store.preferences(guild, player)).pings is Pings.AWAY
    await world.store.play(world.call(world.ana), DuelId(1), "6")
    await world.restart()
    assert "@ana took 6" in world.lines(thread)[-1]
    assert world.pinged(MESSAGES) == [world.bo.id]
    await shown_in(world, thread)


async def test_an_end_while_the_bot_was_gone_is_told_in_the_channel(world: World) -> None:
    thread = await begun(world)
    await world.store.resign(world.call(world.ana), DuelId(1))
    await world.restart()
    assert world.lines()[0] == f"{world.lines(thread)[-1].splitlines()[0]} · <#{thread.id}>"
