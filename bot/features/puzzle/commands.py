"""`/puzzle daily` and `/puzzle next`, in a server or in direct messages, for the player alone."""

from discord import app_commands

from bot.interactions.command_texts import described
from bot.interactions.handlers import with_context_anywhere
from bot.services import Context


@app_commands.command(name="daily", description=described("puzzle daily"))
@with_context_anywhere
async def daily(context: Context) -> None:
    await context.services.puzzles.show_daily(context)


@app_commands.command(name="next", description=described("puzzle next"))
@with_context_anywhere
async def next_(context: Context) -> None:
    await context.services.puzzles.show_next(context)
