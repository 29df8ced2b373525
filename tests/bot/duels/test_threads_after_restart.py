"""The bot is gone while it begins a thread, or while the duel goes on in there."""

from typing import Any

import pytest

from engine.ids import PlayerId
from storage.ids import DuelId, GuildId
from storage.match import BoardMode
from storage.people import Pings
from storage.trouble import DiskFull
from tests.bot.simcord.messages import answer
from tests.bot.simcord.threads import ACCEPTED, MESSAGES, begins, begun, shown_in, thread_of
from tests.bot.simcord.world import World

pytestmark = pytest.mark.boards(BoardMode.THREAD)


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
        raise DiskFull(world.store.backend.path)

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
