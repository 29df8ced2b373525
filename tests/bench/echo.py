"""The least that a bot can do with discord.py: a press is answered by a message that says what was
pressed. No view, no log, nothing on disk and nothing remembered."""

from typing import Any

import discord

from tests.bench.guest import FRUGAL, run


class Echo(discord.Client):
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        pressed: dict[str, Any] = dict(interaction.data or {})
        await interaction.response.send_message(pressed["custom_id"])


if __name__ == "__main__":
    run(Echo(**FRUGAL))
