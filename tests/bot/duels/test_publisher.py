"""What goes on between a step and its board: once, in order, and with the right nonce."""

import asyncio
from contextlib import ExitStack
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.duels.catch_up import CatchUp
from bot.duels.unshown import Unshown
from bot.interactions import dispatch
from bot.interactions.permissions import member
from bot.interactions.refusals import DeadButton
from bot.interactions.request import Request
from engine.durations import MINUTE
from engine.ids import Instant, PlayerId
from storage.ids import ChannelId, GuildId
from storage.match import Board, Match
from storage.trouble import DiskFull
from tests.bot.simcord.server import ANSWER, POST, Hall, answer, labels, private, told, views_kept


def live(hall: Hall) -> int:
    """How many boards can be moved on."""
    return sum("Resign" in labels(each) for each in hall.games.history())


def nonces(hall: Hall) -> list[str]:
    posts = [each.json for each in hall.env.http_requests if each.path.endswith(POST)]
    return [each["nonce"] for each in posts if isinstance(each, dict)]


def late(hall: Hall) -> None:
    hall.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)


async def test_the_same_step_is_posted_with_the_same_nonce(hall: Hall) -> None:
    """So that a post that failed, and arrived all the same, isn't doubled by another."""
    board = await hall.duel()
    late(hall)
    hall.env.inject_error("POST", "/channels/*/messages", status=500)
    await hall.ana.click(board, label="6")
    await hall.env.advance_time(16)
    first, second = nonces(hall)
    assert first == second
    assert len(first) <= 25
    late(hall)
    await hall.bo.click(hall.last(), label="12")
    assert nonces(hall)[2] != first


async def test_other_duels_channels_and_kinds_have_other_nonces(hall: Hall) -> None:
    boards = [await hall.duel(), await hall.duel("parity")]
    for board in boards:
        late(hall)
        await hall.ana.click(board, label="6")
    late(hall)
    await hall.bo.slash(hall.games, "duel board", duel="1")
    late(hall)
    await hall.bo.slash(hall.guild.create_text_channel("other"), "duel board", duel="1")
    await hall.client.services.publisher.post_line(await hall.match(), "a line")
    assert len(set(nonces(hall))) == 5


async def test_two_boards_asked_for_at_once_leave_one(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both were asked for while the same message was the board."""
    await hall.duel()
    match = await hall.match()
    stage, gate, asked = hall.client.services.publisher, asyncio.Event(), list[int]()
    shown = stage.answer

    async def together(request: Request, _match: Match, **more: Any) -> None:
        asked.append(request.interaction.id)
        if len(asked) == 2:
            gate.set()
        await gate.wait()
        await shown(request, match, **more)

    monkeypatch.setattr(stage, "answer", together)
    start = {"type": 1, "name": "duel", "id": "1", "options": [{"name": "board", "type": 1}]}
    for who in (hall.ana, hall.bo):
        await hall.deliver(who, 2, hall.games.id, start, settle=False)
    await hall.env.settle()
    assert live(hall) == 1
    assert hall.last().id == (await hall.match()).board.message


async def test_what_could_not_be_noted_is_not_posted_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await hall.duel()
    posted = hall.store.posted

    async def full(*_args: Any) -> None:
        monkeypatch.setattr(hall.store, "posted", posted)
        raise DiskFull(hall.store.path)

    monkeypatch.setattr(hall.store, "posted", full)
    await hall.ana.click(board, label="6")
    assert hall.incidents() == ["incident"]
    await hall.env.advance_time(16)
    assert sum("@ana took 6.**" in line for line in hall.lines()) == 1
    assert (await hall.match()).board.shown == 2
    assert live(hall) == 1


async def test_an_answer_that_died_is_made_up_for_without_a_restart(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await hall.duel()
    stage = hall.client.services.publisher

    async def die(*_args: Any, **_more: Any) -> None:
        monkeypatch.undo()
        raise SystemError("killed")

    monkeypatch.setattr(stage, "answer", die)
    await hall.ana.click(board, label="6")
    assert hall.incidents() == ["incident"]
    await hall.env.advance_time(16)
    assert sum("@ana took 6.**" in line for line in hall.lines()) == 1


async def test_looking_for_what_is_not_shown_that_fails_goes_on_later(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await hall.duel()
    late(hall)
    hall.env.inject_error("POST", "/channels/*/messages", status=500)
    await hall.ana.click(board, label="6")
    unshown = hall.store.unshown

    async def fail(*_args: Any) -> None:
        monkeypatch.setattr(hall.store, "unshown", unshown)
        raise OSError

    monkeypatch.setattr(hall.store, "unshown", fail)
    await hall.env.advance_time(16)
    assert hall.incidents() == ["background work failed"]
    await hall.env.advance_time(16)
    assert sum("@ana took 6.**" in line for line in hall.lines()) == 1


async def test_a_refusal_leaves_nothing_to_make_up_for(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await hall.duel()
    told(await hall.bo.click(board, label="6"))
    looked, unshown = list[GuildId](), hall.store.unshown

    async def looking(guild: GuildId, most: int) -> Any:
        looked.append(guild)
        return await unshown(guild, most)

    monkeypatch.setattr(hall.store, "unshown", looking)
    await hall.env.advance_time(16)
    assert looked == []


async def test_an_end_stays_where_it_was_told(hall: Hall) -> None:
    await hall.play(await hall.duel(size=3), 2, 1, 3)
    end, place = hall.lines()[-1], (await hall.match()).board
    other = hall.guild.create_text_channel("other")
    assert hall.read(answer(await hall.bo.slash(other, "duel board", duel="1"))) == end
    assert hall.lines()[-1] == end
    assert (await hall.match()).board == place


async def test_a_challenge_that_came_to_nothing_stays_told(hall: Hall) -> None:
    await hall.bo.click(answer(await hall.challenge()), label="Decline")
    before = hall.lines()
    answer(await hall.ana.slash(hall.games, "duel board", duel="1"))
    assert hall.lines() == [*before, before[0]]


async def test_giving_up_forgets_no_good_board(hall: Hall) -> None:
    board = await hall.duel()
    other = hall.guild.create_text_channel("other")
    late(hall)
    hall.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await hall.ana.slash(other, "duel board")
    assert (await hall.match()).board == Board(
        ChannelId(hall.games.id), (await hall.match()).board.message, 1
    )
    answer(await hall.ana.click(board, label="6"))


async def test_what_discord_refuses_is_not_tried_for_ever(hall: Hall) -> None:
    """A thread that was archived and locked, for one."""
    board = await hall.duel()
    late(hall)
    hall.env.inject_error("POST", "/channels/*/messages", status=400, code=50083, times=None)
    await hall.ana.click(board, label="6")
    sent = len(nonces(hall))
    await hall.env.advance_time(60)
    assert len(nonces(hall)) == sent


async def test_nobody_is_reminded_who_has_moved(hall: Hall) -> None:
    await hall.duel()
    before = await hall.match()
    await hall.play(hall.last(), 6)
    duel: Any = before.duel
    await hall.client.services.publisher.remind(before, duel, hall.now())
    assert not any(line.startswith("⏳") for line in hall.lines())


async def test_declining_by_a_button_that_was_made_up(hall: Hall) -> None:
    """On another message than the challenge: that one isn't theirs to change."""
    await hall.duel()
    answer(await hall.challenge("parity"))
    other = hall.games.history()[1]
    assert told(await hall.press(hall.bo, other, "d1:d:2")) == "You declined the challenge."
    assert "accepted" in other.content


async def test_no_view_is_kept(hall: Hall) -> None:
    await hall.play(await hall.duel(), 6, 12)
    private(await hall.ana.slash(hall.games, "duel rules"))
    assert views_kept(hall) == []


@pytest.mark.parametrize("how", ["resign", "end"])
async def test_who_is_pinged_by_an_end(hall: Hall, how: str) -> None:
    await hall.duel()
    if how == "end":
        await hall.moderator().slash(hall.games, "duel-admin end", duel="1")
    else:
        asked = private(await hall.ana.slash(hall.games, "duel resign"))
        await hall.ana.click(asked, label="Resign")
    assert hall.pinged(by=POST) == ([] if how == "end" else [hall.bo.id])


async def test_whoever_has_lost_by_the_last_number_of_all_is_pinged_too(hall: Hall) -> None:
    """The last number of a sequence is the first seat's, whoever wins."""
    await hall.play(await hall.duel("sequence"), 6, 1, 1 + 2, 5, 2, 7, 8, 9, 4)
    assert hall.pinged(by=ANSWER) == [hall.bo.id]


async def test_a_board_of_somebody_erased_pings_nobody(hall: Hall) -> None:
    await hall.play(await hall.duel(size=3), 2, 1, 3)
    await hall.store.erase(GuildId(hall.guild.id), PlayerId(hall.bo.id), hall.now())
    await hall.client.services.publisher.show(await hall.match(), hall.now())
    assert hall.pinged() == []


async def test_many_ends_at_once_are_all_told(hall: Hall) -> None:
    """More than the clock deals with at a time."""
    for nth in range(102):
        player = hall.join(f"p{nth}")
        await player.slash(hall.games, "duel start", game="divisor", opponent=hall.bo)
    await hall.env.advance_time(15 * MINUTE / 1000 + 1)
    assert sum("in time" in line for line in hall.lines()) == 102


@pytest.mark.parametrize("stopping", [False, True])
async def test_the_clock_does_not_begin_again_while_stopping(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, *, stopping: bool
) -> None:
    beats = list[Instant]()

    async def beat(now: Instant) -> None:
        beats.append(now)

    hall.client.dispatcher.closing = stopping
    await hall.client.services.scheduler.stop()
    monkeypatch.setattr(hall.store, "beat", beat)
    await hall.event("resumed")
    assert bool(beats) is not stopping


async def test_moving_number_nought_is_not_moving_the_only_one(hall: Hall) -> None:
    await hall.challenge()
    said = told(await hall.bo.slash(hall.games, "duel decline", duel="0"))
    assert said == "There is no duel #0 in this server. `/duel list` shows yours."


async def test_what_was_under_way_when_it_was_found_is_left_to_whoever_shows_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read before the board is noted, and handed over after it."""
    await hall.play(await hall.duel(), 6)
    shown, guild = await hall.match(), GuildId(hall.guild.id)
    unnoted = replace(shown, board=replace(shown.board, shown=1))
    unshown, read, in_flight = Unshown(), hall.store.duel, ExitStack()
    catch_up = CatchUp(hall.store, hall.client.services.publisher.show_late, unshown)

    async def finding(*_args: Any) -> tuple[Match, ...]:
        in_flight.enter_context(unshown.in_flight(guild, shown.id))
        return (unnoted,)

    async def reading(*_args: Any) -> Match:
        in_flight.close()
        return unnoted

    monkeypatch.setattr(hall.store, "unshown", finding)
    monkeypatch.setattr(hall.store, "duel", reading)
    before = hall.lines()
    await catch_up.catch_up((guild,), hall.now())
    monkeypatch.setattr(hall.store, "duel", read)
    assert hall.lines() == before
    assert unshown.behind == {guild}


# The same interaction, brought again after a restart: the store knows it, the desk doesn't.


async def begin(hall: Hall, step: str) -> None:
    """Take a step whose interaction is the last one."""
    if step in ("decline", "cancel"):
        await hall.challenge()
        who = hall.bo if step == "decline" else hall.ana
        await who.slash(hall.games, f"duel {step}")
        return
    await hall.duel(size=3)
    other = hall.guild.create_text_channel("other")
    match step:
        case "move":
            await hall.ana.slash(hall.games, "duel move", move="2")
        case "move from elsewhere":
            await hall.ana.slash(other, "duel move", move="2", duel="1")
        case "resign":
            asked = private(await hall.ana.slash(hall.games, "duel resign"))
            await hall.ana.click(asked, label="Resign")
        case "end":
            await hall.moderator().slash(hall.games, "duel-admin end", duel="1")
        case "void":
            await hall.play(hall.last(), 2, 1, 3)
            await hall.moderator().slash(hall.games, "duel-admin void", duel="1")


@pytest.mark.parametrize(
    "step", ["decline", "cancel", "move", "move from elsewhere", "resign", "end", "void"]
)
async def test_a_step_that_is_brought_again_after_a_restart(hall: Hall, step: str) -> None:
    await begin(hall, step)
    before, match = hall.lines(), await hall.match()
    await hall.restart()
    sent = len(hall.env.http_requests)
    await hall.again()
    assert hall.lines() == before
    assert (await hall.match()).board == match.board
    news = hall.env.http_requests[sent:]
    assert [each for each in news if "messages" in each.path] == []


async def test_an_interaction_that_comes_again_is_served_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as it is remembered, which is not for ever."""
    monkeypatch.setattr(dispatch, "REMEMBERED", 2)

    def served() -> int:
        return [each["event"] for each in hall.log].count("interaction")

    for _ in range(3):
        await hall.ana.slash(hall.games, "duel help")
    await hall.again()
    await hall.again(2)
    assert served() == 3
    await hall.again(3)
    assert served() == 4


async def test_a_public_page_that_comes_too_late_is_let_go(hall: Hall) -> None:
    late(hall)
    await hall.ana.slash(hall.games, "duel leaderboard")
    assert hall.lines() == []


async def test_outside_of_servers_there_is_nobody_to_look_for() -> None:
    request: Any = SimpleNamespace(interaction=SimpleNamespace(guild=None))
    with pytest.raises(DeadButton):
        await member(request, PlayerId(1))
