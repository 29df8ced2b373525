"""Each player is asked once, after a duel of theirs, when they want to be pinged."""

import asyncio
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor
from simcord.results import ResponseMessage

from bot.text.english import English
from storage.match import BoardMode
from storage.trouble import DiskFull
from tests.bot.simcord.messages import answer, private
from tests.bot.simcord.world import World

MODES = [
    pytest.param(mode, marks=pytest.mark.boards(mode)) for mode in (BoardMode.ONE, BoardMode.EVERY)
]


def offers(result: InteractionResult) -> list[ResponseMessage]:
    """The questions about pings that followed an answer. Nobody else sees them."""
    asked = English.PINGS_OFFER.partition("{")[0]
    found = [each for each in result.followups if each.content.startswith(asked)]
    assert all(each.ephemeral for each in found)
    return found


async def ended(world: World) -> InteractionResult:
    """Ana ends a duel by her last move, and has won."""
    answer(await world.challenge(size=3))
    for player, press in ((world.bo, "Accept"), (world.ana, "2"), (world.bo, "1")):
        await player.click(world.last(), label=press)
    return await world.ana.click(world.last(), label="3")


async def resigned(world: World, who: MemberActor) -> InteractionResult:
    answer(await world.challenge())
    await world.bo.click(world.last(), label="Accept")
    return await world.resign(who)


@pytest.mark.parametrize("_mode", MODES)
async def test_the_player_who_ends_their_first_duel_is_asked(world: World, _mode: Any) -> None:
    (offer,) = offers(await ended(world))
    changed = private(await world.ana.select(offer, ["never"]))
    assert changed.id == offer.id
    assert English.PINGS_MEAN["never"] in changed.content
    shown = private(await world.ana.slash(world.games, "duel settings"))
    assert shown.content == changed.content


async def test_the_player_who_resigns_is_asked(world: World) -> None:
    assert len(offers(await resigned(world, world.bo))) == 1


@pytest.mark.parametrize("label", ["Rematch", "Replay", "GG"])
async def test_the_other_player_is_asked_at_the_next_press_on_the_end(
    world: World, label: str
) -> None:
    await ended(world)
    end = world.last()
    assert len(offers(await world.bo.click(end, label=label))) == 1
    assert offers(await world.bo.click(end, label="Replay")) == []


async def test_nobody_is_asked_twice(world: World) -> None:
    assert len(offers(await ended(world))) == 1
    end = world.last()
    assert offers(await world.ana.click(end, label="Replay")) == []
    await world.restart()
    assert offers(await world.ana.click(end, label="Replay")) == []
    assert offers(await ended(world)) == []


async def test_a_press_that_comes_twice_asks_once(world: World) -> None:
    await ended(world)
    pressed = await world.press(world.bo, world.last(), "d1:v:1:0", times=2)
    await world.again()
    assert len(offers(pressed)) == 1


async def test_somebody_who_has_chosen_is_not_asked(world: World) -> None:
    await world.ana.slash(world.games, "duel settings", pings="away")
    assert offers(await ended(world)) == []
    await world.bo.slash(world.games, "duel settings", challenges="everyone")
    assert len(offers(await world.bo.click(world.last(), label="Replay"))) == 1


async def test_somebody_who_has_not_played_is_not_asked(world: World) -> None:
    await ended(world)
    assert offers(await world.cy.click(world.last(), label="Replay")) == []


async def test_nobody_is_asked_while_a_duel_is_running(world: World) -> None:
    board = await world.duel()
    assert offers(await world.ana.click(board, label="6")) == []


async def test_a_disk_that_is_full_loses_no_more_than_the_question(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move has been made and shown, so no player hears of a failure."""

    async def full(*_args: Any) -> None:
        raise DiskFull(world.store.backend.path)

    monkeypatch.setattr(world.store, "change_preferences", full)
    result = await ended(world)
    assert result.followups == []
    assert "Rematch" in str(result.response and result.response.components)
    monkeypatch.undo()
    assert len(offers(await world.ana.click(world.last(), label="Replay"))) == 1


async def test_the_end_is_shown_before_the_question(world: World) -> None:
    """No answer waits for a question."""
    before = len(world.env.http_requests)
    await ended(world)
    sent = [each.path for each in world.env.http_requests[before:] if each.method == "POST"]
    last_answer = max(nth for nth, path in enumerate(sent) if path.endswith("/callback"))
    (question,) = [nth for nth, path in enumerate(sent) if path.startswith("/webhooks/")]
    assert question > last_answer


async def test_two_presses_at_once_ask_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await ended(world)
    end, change = world.last(), world.store.change_preferences
    entered, gate = asyncio.Event(), asyncio.Event()

    async def held(*args: Any) -> Any:
        entered.set()
        await gate.wait()
        return await change(*args)

    monkeypatch.setattr(world.store, "change_preferences", held)
    pressed = []
    for custom_id in ("d1:v:1:0", "d1:v:1:1"):
        data = {"custom_id": custom_id, "component_type": 2}
        shows = world.payload(end)
        pressed.append(
            await world.deliver(
                world.bo, 3, world.games.id, data, message=shows, source=end.id, settle=False
            )
        )
    await entered.wait()
    gate.set()
    await world.env.settle()
    assert sum(len(offers(each)) for each in pressed) == 1


async def test_a_press_that_comes_again_after_a_restart_asks_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first delivery may not be answered yet: a question would take the answer's place."""

    async def full(*_args: Any) -> None:
        raise DiskFull(world.store.backend.path)

    with monkeypatch.context() as later:
        later.setattr(world.store, "change_preferences", full)
        await ended(world)
    await world.restart()
    before = len(world.env.http_requests)
    await world.again()
    assert [each.path for each in world.env.http_requests[before:]] == []
