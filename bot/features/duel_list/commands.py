"""`/duel list`."""

from discord import app_commands

from bot.interactions.handlers import with_context
from bot.services import Context


@app_commands.command(name="list", description="Your running duels and open challenges")
@with_context
async def list_(context: Context) -> None:
    await context.services.duel_lists.show(context)
