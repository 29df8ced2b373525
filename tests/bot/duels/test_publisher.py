"""The publisher posts the board of each step once, in order, and with the right nonce."""

import asyncio
from contextlib import ExitStack
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.duels.catch_up import CatchUp
from bot.duels.unshown import Unshown
from bot.interactions import recent_interactions
from bot.interactions.permissions import member
from bot.interactions.refusals import DeadButton
from bot.interactions.request import Request
from engine.durations import MINUTE
from engine.ids import Instant, PlayerId
from storage.ids import ChannelId, GuildId
from storage.match import Board, Match
from storage.people import Pings
from storage.trouble import DiskFull
from tests.bot.simcord.messages import answer, labels, private, told
from tests.bot.simcord.world import ANSWER, POST, World, views_kept


def live(world: World) -> int:
    """How many boards can be moved on."""
    return sum("⋯" in labels(each) for each in world.games.history())


def nonces(world: World) -> list[str]:
    posts = [each.json for each in world.env.http_requests if each.path.endswith(POST)]
    return [each["nonce"] for each in posts if isinstance(each, dict)]


def late(world: World) -> None:
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)


async def test_the_same_step_is_posted_with_the_same_nonce(world: World) -> None:
    """The retry of a post that seemed to fail, and arrived all the same, isn't a second message."""
    board = await world.duel()
    late(world)
    world.env.inject_error("POST", "/channels/*/messages", status=500)
    await world.ana.click(board, label="6")
    await world.env.advance_time(16)
    first, second = nonces(world)
    assert first == second
    assert len(first) <= 25
    late(world)
    await world.bo.click(world.last(), label="12")
    assert nonces(world)[2] != first


async def test_other_duels_channels_and_kinds_have_other_nonces(world: World) -> None:
    boards = [await world.duel(), await world.duel("parity")]
    for board in boards:
        late(world)
        await world.ana.click(board, label="6")
    late(world)
    await world.bo.slash(world.games, "duel board", duel="1")
    late(world)
    await world.bo.slash(world.guild.create_text_channel("other"), "duel board", duel="1")
    await world.client.services.publisher.post_line(await world.match(), "a line")
    assert len(set(nonces(world))) == 5


async def test_two_boards_asked_for_at_once_leave_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both were asked for while the same message was the board."""
    await world.duel()
    match = await world.match()
    publisher, gate, asked = world.client.services.publisher, asyncio.Event(), list[int]()
    shown = publisher.answer

    async def together(request: Request, _match: Match, **more: Any) -> None:
        asked.append(request.interaction.id)
        if len(asked) == 2:
            gate.set()
        await gate.wait()
        await shown(request, match, **more)

    monkeypatch.setattr(publisher, "answer", together)
    start = {"type": 1, "name": "duel", "id": "1", "options": [{"name": "board", "type": 1}]}
    for who in (world.ana, world.bo):
        await world.deliver(who, 2, world.games.id, start, settle=False)
    await world.env.settle()
    assert live(world) == 1
    assert world.last().id == (await world.match()).board.message


async def test_what_could_not_be_noted_is_not_posted_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await world.duel()
    posted = world.store.posted

    async def full(*_args: Any, **_more: Any) -> None:
        monkeypatch.setattr(world.store, "posted", posted)
        raise DiskFull(world.store.backend.path)

    monkeypatch.setattr(world.store, "posted", full)
    await world.ana.click(board, label="6")
    assert world.incidents() == ["incident"]
    await world.env.advance_time(16)
    assert sum("@ana took 6.**" in line for line in world.lines()) == 1
    assert (await world.match()).board.shown == 2
    assert live(world) == 1


async def test_an_answer_that_died_is_made_up_for_without_a_restart(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await world.duel()
    publisher = world.client.services.publisher

    async def die(*_args: Any, **_more: Any) -> None:
        monkeypatch.undo()
        raise SystemError("killed")

    monkeypatch.setattr(publisher, "answer", die)
    await world.ana.click(board, label="6")
    assert world.incidents() == ["incident"]
    await world.env.advance_time(16)
    assert sum("@ana took 6.**" in line for line in world.lines()) == 1


async def test_looking_for_what_is_not_shown_that_fails_goes_on_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await world.duel()
    late(world)
    world.env.inject_error("POST", "/channels/*/messages", status=500)
    await world.ana.click(board, label="6")
    unshown = world.store.unshown

    async def fail(*_args: Any) -> None:
        monkeypatch.setattr(world.store, "unshown", unshown)
        raise OSError

    monkeypatch.setattr(world.store, "unshown", fail)
    await world.env.advance_time(16)
    assert world.incidents() == ["background work failed"]
    await world.env.advance_time(16)
    assert sum("@ana took 6.**" in line for line in world.lines()) == 1


async def test_a_refusal_leaves_nothing_to_make_up_for(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await world.duel()
    told(await world.bo.click(board, label="6"))
    looked, unshown = list[GuildId](), world.store.unshown

    async def looking(guild: GuildId, most: int) -> Any:
        looked.append(guild)
        return await unshown(guild, most)

    monkeypatch.setattr(world.store, "unshown", looking)
    await world.env.advance_time(16)
    assert looked == []


async def test_an_end_stays_where_it_was_told(world: World) -> None:
    await world.play(await world.duel(size=3), 2, 1, 3)
    end, place = world.lines()[-1], (await world.match()).board
    other = world.guild.create_text_channel("other")
    assert world.read(answer(await world.bo.slash(other, "duel board", duel="1"))) == end
    assert world.lines()[-1] == end
    assert (await world.match()).board == place


async def test_a_challenge_that_came_to_nothing_stays_told(world: World) -> None:
    await world.bo.click(answer(await world.challenge()), label="Decline")
    before = world.lines()
    answer(await world.ana.slash(world.games, "duel board", duel="1"))
    assert world.lines() == [*before, before[0]]


async def test_giving_up_forgets_no_good_board(world: World) -> None:
    board = await world.duel()
    other = world.guild.create_text_channel("other")
    late(world)
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await world.ana.slash(other, "duel board")
    assert (await world.match()).board == Board(
        ChannelId(world.games.id), (await world.match()).board.message, 1
    )
    answer(await world.ana.click(board, label="6"))


async def test_what_discord_refuses_is_not_tried_for_ever(world: World) -> None:
    """A thread that was archived and locked, for one."""
    board = await world.duel()
    late(world)
    world.env.inject_error("POST", "/channels/*/messages", status=400, code=50083, times=None)
    await world.ana.click(board, label="6")
    sent = len(nonces(world))
    await world.env.advance_time(60)
    assert len(nonces(world)) == sent


async def test_nobody_is_reminded_who_has_moved(world: World) -> None:
    await world.duel()
    before = await world.match()
    await world.play(world.last(), 6)
    duel: Any = before.duel
    await world.client.services.reminders.remind(before, duel, world.now())
    assert not any(line.startswith("⏳") for line in world.lines())


async def test_declining_by_a_button_that_was_made_up(world: World) -> None:
    """The button is on another message than the challenge, which the press must not change."""
    await world.duel()
    answer(await world.challenge("parity"))
    other = world.games.history()[1]
    assert told(await world.press(world.bo, other, "d1:d:2")) == "You declined the challenge."
    assert "accepted" in other.content


async def test_no_view_is_kept(world: World) -> None:
    await world.play(await world.duel(), 6, 12)
    private(await world.ana.slash(world.games, "duel rules"))
    assert views_kept(world) == []


@pytest.mark.parametrize("how", ["resign", "end"])
async def test_who_is_pinged_by_an_end(world: World, how: str) -> None:
    await world.wants(Pings.ALWAYS)
    await world.duel()
    if how == "end":
        await world.moderator().slash(world.games, "duel-admin end", duel="1")
    else:
        await world.resign(world.ana)
    assert world.pinged(by=POST) == ([] if how == "end" else [world.bo.id])


async def test_whoever_has_lost_by_the_last_number_of_all_is_pinged_too(world: World) -> None:
    """The last number of a sequence is the first seat's, whoever wins."""
    await world.wants(Pings.ALWAYS)
    await world.play(await world.duel("sequence"), 6, 1, 1 + 2, 5, 2, 7, 8, 9, 4)
    assert world.pinged(by=ANSWER) == [world.bo.id]


async def test_a_board_of_somebody_erased_pings_nobody(world: World) -> None:
    await world.play(await world.duel(size=3), 2, 1, 3)
    await world.store.erase(GuildId(world.guild.id), PlayerId(world.bo.id), world.now())
    await world.client.services.publisher.show(await world.match(), world.now())
    assert world.pinged() == []


async def test_many_ends_at_once_are_all_told(world: World) -> None:
    """More than the clock deals with at a time."""
    for nth in range(102):
        player = world.join(f"p{nth}")
        await player.slash(world.games, "duel start", game="divisor", opponent=world.bo)
    await world.env.advance_time(15 * MINUTE / 1000 + 1)
    assert sum("in time" in line for line in world.lines()) == 102


@pytest.mark.parametrize("stopping", [False, True])
async def test_the_clock_does_not_begin_again_while_stopping(
    world: World, monkeypatch: pytest.MonkeyPatch, *, stopping: bool
) -> None:
    beats = list[Instant]()

    async def beat(now: Instant, *_shard: object) -> None:
        beats.append(now)

    world.client.dispatcher.closing = stopping
    await world.client.services.scheduler.stop()
    monkeypatch.setattr(world.store, "beat", beat)
    await world.event("resumed")
    assert bool(beats) is not stopping


async def test_moving_number_nought_is_not_moving_the_only_one(world: World) -> None:
    await world.challenge()
    said = told(await world.bo.slash(world.games, "duel decline", duel="0"))
    assert said == "There is no duel #0 in this server. `/duel list` shows yours."


async def test_what_was_under_way_when_it_was_found_is_left_to_whoever_shows_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Catch-up reads the duel before the publisher notes the board, and hands it over
    afterwards."""
    await world.play(await world.duel(), 6)
    shown, guild = await world.match(), GuildId(world.guild.id)
    unnoted = replace(shown, board=replace(shown.board, shown=1))
    unshown, read, in_flight = Unshown(), world.store.duel, ExitStack()
    catch_up = CatchUp(world.store, world.client.services.publisher.show_late, unshown)

    async def finding(*_args: Any) -> tuple[Match, ...]:
        in_flight.enter_context(unshown.in_flight(guild, shown.id))
        return (unnoted,)

    async def reading(*_args: Any) -> Match:
        in_flight.close()
        return unnoted

    monkeypatch.setattr(world.store, "unshown", finding)
    monkeypatch.setattr(world.store, "duel", reading)
    before = world.lines()
    await catch_up.catch_up((guild,), world.now())
    monkeypatch.setattr(world.store, "duel", read)
    assert world.lines() == before
    assert unshown.behind == {guild}


async def test_a_typed_move_that_is_stored_but_not_shown_yet_is_left_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows yet which duel it was for when catch-up finds it."""
    await world.duel()
    store, play_here = world.store, world.store.play_here

    async def caught(*args: Any) -> Match | None:
        played = await play_here(*args)
        await world.client.services.catch_up.catch_up((GuildId(world.guild.id),), world.now())
        return played

    monkeypatch.setattr(store, "play_here", caught)
    before = len(world.lines())
    await world.ana.slash(world.games, "duel move", move="6")
    assert (await world.match()).step == 2
    assert len(world.lines()) == before + 1


# The same interaction, brought again after a restart: the store knows it, the desk doesn't.


async def begin(world: World, step: str) -> None:
    """Take a step whose interaction is the last one."""
    if step in ("decline", "cancel"):
        await world.challenge()
        who = world.bo if step == "decline" else world.ana
        await who.slash(world.games, f"duel {step}")
        return
    await world.duel(size=3)
    other = world.guild.create_text_channel("other")
    match step:
        case "move":
            await world.ana.slash(world.games, "duel move", move="2")
        case "move from elsewhere":
            await world.ana.slash(other, "duel move", move="2", duel="1")
        case "resign":
            await world.resign(world.ana)
        case "end":
            await world.moderator().slash(world.games, "duel-admin end", duel="1")
        case "void":
            await world.play(world.last(), 2, 1, 3)
            await world.moderator().slash(world.games, "duel-admin void", duel="1")


@pytest.mark.parametrize(
    "step", ["decline", "cancel", "move", "move from elsewhere", "resign", "end", "void"]
)
async def test_a_step_that_is_brought_again_after_a_restart(world: World, step: str) -> None:
    await begin(world, step)
    before, match = world.lines(), await world.match()
    await world.restart()
    sent = len(world.env.http_requests)
    await world.again()
    assert world.lines() == before
    assert (await world.match()).board == match.board
    news = world.env.http_requests[sent:]
    assert [each for each in news if "messages" in each.path] == []


async def test_an_interaction_that_comes_again_is_served_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot remembers a limited number of interactions."""
    monkeypatch.setattr(recent_interactions, "REMEMBERED", 2)

    def served() -> int:
        return [each["event"] for each in world.log].count("interaction")

    for _ in range(3):
        await world.ana.slash(world.games, "duel help")
    await world.again()
    await world.again(2)
    assert served() == 3
    await world.again(3)
    assert served() == 4


async def test_a_public_page_that_comes_too_late_is_let_go(world: World) -> None:
    late(world)
    await world.ana.slash(world.games, "duel leaderboard")
    assert world.lines() == []


async def test_outside_of_servers_there_is_nobody_to_look_for() -> None:
    request: Any = SimpleNamespace(interaction=SimpleNamespace(guild=None))
    with pytest.raises(DeadButton):
        await member(request, PlayerId(1))
