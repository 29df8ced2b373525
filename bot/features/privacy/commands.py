"""`/privacy`: what is kept of somebody, and how to get it or to be rid of it."""

from discord import app_commands

from bot.duels.service import words_of
from bot.features.privacy.view import privacy as privacy_page
from bot.interactions.asking import Ask
from bot.interactions.dispatch import hold, privately
from engine.ids import PlayerId


@app_commands.command(name="privacy", description="What I keep about you; download or delete it")
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
async def privacy(ask: Ask) -> None:
    await hold(ask)
    keeping = await ask.client.store.keeping(PlayerId(ask.user.id))
    await privately(ask, privacy_page(len(keeping), words_of(ask)))
