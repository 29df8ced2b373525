"""One living board for each duel: when it is updated in place, and when it is posted anew."""

import asyncio
from typing import Any

import discord
import pytest

from bot.delivery.discord_api import DiscordApi
from bot.duels.notifications import PRESENT
from bot.duels.scheduler import BEAT
from engine.durations import SECOND
from storage.ids import MessageId
from storage.match import Board, BoardMode
from storage.people import Pings
from storage.trouble import DiskFull
from tests.bot.simcord.messages import answer, labels, private, told
from tests.bot.simcord.world import World

pytestmark = pytest.mark.boards(BoardMode.ONE)

CALLBACK, MESSAGES = "/callback", "/messages"


async def begun(world: World, **options: Any) -> Any:
    """The board of a duel between Ana, who is to move, and Bo."""
    answer(await world.challenge(**options))
    await world.bo.click(world.last(), label="Accept")
    return world.last()


def later(world: World) -> None:
    """So much later that nobody is present any more."""
    world.env.backend.advance_clock(PRESENT / SECOND + 1)


def requests(world: World, since: int) -> list[str]:
    """The last part of each request's path since then, with its method."""
    sent = world.env.http_requests[since:]
    return [f"{each.method} {each.path.rpartition('/')[2]}" for each in sent]


def kinds(world: World) -> list[int]:
    """The types of all answers to interactions."""
    sent = (each.json for each in world.env.http_requests if each.path.endswith(CALLBACK))
    return [each["type"] for each in sent if isinstance(each, dict)]


def nonces(world: World) -> list[str]:
    posts = (each.json for each in world.env.http_requests if each.path.endswith(MESSAGES))
    return [each["nonce"] for each in posts if isinstance(each, dict)]


def boards(world: World) -> list[int]:
    """The messages that have buttons for moves."""
    return [each.id for each in world.games.history() if "⋯" in labels(each)]


async def shown(world: World) -> None:
    """There is one board, and the store knows it and what it shows."""
    await world.env.settle()
    match = await world.match()
    assert boards(world) == [match.board.message]
    assert match.board.shown == match.step


async def test_accepting_turns_the_challenge_into_the_board(world: World) -> None:
    offered = answer(await world.challenge())
    board = answer(await world.bo.click(offered, label="Accept"))
    assert board.id == offered.id
    assert len(world.lines()) == 1
    await shown(world)


async def test_a_press_updates_the_board_with_one_request(world: World) -> None:
    board, before = await begun(world), len(world.env.http_requests)
    for player, move in ((world.ana, "6"), (world.bo, "12"), (world.ana, "4")):
        await player.click(board, label=move)
    assert requests(world, before) == ["POST callback"] * 3
    assert kinds(world)[-3:] == [7] * 3
    assert len(world.lines()) == 1
    assert world.pinged() == []
    await shown(world)


async def test_a_duel_goes_on_as_it_began(world: World) -> None:
    """The server chooses another way to show duels, and another duel moves both ratings."""
    await world.played(world.ana, world.bo)
    board = await begun(world)
    assert "1662" in board.content
    await world.rules(board_mode=BoardMode.EVERY)
    await world.played(world.bo, world.ana)
    await world.ana.click(board, label="6")
    await world.restart()
    await world.bo.click(board, label="12")
    assert len(world.lines()) == 1
    assert "1662" in world.last().content
    assert "1338" in world.last().content
    assert boards(world) == [(await world.match(2)).board.message]


async def test_a_player_who_is_away_is_pinged_by_a_new_board(world: World) -> None:
    board = await begun(world)
    later(world)
    before = len(world.env.http_requests)
    await world.ana.click(board, label="6")
    assert sorted(requests(world, before)) == [
        "DELETE @original",
        "POST callback",
        "POST messages",
    ]
    assert kinds(world)[-1] == 6
    assert world.pinged(MESSAGES) == [world.bo.id]
    assert world.last().id != board.id
    assert world.last().reference is None
    await shown(world)


async def test_somebody_who_acts_elsewhere_is_away(world: World) -> None:
    board, other = await begun(world), world.guild.create_text_channel("other")
    later(world)
    private(await world.bo.slash(other, "duel resign", duel="1"))
    await world.ana.click(board, label="6")
    assert world.pinged(MESSAGES) == [world.bo.id]
    private(await world.ana.slash(world.games, "duel resign", duel="1"))
    await world.bo.click(world.last(), label="12")
    assert kinds(world)[-1] == 7


async def test_somebody_who_looks_at_something_is_there(world: World) -> None:
    board = await begun(world)
    later(world)
    private(await world.bo.click(board, label="⋯"))
    await world.ana.click(board, label="6")
    assert kinds(world)[-1] == 7
    assert world.pinged() == []


@pytest.mark.parametrize("pings", [Pings.ALWAYS, Pings.NEVER])
async def test_a_player_chooses_when_to_be_pinged(world: World, pings: Pings) -> None:
    board = await begun(world)
    await world.wants(pings, world.bo)
    if pings is Pings.NEVER:
        later(world)
    await world.ana.click(board, label="6")
    assert kinds(world)[-1] == (6 if pings is Pings.ALWAYS else 7)
    assert world.pinged() == ([world.bo.id] if pings is Pings.ALWAYS else [])
    await shown(world)


async def test_a_board_that_others_have_written_below_is_posted_anew(world: World) -> None:
    board = await begun(world)
    await world.cy.send(world.games, "good luck")
    await world.ana.click(board, label="6")
    assert world.last().id != board.id
    assert world.pinged(MESSAGES) == []
    assert len(world.lines()) == 2
    await shown(world)


async def test_a_typed_move_is_answered_by_the_board(world: World) -> None:
    board = await begun(world)
    moved = answer(await world.ana.slash(world.games, "duel move", move="6"))
    assert [each.id for each in world.games.history()] == [moved.id]
    assert moved.id != board.id
    await shown(world)


@pytest.mark.parametrize("code", [30046, 10008, 10062])
async def test_a_board_that_cannot_be_updated_is_posted_anew(world: World, code: int) -> None:
    """It is too old, it was deleted, or the answer comes too late."""
    board = await begun(world)
    status = 400 if code == 30046 else 404
    times = 2 if code == 10062 else 1  # nothing can be acknowledged either
    world.env.inject_error("POST", "*/callback", status=status, code=code, times=times)
    if code == 10062:
        world.env.inject_error("DELETE", "/webhooks/*", status=404, code=10015)
    await world.ana.click(board, label="6")
    assert world.last().id != board.id
    await shown(world)


async def test_where_the_bot_may_not_post_the_board_is_updated(world: World) -> None:
    board = await begun(world)
    later(world)
    world.env.inject_error("POST", "/channels/*", status=403, code=50013, times=None)
    await world.ana.click(board, label="6")
    assert [each.id for each in world.games.history()] == [board.id]
    await shown(world)


async def test_a_post_that_fails_is_made_up_for_with_its_ping(world: World) -> None:
    """Until then the board that is there shows the move."""
    board = await begun(world)
    later(world)
    world.env.inject_error("POST", "/channels/*", status=500, times=5)
    await world.ana.click(board, label="6")
    assert boards(world) == [board.id]
    assert "6" in world.read(world.last()).partition("\n")[0]
    world.env.backend.faults.clear()
    await world.env.advance_time(16)
    assert boards(world) != [board.id]
    assert world.pinged(MESSAGES) == [world.bo.id]
    assert len(set(nonces(world))) == 1
    await shown(world)


async def test_a_board_that_was_posted_and_deleted_is_posted_again(world: World) -> None:
    """For the nonce of a message that has been deleted, Discord posts none."""
    board = await begun(world)
    later(world)
    world.env.inject_error("POST", "/channels/*", status=404, code=10008)
    await world.ana.click(board, label="6")
    assert len(set(nonces(world))) == 2
    assert world.pinged(MESSAGES) == [world.bo.id]
    await shown(world)


async def test_an_old_board_that_could_not_be_deleted_is_deleted_later(world: World) -> None:
    board = await begun(world)
    later(world)
    world.env.inject_error("DELETE", "*", status=500, times=None)
    await world.ana.click(board, label="6")
    assert len(boards(world)) == 2
    world.env.backend.faults.clear()
    await world.env.advance_time(BEAT / SECOND + 1)
    await shown(world)


async def test_an_end_is_told_in_place_of_the_board(world: World) -> None:
    answer(await world.challenge(size=3))
    await world.bo.click(world.last(), label="Accept")
    for player, move in ((world.ana, "2"), (world.bo, "1"), (world.ana, "3")):
        await player.click(world.last(), label=move)
    assert len(world.lines()) == 1
    assert "Rematch" in labels(world.last())
    assert boards(world) == []
    assert (await world.match()).board.shown == (await world.match()).step


async def test_resigning_replaces_the_board_by_the_end(world: World) -> None:
    await begun(world)
    await world.resign(world.ana)
    assert len(world.lines()) == 1
    assert "Rematch" in labels(world.last())


async def test_a_player_who_runs_out_of_time_finds_the_end_below(world: World) -> None:
    await begun(world, clock="10m")
    await world.wants(Pings.NEVER, world.ana)
    await world.env.advance_time(601)
    assert len(world.lines()) == 1
    assert world.pinged(MESSAGES) == [world.bo.id]


async def test_a_reminder_is_the_board_with_a_ping(world: World) -> None:
    board = await begun(world, clock="1h")
    await world.env.advance_time(46 * 60)
    assert len(world.lines()) == 1
    assert world.last().id != board.id
    assert world.lines()[0].startswith("⏳ @ana")
    assert world.pinged(MESSAGES) == [world.ana.id]
    await shown(world)
    await world.wants(Pings.NEVER, world.bo)
    reminding = world.last()
    await world.ana.click(reminding, label="6")
    assert world.last().id == reminding.id
    assert "⏳" not in world.last().content


async def test_a_board_that_is_asked_for_replaces_the_one_before(world: World) -> None:
    board = await begun(world)
    again = answer(await world.ana.slash(world.games, "duel board"))
    assert [each.id for each in world.games.history()] == [again.id]
    assert again.id != board.id
    await shown(world)


async def test_a_board_that_moves_to_another_channel_leaves_a_line(world: World) -> None:
    await begun(world)
    other = world.guild.create_text_channel("other")
    answer(await world.ana.slash(other, "duel board"))
    assert len(world.lines()) == 1
    assert "LINK" in world.lines()[0]
    assert boards(world) == []
    assert len(world.lines(other)) == 1


async def kill_before_the_note(world: World, monkeypatch: pytest.MonkeyPatch, board: Any) -> None:
    """Ana moves, and the bot ends before it has noted where that is shown."""
    posted = world.store.posted

    async def die(*_args: Any, **_more: Any) -> None:
        raise DiskFull(world.store.backend.path)

    monkeypatch.setattr(world.store, "posted", die)
    await world.ana.click(board, label="6")
    monkeypatch.setattr(world.store, "posted", posted)
    assert set(world.incidents()) == {"background work failed"}
    await world.restart()


async def test_a_bot_that_dies_before_it_notes_an_update_shows_one_board(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await kill_before_the_note(world, monkeypatch, await begun(world))
    assert len(world.lines()) == 1
    await shown(world)


async def test_a_bot_that_dies_before_it_notes_a_post_posts_it_with_the_same_nonce(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes it for the same message."""
    board = await begun(world)
    later(world)
    await kill_before_the_note(world, monkeypatch, board)
    first, second = nonces(world)
    assert first == second


async def test_a_deleted_board_comes_back_with_the_next_move(world: World) -> None:
    board = await begun(world)
    manages = world.guild.create_role("mods", permissions=discord.Permissions(manage_messages=True))
    await world.join("boss", roles=[manages]).delete(board)
    answer(await world.ana.slash(world.games, "duel move", move="6"))
    await shown(world)


async def test_a_forged_press_changes_no_other_board(world: World) -> None:
    """Bo makes a move in one duel by a button that he has put on the board of another."""
    first = await begun(world)
    answer(await world.challenge("parity", opponent=world.bo))
    before = world.read(first)
    other = world.last()
    await world.bo.click(other, label="Accept")
    other = world.last()
    await world.press(world.ana, first, "d1:m:2:0:6")
    assert world.read(world.games.history()[0]) == before
    assert other.id not in boards(world)
    assert len(boards(world)) == 2


async def test_a_board_that_is_asked_for_during_a_move_is_not_lost(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ana's press updates the board that Bo's request replaces. The board that has replaced it
    is noted first, and the update after it."""
    board = await begun(world)
    posted, asked, noting = world.store.posted, asyncio.Event(), asyncio.Event()

    async def late(guild: Any, number: Any, at: Board, *, soon: bool = False) -> Board | None:
        if soon:
            noting.set()
            await asked.wait()
        return await posted(guild, number, at, soon=soon)

    monkeypatch.setattr(world.store, "posted", late)
    move = {"custom_id": "d1:m:1:0:6", "component_type": 2}
    shows = world.payload(board)
    await world.deliver(
        world.ana, 3, world.games.id, move, message=shows, source=board.id, settle=False
    )
    await noting.wait()
    before = await world.match()
    monkeypatch.setattr(world.store, "posted", posted)
    # Bo's request was read before the move.
    await posted(before.guild, before.id, Board(before.board.channel, MessageId(1), 1))
    asked.set()
    await world.env.settle()
    assert board.id not in boards(world)
    await shown(world)


async def test_two_duels_have_a_board_each(world: World) -> None:
    first = await begun(world)
    answer(await world.challenge("parity"))
    await world.bo.click(world.last(), label="Accept")
    second = world.last()
    await world.ana.click(first, label="6")
    # The other duel's board is below, so this one is posted anew.
    assert len(boards(world)) == 2
    assert boards(world)[0] == second.id
    await world.ana.click(second, label="6")
    assert len(boards(world)) == 2
    assert second.id not in boards(world)


async def test_a_removed_result_changes_the_message_that_told_it(world: World) -> None:
    answer(await world.challenge(size=3))
    await world.bo.click(world.last(), label="Accept")
    for player, move in ((world.ana, "2"), (world.bo, "1"), (world.ana, "3")):
        await player.click(world.last(), label=move)
    end = world.last()
    await world.moderator().slash(world.games, "duel-admin void", duel="1")
    assert world.games.history()[0].id == end.id
    assert "removed" in world.lines()[0]


async def test_a_press_on_an_old_board_is_told_where_the_new_one_is(world: World) -> None:
    board = await begun(world)
    await world.ana.click(board, label="6")
    said = world.read(told(await world.press(world.bo, board, "d1:m:1:0:7")))
    assert "LINK" in said


@pytest.mark.boards(BoardMode.THREAD)
async def test_the_challenge_above_a_thread_leads_there(world: World) -> None:
    """It keeps its line when the board in the thread is known: that message may soon be another."""
    offered = answer(await world.challenge())
    await world.bo.click(offered, label="Accept")
    await world.env.settle()
    above = next(each for each in world.games.history() if each.id == offered.id)
    assert above.content.endswith(f"<#{offered.id}>")


async def test_a_post_whose_answer_is_lost_is_known_all_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise it would stay for good once the duel has gone on."""
    board, post = await begun(world), DiscordApi.post

    async def lost(*args: Any) -> None:
        await post(*args)
        monkeypatch.setattr(DiscordApi, "post", post)
        raise OSError("connection reset")

    await world.cy.send(world.games, "good luck")
    monkeypatch.setattr(DiscordApi, "post", lost)
    await world.ana.click(board, label="6")
    # Discord takes a nonce once, and tells of the same message again.
    first, again = nonces(world)
    assert first == again
