"""Boards whose requests are overtaken, lost or refused: what is shown in the end is what stands."""

import asyncio
from typing import Any

import pytest
from simcord import ChannelHandle

from bot.delivery.discord_api import DiscordApi
from bot.delivery.sender import Sender
from bot.duels.notifications import PRESENT
from bot.text.english import English
from engine.durations import SECOND
from storage.match import BoardMode, Match
from tests.bot.simcord.messages import answer, labels, private
from tests.bot.simcord.world import World

ONE, EVERY, THREAD = BoardMode
pytestmark = pytest.mark.boards(ONE)

REMOVED = "A moderator removed this result."


async def begun(world: World, **options: Any) -> Any:
    """The board of a duel between Ana, who is to move, and Bo."""
    offer = answer(await world.challenge(**options))
    await world.bo.click(offer, label="Accept")
    return world.last()


async def nearly_over(world: World, place: ChannelHandle) -> Any:
    """The board before Ana's last move."""
    for who, move in ((world.ana, "2"), (world.bo, "1")):
        await who.click(world.last(place), label=move)
    return world.last(place)


async def remove_result(world: World) -> None:
    match: Match = await world.store.void(
        world.call(world.people["boss"]), (await world.match()).id
    )
    await world.client.services.publisher.show(match, world.now())


async def killed(*_args: Any) -> None:
    raise SystemError("killed")


def boards(world: World) -> list[int]:
    """The messages that have buttons for moves."""
    return [each.id for each in world.games.history() if "⋯" in labels(each)]


async def test_a_result_that_is_removed_before_its_answer_is_shown(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.moderator()
    await begun(world, size=3)
    board, original = await nearly_over(world, world.games), DiscordApi.answer

    async def late(self: DiscordApi, *args: Any, **more: Any) -> Any:
        monkeypatch.setattr(DiscordApi, "answer", original)
        await remove_result(world)
        return await original(self, *args, **more)

    monkeypatch.setattr(DiscordApi, "answer", late)
    await world.ana.click(board, label="3")
    assert REMOVED in world.last().content


async def test_a_result_that_is_removed_while_it_is_posted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.moderator()
    await begun(world, size=3)
    board, original = await nearly_over(world, world.games), DiscordApi.post
    world.env.backend.advance_clock(PRESENT / SECOND + 1)

    async def late(self: DiscordApi, *args: Any, **more: Any) -> Any:
        monkeypatch.setattr(DiscordApi, "post", original)
        await remove_result(world)
        return await original(self, *args, **more)

    monkeypatch.setattr(DiscordApi, "post", late)
    await world.ana.click(board, label="3")
    shown = [each for each in world.games.history() if REMOVED in each.content]
    assert [each.id for each in shown] == [(await world.match()).board.message]


async def test_a_result_that_is_removed_before_the_store_knows_where_it_was_posted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.moderator()
    await begun(world, size=3)
    board, original, removed = (
        await nearly_over(world, world.games),
        world.store.posted,
        list[Any](),
    )
    world.env.backend.advance_clock(PRESENT / SECOND + 1)

    async def late(*args: Any, **more: Any) -> Any:
        monkeypatch.setattr(world.store, "posted", original)
        call = world.call(world.people["boss"])
        removed.append(await world.store.void(call, (await world.match()).id))
        return await original(*args, **more)

    monkeypatch.setattr(world.store, "posted", late)
    await world.ana.click(board, label="3")
    await world.env.settle()
    await world.client.services.publisher.show(removed[0], world.now())
    await world.env.settle()
    told = [each for each in world.games.history() if REMOVED in each.content]
    assert [each.id for each in told] == [(await world.match()).board.message]
    assert not any(each.content.startswith("🏆") for each in world.games.history())


@pytest.mark.boards(THREAD)
async def test_a_result_that_is_removed_while_it_is_told_above_the_thread(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    boss = world.moderator()
    offer = answer(await world.challenge(size=3))
    await world.bo.click(offer, label="Accept")
    thread = ChannelHandle(world.env, world.guild, world.env.backend.get_thread(offer.id))
    board, original = await nearly_over(world, thread), Sender.edit
    removed, held = asyncio.Event(), list[int]()

    async def late(self: Sender, guild: Any, channel: Any, *args: Any) -> None:
        if channel == world.games.id and not held:
            held.append(channel)
            await world.env.external_wait(removed.wait(), reason="the removal")
        await original(self, guild, channel, *args)

    monkeypatch.setattr(Sender, "edit", late)
    await world.ana.click(board, label="3")
    await boss.slash(world.games, "duel-admin void", duel="1")
    removed.set()
    await world.env.settle()
    assert REMOVED in world.lines()[0]


@pytest.mark.boards(ONE)
@pytest.mark.parametrize("how", ["resigned", "out of time"])
async def test_an_end_is_told_on_the_board_where_nothing_can_be_posted(
    world: World, how: str
) -> None:
    board = await begun(world, clock="10m")
    world.env.inject_error("POST", "/channels/*", status=403, code=50013, times=None)
    if how == "resigned":
        await world.resign(world.ana, duel="1")
    else:
        await world.env.advance_time(601)
    assert world.lines()[-1].startswith("🏆 **@bo beats @ana**")
    world.env.backend.faults.clear()
    shown = answer(await world.bo.slash(world.games, "duel board", duel="1"))
    assert shown.id != board.id
    assert boards(world) == []


async def test_a_board_that_was_left_behind_goes_when_it_is_pressed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot was killed before it could delete it."""
    board = await begun(world)
    with monkeypatch.context() as dying:
        dying.setattr(Sender, "tidy", killed)
        await world.ana.slash(world.games, "duel move", move="6")
    assert world.incidents() == ["background work failed"]
    assert len(boards(world)) == 2
    told = private(await world.bo.click(board, label="12"))
    assert "That board is from move 1." in told.content
    await world.env.settle()
    assert boards(world) == [(await world.match()).board.message]


async def test_a_board_that_was_left_behind_goes_when_it_is_played_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It shows the same position as the newest one, which was asked for."""
    board = await begun(world)
    with monkeypatch.context() as dying:
        dying.setattr(Sender, "tidy", killed)
        await world.bo.slash(world.games, "duel board")
    assert world.incidents() == ["background work failed"]
    await world.ana.click(board, label="6")
    await world.env.settle()
    assert boards(world) == [(await world.match()).board.message]


async def test_the_end_stays_when_a_rematch_is_asked_for(world: World) -> None:
    await begun(world, size=3)
    end = await world.play(world.last(), 2, 1, 3)
    said = end.content
    answer(await world.bo.click(end, label="Rematch"))
    await world.env.settle()
    assert said in [each.content for each in world.games.history()]


async def test_a_board_that_is_posted_anew_is_deleted_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The note of the new board waits for the next commit, and nobody waits for that."""
    board, original, committed = await begun(world), world.store.posted, asyncio.Event()
    world.env.backend.advance_clock(PRESENT / SECOND + 1)

    async def waiting(*args: Any, **more: Any) -> Any:
        await world.env.external_wait(committed.wait(), reason="the next commit")
        return await original(*args, **more)

    delete = DiscordApi.delete_original

    async def over_a_socket(self: DiscordApi, *args: Any) -> None:
        await asyncio.sleep(0)
        await delete(self, *args)

    monkeypatch.setattr(world.store, "posted", waiting)
    monkeypatch.setattr(DiscordApi, "delete_original", over_a_socket)
    before = len(world.env.http_requests)
    await world.ana.click(board, label="6")
    assert [each.method for each in world.env.http_requests[before:]].count("DELETE") == 1
    committed.set()
    await world.env.settle()
    assert boards(world) == [(await world.match()).board.message]


async def test_a_forged_press_deletes_no_message(world: World) -> None:
    """The last board has no button for an earlier move, nor has the end of another duel."""
    await begun(world, size=3)
    end = await world.play(world.last(), 2, 1, 3)
    await world.challenge()
    await world.bo.click(world.last(), label="Accept")
    await world.ana.click(world.last(), label="6")
    for message in (end, world.last()):
        private(await world.press(world.bo, message, "d1:m:2:0:12"))
    await world.env.settle()
    assert end.id in [each.id for each in world.games.history()]
    assert boards(world) == [(await world.match(2)).board.message]


async def test_a_move_is_seen_though_its_board_is_slow_to_be_posted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py tries for half a minute where Discord is down."""
    board, original = await begun(world), DiscordApi.post
    world.env.backend.advance_clock(PRESENT / SECOND + 1)
    posted = asyncio.Event()

    async def slow(self: DiscordApi, *args: Any, **more: Any) -> Any:
        await world.env.external_wait(posted.wait(), reason="Discord")
        return await original(self, *args, **more)

    monkeypatch.setattr(DiscordApi, "post", slow)
    monkeypatch.setattr("bot.duels.publisher.SLOW", 0)
    data = {"custom_id": "d1:m:1:0:6", "component_type": 2}
    pressed = world.payload(board)
    await world.deliver(
        world.ana, 3, world.games.id, data, message=pressed, source=board.id, settle=False
    )
    await world.env.settle()
    assert "@ana took 6.**" in world.read(world.last())
    assert boards(world) == [board.id]
    posted.set()
    await world.env.settle()
    assert boards(world) == [(await world.match()).board.message] != [board.id]


@pytest.mark.boards(EVERY)
async def test_a_move_that_can_be_shown_nowhere_is_confirmed(world: World) -> None:
    board = await world.duel()
    for method in ("POST", "PATCH"):
        world.env.inject_error(method, "/channels/*", status=403, code=50013, times=None)
    world.env.inject_error("POST", "*/callback", status=403, code=50013)
    told = private(await world.ana.click(board, label="6"))
    assert told.content == English.MOVED_NOWHERE
    assert (await world.match()).step == 2


@pytest.mark.boards(THREAD)
async def test_a_thread_is_begun_though_the_answer_is_lost(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer, original = answer(await world.challenge()), DiscordApi.begin_thread

    async def lost(self: DiscordApi, *args: Any) -> None:
        await original(self, *args)
        monkeypatch.setattr(DiscordApi, "begin_thread", original)
        raise OSError("connection reset")

    monkeypatch.setattr(DiscordApi, "begin_thread", lost)
    await world.bo.click(offer, label="Accept")
    assert (await world.match()).board.channel == offer.id


async def test_a_press_on_a_board_that_is_deleted_at_that_moment_is_answered(world: World) -> None:
    board = await begun(world)
    world.env.inject_error("POST", "*/callback", status=404, code=10008, times=2)
    told = private(await world.ana.click(board, label="6"))
    assert told.content.startswith("Done. The board is here: ")
    assert told.content.endswith(f"/{(await world.match()).board.message}")
