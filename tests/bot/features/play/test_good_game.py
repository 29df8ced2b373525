"""Players say "good game" under the end of a duel, and the message that tells the end shows it."""

import asyncio
from typing import Any

import pytest
from simcord import ChannelHandle, MemberActor

from bot.delivery.discord_api import DiscordApi
from bot.text.english import English
from engine.ids import PlayerId
from storage.ids import GuildId
from storage.match import BoardMode, Match
from tests.bot.simcord.drawing import DrawingGate, ended
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import answer, cards, labels, told
from tests.bot.simcord.world import World
from tests.bot.text.says import says

LABEL = English.GOOD_GAME_BUTTON
PRESS = "d1:gg:1"
BY_ANA, BY_BO = (English.GOOD_GAME[0].format(players=each) for each in ("@ana", "@bo"))
BY_BOTH = English.GOOD_GAME[1].format(players="@ana and @bo")


async def over(world: World, **options: Any) -> Shown:
    """Play a duel that Ana wins, and return the message that tells its end."""
    return await world.play(await world.duel(size=3, **options), 2, 1, 3)


def said(message: Shown, world: World) -> list[str]:
    """The lines of a message that tell who has said it."""
    return [each for each in world.read(message).splitlines() if each.startswith("🤝")]


async def good_game(world: World) -> tuple[bool, bool]:
    return (await world.match()).good_game


@pytest.mark.parametrize("mode", BoardMode)
async def test_each_player_says_it_with_one_press(world: World, mode: BoardMode) -> None:
    await world.rules(board_mode=mode)
    offer = answer(await world.challenge(size=3))
    await world.bo.click(offer, label="Accept")
    place = world.games
    if mode is BoardMode.THREAD:
        thread = world.env.backend.get_thread(offer.id)
        place = ChannelHandle(world.env, world.guild, thread)
    for who, move in ((world.ana, "2"), (world.bo, "1"), (world.ana, "3")):
        await who.click(world.last(place), label=move)
    end, lines = world.last(place), len(world.lines(place))
    assert said(end, world) == []
    await world.bo.click(end, label=LABEL)
    assert said(world.last(place), world) == [BY_BO]
    await world.ana.click(world.last(place), label=LABEL)
    assert said(world.last(place), world) == [BY_BOTH]
    assert LABEL not in labels(world.last(place))
    assert (world.last(place).id, len(world.lines(place))) == (end.id, lines)
    assert world.pinged() == []


@pytest.mark.cards
async def test_the_card_stays(world: World) -> None:
    end = await ended(world)
    card = cards(end)
    assert len(card) == 1
    await world.bo.click(end, label=LABEL)
    assert said(world.last(), world) == [BY_BO]
    assert cards(world.last()) == card


@pytest.mark.cards
async def test_a_card_that_comes_later_leaves_it_there(
    world: World, drawing_gate: DrawingGate
) -> None:
    end = await ended(world)
    await world.bo.click(end, label=LABEL)
    await drawing_gate.free()
    assert said(world.last(), world) == [BY_BO]
    assert len(cards(world.last())) == 1


async def test_twice_is_once(world: World) -> None:
    end = await over(world)
    await world.bo.click(end, label=LABEL)
    await world.bo.click(end, label=LABEL)
    await world.press(world.bo, end, PRESS, times=2)
    assert said(world.last(), world) == [BY_BO]
    assert await good_game(world) == (False, True)


async def test_only_players_say_it(world: World) -> None:
    end = await over(world)
    refused = says("not-your-duel", players="@ana and @bo")
    assert world.read(told(await world.cy.click(end, label=LABEL))) == refused
    assert said(world.last(), world) == []


async def test_not_before_the_end(world: World) -> None:
    board = await world.duel()
    before = world.lines()
    assert told(await world.press(world.ana, board, PRESS)) == says("not-over")
    assert world.lines() == before


async def test_not_of_a_result_that_was_removed(world: World, boss: MemberActor) -> None:
    end = await over(world)
    await boss.slash(world.games, "duel-admin void", duel="1")
    assert LABEL not in labels(world.games.history()[-2])
    before = world.lines()
    assert told(await world.press(world.ana, end, PRESS)) == says("already-void")
    assert world.lines() == before


async def test_what_was_said_stays_when_the_result_is_removed(
    world: World, boss: MemberActor
) -> None:
    await world.bo.click(await over(world), label=LABEL)
    await boss.slash(world.games, "duel-admin void", duel="1")
    assert said(world.games.history()[-2], world) == [BY_BO]


async def test_a_press_made_up_on_another_message_changes_only_the_end(world: World) -> None:
    end = await over(world)
    board = await world.duel("parity")
    before = world.read(board)
    assert told(await world.press(world.ana, board, PRESS)) == English.GOOD_GAME_SAID
    assert world.lines()[-1] == before
    (shown,) = [each for each in world.games.history() if each.id == end.id]
    assert said(shown, world) == [BY_ANA]


async def test_under_an_end_that_is_shown_again(world: World) -> None:
    end = await over(world)
    again = answer(await world.bo.slash(world.games, "duel board", duel="1"))
    assert told(await world.bo.click(again, label=LABEL)) == English.GOOD_GAME_SAID
    (shown,) = [each for each in world.games.history() if each.id == end.id]
    assert said(shown, world) == [BY_BO]
    assert said(answer(await world.ana.slash(world.games, "duel board", duel="1")), world) == [
        BY_BO
    ]


async def test_where_the_end_was_deleted(world: World) -> None:
    end = await over(world)
    again = answer(await world.bo.slash(world.games, "duel board", duel="1"))
    world.env.backend.delete_message(world.games.id, end.id)
    assert told(await world.bo.click(again, label=LABEL)) == English.GOOD_GAME_SAID
    assert await good_game(world) == (False, True)


async def test_an_answer_that_fails_is_no_harm(world: World) -> None:
    end = await over(world)
    world.env.inject_error("POST", "/interactions/*/callback", status=400, code=30046)
    assert told(await world.bo.click(end, label=LABEL)) == English.GOOD_GAME_SAID
    assert said(world.last(), world) == [BY_BO]


async def test_answers_that_overtake_each_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ana's press is first, and Discord gets its answer after that to Bo's."""
    end, passed = await over(world), asyncio.Event()
    original = DiscordApi.answer

    async def late(self: DiscordApi, raw: Any, *args: Any, **more: Any) -> Any:
        if PlayerId(int(raw["member"]["user"]["id"])) == world.ana.id:
            await world.env.external_wait(passed.wait(), reason="the other answer")
        told = await original(self, raw, *args, **more)
        passed.set()
        return told

    monkeypatch.setattr(DiscordApi, "answer", late)
    stored = world.payload(end)
    for who in (world.ana, world.bo):
        data = {"custom_id": PRESS, "component_type": 2}
        await world.deliver(
            who, 3, world.games.id, data, message=stored, source=end.id, settle=False
        )
    await world.env.settle()
    assert said(world.last(), world) == [BY_BOTH]


@pytest.mark.cards
async def test_a_result_that_is_removed_meanwhile(
    world: World, boss: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its answer tells of the result, and comes after the message has told of the removal."""
    end = await ended(world)
    original = DiscordApi.answer

    async def late(self: DiscordApi, *args: Any, **more: Any) -> Any:
        monkeypatch.setattr(DiscordApi, "answer", original)
        match: Match = await world.store.void(world.call(boss), (await world.match()).id)
        await world.client.services.publisher.show(match, world.now())
        return await original(self, *args, **more)

    monkeypatch.setattr(DiscordApi, "answer", late)
    await world.bo.click(end, label=LABEL)
    assert "A moderator removed this result." in world.last().content
    assert cards(world.last()) == []


async def test_somebody_who_was_deleted_says_nothing_by_name(world: World) -> None:
    await world.bo.click(await over(world), label=LABEL)
    await world.store.erase(GuildId(world.guild.id), PlayerId(world.bo.id), world.now())
    shown = answer(await world.ana.slash(world.games, "duel board", duel="1"))
    deleted = English.GOOD_GAME[0].format(players=English.DELETED_PLAYER)
    assert said(shown, world) == [deleted]


async def test_a_rematch_begins_without_it(world: World) -> None:
    end = await over(world)
    await world.bo.click(end, label=LABEL)
    offer = answer(await world.bo.click(end, label="Rematch"))
    assert said(offer, world) == []
