"""A bot that measures Discord's part of a move alone: it answers a press by changing the message
that was pressed, or with `anew` by posting another one and deleting it. The message has as many
buttons as a board has on average. It plays no game, stores nothing and logs nothing."""

import asyncio
import sys
from typing import Any

import discord

from tests.bench.guest import FRUGAL, run

BOARD = "**Bo took 6.** Your move, Ana.\n```\n" + "  [1]  [2]  ··   ··   ··\n" * 4 + "```"
ROWS = (5, 2)


class Messenger(discord.Client):
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        view = discord.ui.View(timeout=None)
        for row, width in enumerate(ROWS):
            for nth in range(width):
                name = f"{row}{nth}"
                view.add_item(discord.ui.Button(label=name, custom_id=name, row=row))
        view.stop()
        if sys.argv[1:] != ["anew"]:
            await interaction.response.edit_message(content=BOARD, view=view)
            return
        assert isinstance(interaction.channel, discord.TextChannel)
        await asyncio.gather(
            interaction.response.defer(), interaction.channel.send(BOARD, view=view)
        )
        await interaction.delete_original_response()


if __name__ == "__main__":
    run(Messenger(**FRUGAL))
