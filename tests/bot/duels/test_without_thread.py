"""Where no thread can be begun, or none is wanted, a duel goes on in the channel."""

import pytest

from storage.match import BoardMode
from tests.bot.simcord.messages import answer
from tests.bot.simcord.threads import begins, shown_in
from tests.bot.simcord.world import World

pytestmark = pytest.mark.boards(BoardMode.THREAD)


@pytest.mark.parametrize("lacking", ["create_public_threads", "send_messages_in_threads"])
@pytest.mark.parametrize("typed", [False, True])
async def test_without_permission(world: World, lacking: str, typed: bool) -> None:
    world.deny(None, lacking)
    offer = answer(await world.challenge())
    if typed:
        answer(await world.bo.slash(world.games, "duel accept"))
    else:
        await world.bo.click(offer, label="Accept")
    assert begins(world) == 0, "a thread in which it can't write would stay empty"
    assert len(world.lines()) == 1
    await shown_in(world, world.games)


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 160006), (500, 0)])
async def test_discord_begins_none(world: World, status: int, code: int) -> None:
    """There may be too many, or the bot's permission has gone a moment ago."""
    offer = answer(await world.challenge())
    world.env.inject_error(
        "POST", f"/channels/{world.games.id}/messages/*/threads", status=status, code=code, times=9
    )
    await world.bo.click(offer, label="Accept")
    assert [each.id for each in world.games.history()] == [offer.id]
    await shown_in(world, world.games)


@pytest.mark.parametrize("typed", [False, True])
async def test_a_thread_that_is_closed_to_the_bot(world: World, typed: bool) -> None:
    offer = answer(await world.challenge())
    world.env.inject_error(
        "POST", f"/channels/{offer.id}/messages", status=403, code=50013, times=None
    )
    if typed:
        await world.bo.slash(world.games, "duel accept")
    else:
        await world.bo.click(offer, label="Accept")
    assert len(world.lines()) == 1
    await shown_in(world, world.games)
    await world.ana.click(world.last(), label="6")
    await shown_in(world, world.games)


async def test_in_a_forum(world: World) -> None:
    post = world.thread(world.guild.create_forum_channel("forum"))
    offer = answer(
        await world.ana.slash(post, "duel start", game="divisor", opponent=world.bo, first="me")
    )
    await world.bo.click(offer, label="Accept")
    assert begins(world) == 0
    await shown_in(world, post)


async def test_a_challenge_that_was_deleted(world: World) -> None:
    offer = answer(await world.challenge())
    world.env.backend.delete_message(world.games.id, offer.id)
    answer(await world.bo.slash(world.games, "duel accept"))
    await shown_in(world, world.games)
