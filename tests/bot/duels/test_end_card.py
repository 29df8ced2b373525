"""The card of a finished duel: in the message that tells its end, or under it a moment later."""

import asyncio
from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from simcord import MemberActor

from bot.delivery.discord_api import DiscordApi
from bot.delivery.sender import Sender
from bot.text.english import English
from engine.ids import PlayerId
from storage.ids import GuildId
from storage.match import BoardMode
from tests.bot.simcord.drawing import DrawingGate, NotBegun, enclose, ended
from tests.bot.simcord.messages import answer, cards, labels
from tests.bot.simcord.world import World
from tests.bot.text.says import won

pytestmark = pytest.mark.cards

ALT = (
    "ana wins. Nothing left divides 3 or is a multiple of it. Divisor Duel, 1–3 · 3 moves. "
    "Player 1: ana, winner, rating 1662 (provisional), +162. "
    "Player 2: bo, no legal move, rating 1338 (provisional), −162. "
    "By turns, ana first: 2, 1, 3 (end). rated · #1."
)


def changed(world: World) -> list[str]:
    """The messages that were edited, by what was said of their files."""
    edits = (each for each in world.env.http_requests if each.method == "PATCH")
    return [str((each.json or {}).get("attachments")) for each in edits]


async def test_a_card_comes_with_the_message_that_tells_the_end(world: World) -> None:
    end = await ended(world)
    assert cards(end) == [("duel.png", ALT)]
    data = world.env.backend.cdn.get(end.attachments[0].url) or b""
    assert Image.open(BytesIO(data)).width == 700
    assert world.read(end).startswith(won("@ana", "@bo"))
    assert labels(end) == ["Rematch", "Replay", "Analyse", "Leaderboard", "GG"]
    sent = world.sent("/callback")
    assert (sent["content"], len(sent["attachments"])) == (end.content, 1)
    # The messages before are reduced to lines, and nothing else is edited.
    assert changed(world) == ["[]"] * 4


@pytest.mark.boards(BoardMode.ONE)
async def test_a_card_comes_with_an_end_that_takes_the_place_of_the_board(world: World) -> None:
    answer(await world.challenge(size=3, first="random"))
    await world.bo.click(world.last(), label="Accept")
    for player, move in ((world.ana, "2"), (world.bo, "1"), (world.ana, "3")):
        await player.click(world.last(), label=move)
    assert [cards(each) for each in world.games.history()] == [[("duel.png", ALT)]]
    assert changed(world) == []


async def test_where_no_files_may_be_attached_the_end_has_no_card(world: World) -> None:
    board = await world.play(await world.rated(size=3), 2, 1)
    world.deny(None, "attach_files")
    end = answer(await world.ana.click(board, label="3"))
    assert cards(end) == []
    assert [each["event"] for each in world.log if each["event"] == "a duel has no card"] == []


async def test_nobody_waits_for_a_card(world: World, drawing_gate: DrawingGate) -> None:
    end = await ended(world)
    assert world.read(end).startswith(won("@ana", "@bo"))
    assert cards(end) == []
    answer(await world.bo.click(end, label="Rematch"))
    await drawing_gate.free()
    assert cards(world.games.history()[-2]) == [("duel.png", ALT)]


@pytest.mark.usefixtures("late_cards")
async def test_a_card_pings_nobody(world: World) -> None:
    end = await ended(world)
    put = world.env.http_requests[-1]
    assert (put.method, put.path) == ("PATCH", f"/channels/{world.games.id}/messages/{end.id}")
    assert (put.json or {}).get("content") is None
    assert not (put.json or {}).get("allowed_mentions", {}).get("users")


async def test_people_on_a_card_are_called_what_they_are_called_here(world: World) -> None:
    ada = world.join("ada", nick="Ada {second} **the Even**")
    offer = answer(await world.challenge(opponent=ada, size=3))
    await ada.click(offer, label="Accept")
    for who, move in ((world.ana, 1), (ada, 2)):
        await who.click(world.last(), label=str(move))
    ((_, alt),) = cards(world.last())
    assert alt.startswith("Ada {second} **the Even** wins. Nothing left divides 2")
    assert alt.endswith("By turns, ana first: 1, 2 (end). not rated · #1.")


async def test_a_card_without_names(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world.client.ws, "is_ratelimited", lambda: True)
    ((_, alt),) = cards(await ended(world))
    assert alt.startswith("player 1 wins. Nothing left divides 3 or is a multiple of it.")


async def test_a_card_of_a_duel_given_up(world: World) -> None:
    await world.play(await world.rated(size=3), 2)
    await world.resign(world.bo)
    assert cards(world.last())[0][1] == (
        "ana wins. bo resigned. Divisor Duel, 1–3 · 1 move. Player 1: ana, winner, rating "
        "1500 (provisional), ±0. Player 2: bo, resigned, rating 1338 (provisional), −162. "
        "ana: 2. rated · #1."
    )


async def test_a_card_of_a_duel_out_of_time(world: World) -> None:
    await world.rated(size=3, clock="10m")
    await world.env.advance_time(11 * 60)
    assert cards(world.last())[0][1] == (
        "bo wins. ana ran out of time. Divisor Duel, 1–3 · 0 moves. "
        "Player 1: ana, out of time, rating 1338 (provisional), −162. "
        "Player 2: bo, winner, rating 1500 (provisional), "
        "±0. rated · #1."
    )


async def test_a_card_of_a_duel_that_a_moderator_ended(world: World, boss: MemberActor) -> None:
    await world.play(await world.rated(size=3), 2)
    await boss.slash(world.games, "duel-admin end", duel="1")
    assert cards(world.last())[0][1] == (
        "Nobody wins. A moderator ended the duel. Divisor Duel, 1–3 · 1 move. Player 1: ana. "
        "Player 2: bo. ana: 2. rated · #1."
    )


async def test_the_board_again_has_no_card(world: World) -> None:
    await ended(world)
    again = answer(await world.ana.slash(world.games, "duel board", duel="1"))
    assert cards(again) == []
    assert [len(cards(each)) for each in world.games.history()][-2:] == [1, 0]


async def test_boards_and_challenges_have_none(world: World) -> None:
    await world.play(await world.rated(), 6, 12)
    await world.bo.click(answer(await world.challenge("parity")), label="Decline")
    assert [cards(each) for each in world.games.history() if cards(each)] == []


async def test_an_end_that_is_shown_late_has_one_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await world.play(await world.rated(size=3), 2, 1)

    async def die(*_args: Any, **_more: Any) -> None:
        raise SystemError("killed")

    monkeypatch.setattr(world.client.services.publisher, "answer", die)
    await world.ana.click(board, label="3")
    assert world.incidents() == ["incident"]
    await world.restart()
    assert cards(world.last()) == [("duel.png", ALT)]


async def test_stopping_waits_for_cards(world: World, drawing_gate: DrawingGate) -> None:
    await ended(world)
    finishing = asyncio.create_task(world.client.finish())
    await asyncio.sleep(0)
    assert not finishing.done()
    await drawing_gate.free()
    await finishing
    assert len(cards(world.last())) == 1


# When players say "good game".


async def test_saying_good_game_keeps_the_card(world: World) -> None:
    end = await ended(world)
    for player in (world.bo, world.ana):
        await player.click(end, label=English.GOOD_GAME_BUTTON)
    assert cards(world.last()) == [("duel.png", ALT)]


async def test_a_card_that_is_late_keeps_what_was_said_meanwhile(
    world: World, drawing_gate: DrawingGate
) -> None:
    end = await ended(world)
    await world.bo.click(end, label=English.GOOD_GAME_BUTTON)
    said = world.last().content
    assert said != end.content
    await drawing_gate.free()
    assert cards(world.last()) == [("duel.png", ALT)]
    assert world.last().content == said


# When the result doesn't stand any more.


async def test_a_result_that_is_taken_out_has_no_card(world: World, boss: MemberActor) -> None:
    end = await ended(world)
    await boss.slash(world.games, "duel-admin void", duel="1")
    voided = world.games.history()[-2]
    assert voided.id == end.id
    assert "A moderator removed this result." in voided.content
    assert cards(voided) == []
    assert labels(voided) == ["Rematch", "Replay", "Analyse", "Leaderboard"]


async def test_a_result_that_was_taken_out_is_not_drawn_any_more(
    world: World, boss: MemberActor
) -> None:
    """Whichever message it is shown by."""
    background = NotBegun()
    enclose(world, await world.played(world.ana, world.bo), background, times=1)
    assert background.names == ["end card"]
    await boss.slash(world.games, "duel-admin void", duel="1")
    enclose(world, await world.match(), background, times=1)
    assert background.names == ["end card"]


async def test_a_result_that_is_taken_out_while_it_is_drawn(
    world: World, boss: MemberActor, drawing_gate: DrawingGate
) -> None:
    await ended(world)
    await boss.slash(world.games, "duel-admin void", duel="1")
    sent = len(world.env.http_requests)
    await drawing_gate.free()
    assert cards(world.games.history()[-2]) == []
    assert len(world.env.http_requests) == sent


Step = Callable[[], Awaitable[Any]]


def before_it_is_put(monkeypatch: pytest.MonkeyPatch, step: Step) -> None:
    """The card is on its way; Discord gets something else first."""
    enclose = Sender.enclose

    async def late(self: Sender, *args: Any) -> None:
        monkeypatch.setattr(Sender, "enclose", enclose)
        await step()
        await enclose(self, *args)

    monkeypatch.setattr(Sender, "enclose", late)


@pytest.mark.usefixtures("late_cards")
async def test_a_result_that_is_taken_out_while_its_card_is_on_the_way(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def take_out() -> None:
        call = world.call(world.ana)
        await world.client.services.publisher.show(await world.store.void(call, match.id), call.at)

    board = await world.play(await world.rated(size=3), 2, 1)
    match = await world.match()
    before_it_is_put(monkeypatch, take_out)
    await world.ana.click(board, label="3")
    assert "A moderator removed this result." in world.last().content
    assert cards(world.last()) == []


async def test_a_player_who_is_forgotten_while_it_is_drawn(
    world: World, drawing_gate: DrawingGate
) -> None:
    """Earlier posts stay, but no new one shows a player whose data was deleted."""
    await ended(world)
    await world.store.erase(GuildId(world.guild.id), PlayerId(world.bo.id), world.now())
    await drawing_gate.free()
    assert cards(world.last()) == []


async def test_a_player_who_is_forgotten_while_the_end_is_on_its_way(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, send = await world.play(await world.rated(size=3), 2, 1), DiscordApi.answer

    async def late(self: DiscordApi, *args: Any, **more: Any) -> Any:
        monkeypatch.setattr(DiscordApi, "answer", send)
        await world.store.erase(GuildId(world.guild.id), PlayerId(world.bo.id), world.now())
        return await send(self, *args, **more)

    monkeypatch.setattr(DiscordApi, "answer", late)
    end = answer(await world.ana.click(board, label="3"))
    assert len(world.sent("/callback")["attachments"]) == 1
    assert cards(end) == []
