"""Lets days go by in a server that wants the puzzle of the day posted."""

from typing import Any

import discord

from bot.duels.scheduler import BEAT
from bot.features.puzzle.daily_channels import LOOKS
from bot.text.english import English
from engine.durations import DAY, SECOND
from engine.puzzles.days import date_at
from storage.ids import ChannelId, GuildId
from tests.bot.simcord.messages import labels
from tests.bot.simcord.world import World

ONE_DAY = DAY / SECOND
# In so many seconds the bot looks once more at where a post is due, and sends it.
NEXT_LOOK = (LOOKS + 2 * BEAT) / SECOND


async def choose(world: World, channel: int | None = None) -> None:
    """Have the server choose its channel for games, or another."""
    place = ChannelId(channel or world.games.id)
    await world.store.choose_daily_channel(GuildId(world.guild.id), place)


async def look(world: World) -> None:
    await world.env.advance_time(NEXT_LOOK)


async def next_day(world: World, days: float = 1) -> None:
    """Let days go by, of which the bot sees the end."""
    world.env.backend.advance_clock(days * ONE_DAY)
    await look(world)


async def set_back(world: World, days: float) -> None:
    """Set the host's clock back."""
    world.env.backend.advance_clock(-days * ONE_DAY)
    await look(world)


def today(world: World) -> int:
    return date_at(world.now())


def posts(world: World, channel: Any = None) -> list[discord.Message]:
    history = (channel or world.games).history()
    return [each for each in history if labels(each) == [English.SOLVE_DAILY]]


def sent(world: World) -> list[dict[str, Any]]:
    """What was sent to channels, whether or not Discord took it."""
    requests = [each for each in world.env.http_requests if each.path.endswith("/messages")]
    return [each.json for each in requests if isinstance(each.json, dict)]
