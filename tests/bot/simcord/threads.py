"""Duels in threads of their own, for tests of them."""

from typing import Any

from simcord import ChannelHandle

from tests.bot.simcord.messages import answer, labels
from tests.bot.simcord.world import World

MESSAGES = "/messages"
ACCEPTED = "-# ⚔️ @bo accepted @ana's challenge to Divisor Duel (#1)"


async def begun(world: World, **options: Any) -> ChannelHandle:
    """The thread of a duel between Ana, who is to move, and Bo."""
    offer = answer(await world.challenge(**options))
    await world.bo.click(offer, label="Accept")
    return thread_of(world, offer.id)


def thread_of(world: World, message: int) -> ChannelHandle:
    return ChannelHandle(world.env, world.guild, world.env.backend.get_thread(message))


def is_board(world: World, place: ChannelHandle) -> bool:
    """Whether a place has one board, and below it nothing."""
    boards = [each.id for each in place.history() if "⋯" in labels(each)]
    return boards == [world.last(place).id]


async def shown_in(world: World, place: ChannelHandle) -> None:
    """The board is there, and the store knows it and what it shows."""
    await world.env.settle()
    match = await world.match()
    assert is_board(world, place)
    assert (match.board.channel, match.board.message) == (place.id, world.last(place).id)
    assert match.board.shown == match.step


def begins(world: World) -> int:
    """How often the bot asked for a thread."""
    return sum(each.path.endswith("/threads") for each in world.env.http_requests)
