"""A bot that measures Discord's part of a move alone: it answers a press with a message that has as
many buttons as a board has on average, and replaces the previous message by a line. It plays no
game, stores nothing and logs nothing."""

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
        await interaction.response.send_message(BOARD, view=view)
        if interaction.message:
            await interaction.message.edit(content="-# 8. Bo took 6", view=None)


if __name__ == "__main__":
    run(Messenger(**FRUGAL))
