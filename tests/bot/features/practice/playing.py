"""Plays against the bot."""

from typing import Any

from engine.duel import Playing
from storage.ids import DuelId, GuildId
from storage.match import Match
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.world import World
from tests.builders import safe_move


async def running(world: World, number: int = 1) -> Playing:
    match: Match = await world.store.duel(GuildId(world.guild.id), DuelId(number))
    assert isinstance(match.duel, Playing)
    return match.duel


async def open_move(world: World, number: int = 1) -> str:
    """The label of a move that the bot can't win with at once, if there is one."""
    record = (await running(world, number)).record
    return record.game.text(safe_move(record))


async def move(world: World, board: Any, number: int = 1) -> Any:
    """Ana makes a move that the bot can't win with at once."""
    return await world.ana.click(board, label=await open_move(world, number))


async def play_out(world: World, board: Shown, number: int = 1) -> Shown:
    """Ana makes such moves until the duel is over."""
    while isinstance((await world.match(number)).duel, Playing):
        result = await move(world, board, number)
        assert result.response is not None
        board = result.response
    return board
