"""`/privacy`: personal data, shown, downloaded or deleted."""

from discord import app_commands

from bot.interactions.command_texts import described
from bot.interactions.handlers import with_context
from bot.services import Context


@app_commands.command(name="privacy", description=described("privacy"))
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
@with_context
async def privacy(context: Context) -> None:
    await context.services.personal_data.show(context)
