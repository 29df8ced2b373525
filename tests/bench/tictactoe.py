"""A game by others: tic-tac-toe for two from `discord-games`. It is in memory alone, a view for
each game; a move changes the one message that there is."""

from typing import Any

import discord
from discord.ext import commands
from discord_games.button_games import BetaTictactoe

from tests.bench.guest import FRUGAL, run


class Bot(commands.Bot):
    async def setup_hook(self) -> None:
        self.tree.add_command(tictactoe)
        await self.tree.sync()


@discord.app_commands.command(description="Play tic-tac-toe")
async def tictactoe(interaction: discord.Interaction[Any], opponent: discord.Member) -> None:
    context = await commands.Context.from_interaction(interaction)
    await BetaTictactoe(interaction.user, opponent).start(context)


if __name__ == "__main__":
    run(Bot(command_prefix=commands.when_mentioned, **FRUGAL))
