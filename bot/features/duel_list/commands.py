"""`/duel list`."""

from discord import app_commands

from bot.interactions.command_texts import described
from bot.interactions.handlers import with_context
from bot.services import Context


@app_commands.command(name="list", description=described("duel list"))
@with_context
async def list_(context: Context) -> None:
    await context.services.duel_lists.show(context)
