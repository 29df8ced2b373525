"""A bot as somebody might write it who knows nothing of Duelhost, for the sandbox to run."""

import os

import discord
from discord import app_commands
from yarl import URL

if api := os.environ.get("DISCORD_API"):
    discord.http.Route.BASE = api + "/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(os.environ["DISCORD_GATEWAY"])


class Counter(discord.ui.View):
    count = 0

    @discord.ui.button(label="One more")
    async def more(
        self, pressed: discord.Interaction[discord.Client], _: discord.ui.Button["Counter"]
    ) -> None:
        self.count += 1
        text = f"{pressed.user.display_name} made it {self.count}"
        await pressed.response.edit_message(content=text, view=self)


class Guest(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.all())
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        self.tree.command(name="count", description="Counts")(count)
        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        if message.content == "!hello":
            await message.reply(f"Hello {message.author.display_name}")
        if message.content == "!template" and message.guild:
            await message.guild.create_template(name="x")


async def count(asked: discord.Interaction[discord.Client], start: int = 0) -> None:
    view = Counter()
    view.count = start
    await asked.response.send_message(f"From {start}", view=view)


if __name__ == "__main__":
    Guest().run(os.environ["DISCORD_TOKEN"])
