"""Requests between the bot and Discord fail. A move that was made stands, and is shown once."""

import asyncio
from typing import Any

import pytest

from bot.delivery.discord_api import DiscordApi
from bot.duels import past_boards
from bot.duels.scheduler import BEAT
from bot.interactions import command_sync as registering
from bot.json_codec import Json
from bot.text.english import English
from storage.ids import GuildId
from storage.location import ServerAddress
from storage.match import Match
from storage.trouble import ConnectionLost, DiskFull
from tests.bot.simcord.messages import answer, labels, private, text_of, told
from tests.bot.simcord.world import World
from tests.bot.text.says import says

LATER = BEAT / 1000 + 1


def boards(world: World) -> list[str]:
    return [line.split("**")[1] for line in world.lines() if "Your move" in line]


async def test_an_answer_that_comes_too_late_is_posted(world: World) -> None:
    board = await world.duel()
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await world.ana.click(board, label="6")
    assert boards(world) == ["@ana took 6."]
    assert world.lines()[1] == "-# Divisor Duel #1 began"
    answer(await world.bo.click(world.last(), label="12"))


@pytest.mark.parametrize(("status", "code"), [(400, 40060), (500, 0), (503, 0)])
async def test_an_answer_that_failed_is_posted(world: World, status: int, code: int) -> None:
    board = await world.duel()
    world.env.inject_error("POST", "/interactions/*/callback", status=status, code=code)
    await world.ana.click(board, label="6")
    assert boards(world) == ["@ana took 6."]


async def test_an_answer_that_did_get_through_is_not_posted_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection broke after Discord had taken the answer."""
    board = await world.duel()
    world.answers_are_lost(monkeypatch)
    await world.ana.click(board, label="6")
    assert boards(world) == ["@ana took 6."]
    assert (await world.match()).board.message == world.last().id


async def test_a_promise_to_answer_that_did_get_through_is_kept(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection broke after Discord had taken the promise, so it takes no other answer."""
    await world.duel()
    lobby = world.guild.create_text_channel("lobby")
    world.answers_are_lost(monkeypatch)
    said = told(await world.ana.slash(lobby, "duel move", move="6", duel="1"))
    assert said.startswith("Done. The board is here: ")


MALFORMED: dict[str, Any] = {"status": 400, "code": 50035}
BROKEN = English.BROKEN.partition("{code}")[0]


async def test_a_player_hears_of_a_malformed_private_answer(world: World) -> None:
    world.env.inject_error("POST", "/interactions/*/callback", **MALFORMED)
    shown = private(await world.ana.slash(world.games, "duel help"))
    assert text_of(shown).startswith(BROKEN)
    (code,) = [each["code"] for each in world.log if each["event"] == "incident"]
    assert code in text_of(shown)
    assert world.incidents() == ["incident"]


async def test_in_direct_messages_it_names_no_other_command(world: World) -> None:
    world.env.inject_error("POST", "/interactions/*/callback", **MALFORMED)
    result = await world.ana.user.slash("practice")
    (code,) = [each["code"] for each in world.log if each["event"] == "incident"]
    assert text_of(result.response) == English.BROKEN_DIRECTLY.format(code=code)
    assert world.incidents() == ["incident"]


async def test_a_player_hears_of_a_malformed_follow_up(world: World) -> None:
    world.env.inject_error("POST", "/webhooks/*", **MALFORMED)
    shown = private(await world.ana.slash(world.games, "privacy"))
    assert text_of(shown).startswith(BROKEN)
    assert world.incidents() == ["incident"]


async def test_a_player_hears_of_a_malformed_board(world: World) -> None:
    board = await world.duel()
    world.env.inject_error("POST", "/interactions/*/callback", **MALFORMED)
    world.env.inject_error("POST", "/channels/*/messages", **MALFORMED)
    shown = private(await world.ana.click(board, label="6"))
    assert text_of(shown).startswith(BROKEN)
    assert "incident" in world.incidents()
    assert (await world.match()).step == 2


async def test_a_malformed_answer_is_replaced_only_once(world: World) -> None:
    world.env.inject_error("POST", "/interactions/*/callback", times=None, **MALFORMED)
    await world.ana.slash(world.games, "duel help")
    assert world.incidents() == ["incident"]
    attempts = [
        each for each in world.log if each["event"] == "a private answer didn't get through"
    ]
    assert len(attempts) == 1


async def test_a_private_answer_is_not_taken_for_the_board(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first delivery failed and was answered so; the second one makes the move."""
    board = await world.duel()
    play = world.store.play

    async def fail(*_args: Any, **_more: Any) -> None:
        monkeypatch.setattr(world.store, "play", play)
        raise DiskFull(world.store.backend.path)

    monkeypatch.setattr(world.store, "play", fail)
    await world.press(world.ana, board, "d1:m:1:0:6")
    assert boards(world) == ["@bo accepted."]
    await world.restart()
    await world.again()
    assert boards(world) == ["@ana took 6."]
    assert world.incidents() == ["incident"]


async def test_a_player_hears_that_the_database_is_away(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await world.duel()

    async def fail(*_args: Any, **_more: Any) -> None:
        raise ConnectionLost(ServerAddress("db", "5432", "duels", "bot"))

    monkeypatch.setattr(world.store, "play", fail)
    assert told(await world.ana.click(board, label="6")) == says("database-away")
    assert world.incidents() == []
    (line,) = [each for each in world.log if each["event"] == "the database is away"]
    assert "postgresql://bot@db:5432/duels" in line["failed"]


async def test_a_board_that_could_not_be_posted_comes_later(world: World) -> None:
    board = await world.duel()
    world.env.inject_error("POST", "/interactions/*/callback", status=500)
    world.env.inject_error("POST", "/channels/*/messages", status=500)
    await world.ana.click(board, label="6")
    assert boards(world) == ["@bo accepted."]
    await world.env.advance_time(LATER)
    assert boards(world) == ["@ana took 6."]
    await world.env.advance_time(LATER)
    assert boards(world) == ["@ana took 6."]


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 50001), (404, 10003)])
async def test_a_duel_outlives_its_channel(world: World, status: int, code: int) -> None:
    board = await world.duel()
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    for method in ("POST", "PATCH"):
        world.env.inject_error(method, "/channels/*", status=status, code=code, times=None)
    await world.ana.click(board, label="6")
    assert (await world.match()).board.message is None
    sent = len(world.env.http_requests)
    await world.env.advance_time(10 * LATER)
    assert len(world.env.http_requests) == sent, "there is no point in trying again"
    other = world.guild.create_text_channel("other")
    world.env.backend.faults.clear()
    shown = answer(await world.bo.slash(other, "duel board"))
    answer(await world.bo.click(shown, label="12"))
    assert world.lines(other)[0] == "-# 1. @ana took 6"


async def test_a_deleted_board_is_brought_back(world: World) -> None:
    board = await world.duel()
    world.env.backend.delete_message(world.games.id, board.id)
    shown = answer(await world.ana.slash(world.games, "duel board"))
    await world.play(shown, 6, 12)
    assert boards(world) == ["@bo answered 6 with 12."]


async def test_a_deleted_channel_takes_no_duel_with_it(world: World) -> None:
    room = world.guild.create_text_channel("room")
    offer = answer(
        await world.ana.slash(room, "duel start", game="divisor", opponent=world.bo, first="me")
    )
    await world.bo.click(offer, label="Accept")
    world.env.backend.delete_channel(room.id)
    said = told(await world.ana.slash(world.games, "duel move", move="6", duel="1"))
    assert said == English.MOVED_NOWHERE
    answer(await world.bo.slash(world.games, "duel board"))
    assert boards(world) == ["@ana took 6."]


async def test_a_board_that_cannot_be_tidied_is_tidied_later(world: World) -> None:
    board = await world.duel()
    world.env.inject_error("PATCH", "/webhooks/*", status=429)
    answer(await world.ana.click(board, label="6"))
    assert boards(world) == ["@bo accepted.", "@ana took 6."]
    await world.env.advance_time(LATER)
    assert boards(world) == ["@ana took 6."]


async def test_tidying_is_put_off_when_there_is_too_much(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await world.duel()
    monkeypatch.setattr(past_boards, "AT_ONCE", 0)
    answer(await world.ana.click(board, label="6"))
    assert boards(world) == ["@bo accepted.", "@ana took 6."]
    await world.env.advance_time(LATER)
    assert boards(world) == ["@ana took 6."]


async def test_a_withdrawn_challenge_is_changed_later(world: World) -> None:
    offer = answer(await world.challenge())
    world.env.inject_error("POST", "/interactions/*/callback", status=500)
    world.env.inject_error("PATCH", "/channels/*", status=500)
    await world.bo.click(offer, label="Decline")
    assert labels(world.last()) == ["Accept", "Decline", "Rules", English.PLAY_BOT]
    await world.env.advance_time(LATER)
    assert world.lines() == ["-# ⚔️ @bo declined @ana's challenge to Divisor Duel (#1)"]


async def test_a_withdrawn_challenge_whose_message_is_gone(world: World) -> None:
    offer = answer(await world.challenge())
    world.env.backend.delete_message(world.games.id, offer.id)
    told(await world.ana.slash(world.games, "duel cancel"))
    assert (await world.match()).board.shown == 1
    assert world.lines() == []


async def test_a_private_answer_that_fails_is_let_go(world: World) -> None:
    board = await world.duel()
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    refused = await world.bo.click(board, label="6")
    assert refused.response is None
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    asked = await world.bo.slash(world.games, "duel resign")
    assert asked.response is None
    assert (await world.match()).step == 1


async def test_commands_that_could_not_be_registered_are_next_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def changed(_tree: object) -> str:
        return "changed"

    monkeypatch.setattr(registering, "fingerprint", changed)
    world.env.inject_error("PUT", "/applications/*/commands", status=500)
    await world.restart()
    assert world.incidents() == ["commands weren't registered"]
    answer(await world.challenge())
    before = len(world.env.http_requests)
    await world.restart()
    await world.restart()
    after = world.env.http_requests[before:]
    assert [each.method for each in after if "commands" in each.path] == ["PUT"]


async def test_a_message_that_was_pressed_is_not_taken_for_its_answer(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await world.duel()

    async def pressed(_api: DiscordApi, interaction: Json) -> Json:
        message: Json = interaction["message"]
        return message

    monkeypatch.setattr(DiscordApi, "original", pressed)
    world.env.inject_error("POST", "/interactions/*/callback", status=500)
    await world.ana.click(board, label="6")
    assert boards(world) == ["@ana took 6."]
    assert (await world.match()).board.message == world.last().id


async def test_a_private_page_that_cannot_be_changed_stays(world: World) -> None:
    await world.duel()
    asked = private(await world.bo.slash(world.games, "duel resign"))
    world.env.inject_error("POST", "/interactions/*/callback", status=500)
    await world.bo.click(asked, label="Keep playing")
    assert asked.content.startswith("Resign ")


async def test_a_board_that_comes_too_late_becomes_a_line(world: World) -> None:
    """A later board was posted first, so this one is outdated."""
    board = await world.duel()
    before = await world.match()
    await world.play(board, 6)
    await world.client.services.publisher.show(before, world.now())
    await world.env.settle()
    assert boards(world) == ["@ana took 6."]
    assert world.lines()[-1] == "-# Divisor Duel #1 began"


async def test_what_has_been_shown_meanwhile_is_not_shown_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.duel()
    guild, shown = GuildId(world.guild.id), await world.match()

    async def a_moment_ago(*_args: Any) -> tuple[Match, ...]:
        return (shown,)

    monkeypatch.setattr(world.store, "unshown", a_moment_ago)
    before = world.lines()
    await world.client.services.catch_up.catch_up((guild,), world.now())
    assert world.lines() == before


# Stopping.


async def test_new_work_is_refused_while_stopping(world: World) -> None:
    board = await world.duel()
    world.client.dispatcher.closing = True
    said = "I'm about to restart. Your duels are safe; try again in a minute."
    assert told(await world.ana.click(board, label="6")) == said
    assert told(await world.ana.slash(world.games, "duel list")) == said
    assert await world.ana.autocomplete(world.games, "duel move", "move", "6") != []
    assert (await world.match()).step == 1


async def test_stopping_waits_for_what_is_being_served(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await world.duel()
    play, finishing = world.store.play, list[asyncio.Task[None]]()

    async def while_stopping(*args: Any, **more: Any) -> Any:
        finishing.append(asyncio.create_task(world.client.finish()))
        match = await play(*args, **more)
        assert not finishing[0].done()
        return match

    monkeypatch.setattr(world.store, "play", while_stopping)
    await world.ana.click(board, label="6")
    assert boards(world) == ["@ana took 6."]
    assert finishing[0].done()


# Messages that everybody sees.


@pytest.mark.parametrize(
    "custom_id",
    ["d1:e:divisor", "d1:xe", "d1:xn", "d1:xy", "d1:xd", "d1:y:1", "d1:n:1", "d1:l:all:1"],
)
async def test_a_press_that_was_made_up_changes_no_public_message(
    world: World, custom_id: str
) -> None:
    """These buttons are on private pages only; on a board they are answered privately."""
    board = await world.duel()
    said = await world.press(world.ana, board, custom_id)
    shown = [said.response, *said.followups]
    assert any(each and each.ephemeral for each in shown)
    private_texts = {each.content for each in shown if each and each.ephemeral}
    assert not private_texts & {each.content for each in world.games.history()}
