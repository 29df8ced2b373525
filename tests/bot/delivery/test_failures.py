"""What goes wrong between the bot and Discord. A move that was made stands, and is shown once."""

import asyncio
from typing import Any

import discord
import pytest

from bot.delivery.sender import Sender
from bot.duels import catch_up, past_boards
from bot.duels.scheduler import BEAT
from bot.interactions import command_sync as registering
from bot.text.english import English
from engine.ids import Instant, PlayerId
from storage.ids import DuelId, GuildId, InteractionId
from storage.match import Call, Match
from storage.trouble import DiskFull
from tests.bot.simcord.server import Hall, answer, labels, private, text_of, told

LATER = BEAT / 1000 + 1


def boards(hall: Hall) -> list[str]:
    return [line.split("**")[1] for line in hall.lines() if "Your move" in line]


async def test_an_answer_that_comes_too_late_is_posted(hall: Hall) -> None:
    board = await hall.duel()
    hall.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await hall.ana.click(board, label="6")
    assert boards(hall) == ["@ana took 6."]
    assert hall.lines()[1] == "-# Divisor Duel #1 began"
    answer(await hall.bo.click(hall.last(), label="12"))


@pytest.mark.parametrize(("status", "code"), [(400, 40060), (500, 0), (503, 0)])
async def test_an_answer_that_failed_is_posted(hall: Hall, status: int, code: int) -> None:
    board = await hall.duel()
    hall.env.inject_error("POST", "/interactions/*/callback", status=status, code=code)
    await hall.ana.click(board, label="6")
    assert boards(hall) == ["@ana took 6."]


async def test_an_answer_that_did_get_through_is_not_posted_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection broke after Discord had taken the answer."""
    board = await hall.duel()
    hall.answers_are_lost(monkeypatch)
    await hall.ana.click(board, label="6")
    assert boards(hall) == ["@ana took 6."]
    assert (await hall.match()).board.message == hall.last().id


MALFORMED: dict[str, Any] = {"status": 400, "code": 50035}
BROKEN = English.BROKEN.partition("{code}")[0]


async def test_a_player_hears_of_a_malformed_private_answer(hall: Hall) -> None:
    hall.env.inject_error("POST", "/interactions/*/callback", **MALFORMED)
    shown = private(await hall.ana.slash(hall.games, "duel help"))
    assert text_of(shown).startswith(BROKEN)
    (code,) = [each["code"] for each in hall.log if each["event"] == "incident"]
    assert code in text_of(shown)
    assert hall.incidents() == ["incident"]


async def test_a_player_hears_of_a_malformed_follow_up(hall: Hall) -> None:
    hall.env.inject_error("POST", "/webhooks/*", **MALFORMED)
    shown = private(await hall.ana.slash(hall.games, "privacy"))
    assert text_of(shown).startswith(BROKEN)
    assert hall.incidents() == ["incident"]


async def test_a_player_hears_of_a_malformed_board(hall: Hall) -> None:
    board = await hall.duel()
    hall.env.inject_error("POST", "/interactions/*/callback", **MALFORMED)
    hall.env.inject_error("POST", "/channels/*/messages", **MALFORMED)
    shown = private(await hall.ana.click(board, label="6"))
    assert text_of(shown).startswith(BROKEN)
    assert "incident" in hall.incidents()
    assert (await hall.match()).step == 2


async def test_a_malformed_answer_is_replaced_only_once(hall: Hall) -> None:
    hall.env.inject_error("POST", "/interactions/*/callback", times=None, **MALFORMED)
    await hall.ana.slash(hall.games, "duel help")
    assert hall.incidents() == ["incident"]
    attempts = [each for each in hall.log if each["event"] == "a private answer didn't get through"]
    assert len(attempts) == 1


async def test_a_private_answer_is_not_taken_for_the_board(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first delivery failed and was answered so; the second one makes the move."""
    board = await hall.duel()
    play = hall.store.play

    async def fail(*_args: Any, **_more: Any) -> None:
        monkeypatch.setattr(hall.store, "play", play)
        raise DiskFull(hall.store.path)

    monkeypatch.setattr(hall.store, "play", fail)
    await hall.press(hall.ana, board, "d1:m:1:0:6")
    assert boards(hall) == ["@bo accepted."]
    await hall.restart()
    await hall.again()
    assert boards(hall) == ["@ana took 6."]
    assert hall.incidents() == ["incident"]


async def test_a_board_that_could_not_be_posted_comes_later(hall: Hall) -> None:
    board = await hall.duel()
    hall.env.inject_error("POST", "/interactions/*/callback", status=500)
    hall.env.inject_error("POST", "/channels/*/messages", status=500)
    await hall.ana.click(board, label="6")
    assert boards(hall) == ["@bo accepted."]
    await hall.env.advance_time(LATER)
    assert boards(hall) == ["@ana took 6."]
    await hall.env.advance_time(LATER)
    assert boards(hall) == ["@ana took 6."]


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 50001), (404, 10003)])
async def test_a_duel_outlives_its_channel(hall: Hall, status: int, code: int) -> None:
    board = await hall.duel()
    hall.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    hall.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=None)
    await hall.ana.click(board, label="6")
    assert (await hall.match()).board.message is None
    sent = len(hall.env.http_requests)
    await hall.env.advance_time(10 * LATER)
    assert len(hall.env.http_requests) == sent, "there is no point in trying again"
    other = hall.guild.create_text_channel("other")
    shown = answer(await hall.bo.slash(other, "duel board"))
    answer(await hall.bo.click(shown, label="12"))
    assert hall.lines(other)[0] == "-# 1. @ana took 6"


async def test_a_deleted_board_is_brought_back(hall: Hall) -> None:
    board = await hall.duel()
    hall.env.backend.delete_message(hall.games.id, board.id)
    shown = answer(await hall.ana.slash(hall.games, "duel board"))
    await hall.play(shown, 6, 12)
    assert boards(hall) == ["@bo took 12."]


async def test_a_deleted_channel_takes_no_duel_with_it(hall: Hall) -> None:
    room = hall.guild.create_text_channel("room")
    offer = answer(
        await hall.ana.slash(room, "duel start", game="divisor", opponent=hall.bo, first="me")
    )
    await hall.bo.click(offer, label="Accept")
    hall.env.backend.delete_channel(room.id)
    said = told(await hall.ana.slash(hall.games, "duel move", move="6", duel="1"))
    assert said == English.MOVED_NOWHERE
    answer(await hall.bo.slash(hall.games, "duel board"))
    assert boards(hall) == ["@ana took 6."]


async def test_a_board_that_cannot_be_tidied_stays(hall: Hall) -> None:
    board = await hall.duel()
    hall.env.inject_error("PATCH", "/channels/*", status=429)
    answer(await hall.ana.click(board, label="6"))
    assert boards(hall) == ["@bo accepted.", "@ana took 6."]


async def test_tidying_is_dropped_when_there_is_too_much(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await hall.duel()
    monkeypatch.setattr(past_boards, "AT_ONCE", 0)
    answer(await hall.ana.click(board, label="6"))
    assert boards(hall) == ["@bo accepted.", "@ana took 6."]


async def test_a_withdrawn_challenge_is_changed_later(hall: Hall) -> None:
    offer = answer(await hall.challenge())
    hall.env.inject_error("POST", "/interactions/*/callback", status=500)
    hall.env.inject_error("PATCH", "/channels/*", status=500)
    await hall.bo.click(offer, label="Decline")
    assert labels(hall.last()) == ["Accept", "Decline", "Rules"]
    await hall.env.advance_time(LATER)
    assert hall.lines() == ["-# ⚔️ @bo declined @ana's challenge to Divisor Duel (#1)"]


async def test_a_withdrawn_challenge_whose_message_is_gone(hall: Hall) -> None:
    offer = answer(await hall.challenge())
    hall.env.backend.delete_message(hall.games.id, offer.id)
    told(await hall.ana.slash(hall.games, "duel cancel"))
    assert (await hall.match()).board.shown == 1
    assert hall.lines() == []


async def test_a_private_answer_that_fails_is_let_go(hall: Hall) -> None:
    board = await hall.duel()
    hall.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    refused = await hall.bo.click(board, label="6")
    assert refused.response is None
    hall.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    asked = await hall.bo.click(board, label="Resign")
    assert asked.response is None
    assert (await hall.match()).step == 1


async def test_commands_that_could_not_be_registered_are_next_time(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def changed(_tree: object) -> str:
        return "changed"

    monkeypatch.setattr(registering, "fingerprint", changed)
    hall.env.inject_error("PUT", "/applications/*/commands", status=500)
    await hall.restart()
    assert hall.incidents() == ["commands weren't registered"]
    answer(await hall.challenge())
    before = len(hall.env.http_requests)
    await hall.restart()
    await hall.restart()
    after = hall.env.http_requests[before:]
    assert [each.method for each in after if "commands" in each.path] == ["PUT"]


async def test_a_message_that_was_pressed_is_not_taken_for_its_answer(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await hall.duel()

    async def pressed(ask: discord.Interaction[Any]) -> Any:
        return ask.message

    monkeypatch.setattr(discord.Interaction, "original_response", pressed)
    hall.env.inject_error("POST", "/interactions/*/callback", status=500)
    await hall.ana.click(board, label="6")
    assert boards(hall) == ["@ana took 6."]
    assert (await hall.match()).board.message == hall.last().id


async def test_a_private_page_that_cannot_be_changed_stays(hall: Hall) -> None:
    board = await hall.duel()
    asked = private(await hall.bo.click(board, label="Resign"))
    hall.env.inject_error("POST", "/interactions/*/callback", status=500)
    await hall.bo.click(asked, label="Keep playing")
    assert asked.content.startswith("Resign ")


async def test_a_board_that_comes_too_late_becomes_a_line(hall: Hall) -> None:
    """Somebody else was quicker: what it shows has been replaced."""
    board = await hall.duel()
    before = await hall.match()
    await hall.play(board, 6)
    await hall.client.services.publisher.show(before, hall.now())
    await hall.env.settle()
    assert boards(hall) == ["@ana took 6."]
    assert hall.lines()[-1] == "-# Divisor Duel #1 began"


async def test_what_has_been_shown_meanwhile_is_not_shown_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.duel()
    guild, shown = GuildId(hall.guild.id), await hall.match()

    async def a_moment_ago(*_args: Any) -> tuple[Match, ...]:
        return (shown,)

    monkeypatch.setattr(hall.store, "unshown", a_moment_ago)
    before = hall.lines()
    await hall.client.services.catch_up.catch_up((guild,), hall.now())
    assert hall.lines() == before


# Our own faults.


async def test_a_fault_has_a_code_that_the_log_carries(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await hall.duel()

    async def fail(*_args: Any, **_more: Any) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(hall.store, "play", fail)
    said = told(await hall.ana.click(board, label="6"))
    logged = next(each for each in hall.log if each["event"] == "incident")
    assert said == (
        "Something broke on my side. Try again (`/duel board` shows how a duel stands), or report "
        f"code {logged['code']}."
    )
    assert len(logged["code"]) == 4
    assert isinstance(logged["exc_info"], ZeroDivisionError)
    assert logged["asked"] == "d1:m:1:0:6"
    assert hall.incidents() == ["incident"]


async def test_a_fault_in_a_command_too(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_args: Any, **_more: Any) -> None:
        raise DiskFull(hall.store.path)

    monkeypatch.setattr(hall.store, "running", fail)
    said = told(await hall.ana.slash(hall.games, "duel list"))
    assert said.startswith("Something broke on my side.")
    assert "disk" not in said
    assert hall.incidents() == ["incident"]
    assert len(hall.env.errors) == 1


async def test_a_fault_while_typing(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_args: Any, **_more: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(hall.store, "running", fail)
    assert await hall.ana.autocomplete(hall.games, "duel move", "duel", "") == []
    assert hall.incidents() == ["nothing could be suggested"]


async def test_a_fault_before_anything_could_be_offered(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_now: Instant) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(hall.store, "give_time_back", fail)
    await hall.event("disconnect")
    assert await hall.ana.autocomplete(hall.games, "duel move", "duel", "") == []
    assert hall.incidents() == ["incident"]


async def test_every_interaction_is_a_line_in_the_log(hall: Hall) -> None:
    await hall.challenge()
    await hall.bo.slash(hall.games, "duel move", move="6")
    lines = [each for each in hall.log if each["event"] == "interaction"]
    assert [(each["asked"], each["result"]) for each in lines] == [
        ("duel start", "done"),
        ("duel move", "no-duels"),
    ]
    assert lines[0]["player"] == hall.ana.id
    assert lines[0]["guild"] == hall.guild.id
    assert lines[0]["ms"] >= 0


async def test_a_fault_that_nobody_waits_for_is_logged(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await hall.duel()

    async def fail(*_args: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Sender, "edit", fail)
    answer(await hall.ana.click(board, label="6"))
    assert hall.incidents() == ["background work failed"]


async def test_a_server_with_very_much_to_show_is_shown_in_turns(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catch_up, "AT_ONCE", 2)
    guild = GuildId(hall.guild.id)
    for opponent in (hall.bo, hall.cy, hall.join("di")):
        answer(await hall.challenge(opponent=opponent))
    for number in (1, 2, 3):
        call = Call(guild, PlayerId(hall.ana.id), InteractionId(number), hall.now())
        await hall.store.cancel(call, DuelId(number))
    await hall.client.services.catch_up.catch_up((guild,), hall.now())
    await hall.env.settle()
    assert sum("cancelled the challenge" in line for line in hall.lines()) == 2
    await hall.env.advance_time(LATER)
    assert sum("cancelled the challenge" in line for line in hall.lines()) == 3


# Stopping.


async def test_new_work_is_refused_while_stopping(hall: Hall) -> None:
    board = await hall.duel()
    hall.client.dispatcher.closing = True
    said = "I'm about to restart. Your duels are safe; try again in a minute."
    assert told(await hall.ana.click(board, label="6")) == said
    assert told(await hall.ana.slash(hall.games, "duel list")) == said
    assert await hall.ana.autocomplete(hall.games, "duel move", "move", "6") != []
    assert (await hall.match()).step == 1


async def test_stopping_waits_for_what_is_being_served(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await hall.duel()
    play, finishing = hall.store.play, list[asyncio.Task[None]]()

    async def while_stopping(*args: Any, **more: Any) -> Any:
        finishing.append(asyncio.create_task(hall.client.finish()))
        match = await play(*args, **more)
        assert not finishing[0].done()
        return match

    monkeypatch.setattr(hall.store, "play", while_stopping)
    await hall.ana.click(board, label="6")
    assert boards(hall) == ["@ana took 6."]
    assert finishing[0].done()


# What everybody sees.


@pytest.mark.parametrize(
    "custom_id",
    ["d1:e:divisor", "d1:xe", "d1:xn", "d1:xy", "d1:xd", "d1:y:1", "d1:n:1", "d1:l:all:1"],
)
async def test_a_press_that_was_made_up_changes_no_public_message(
    hall: Hall, custom_id: str
) -> None:
    """These buttons are on private pages only; on a board they are answered privately."""
    board = await hall.duel()
    said = await hall.press(hall.ana, board, custom_id)
    shown = [said.response, *said.followups]
    assert any(each and each.ephemeral for each in shown)
    private_texts = {each.content for each in shown if each and each.ephemeral}
    assert not private_texts & {each.content for each in hall.games.history()}
