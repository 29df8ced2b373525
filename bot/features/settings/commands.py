"""`/duel settings`: what a player chooses."""

from discord import app_commands

from bot.interactions.command_texts import choices, described, options_of
from bot.interactions.handlers import with_context
from bot.interactions.options import PINGS, one_of
from bot.services import Context
from storage.people import Challenges

CHALLENGES = {each.value: each for each in Challenges}


@app_commands.command(name="settings", description=described("duel settings"))
@options_of("duel settings")
@app_commands.choices(pings=choices("PINGS", PINGS), challenges=choices("CHALLENGES", CHALLENGES))
@with_context
async def settings(
    context: Context, pings: str | None = None, challenges: str | None = None
) -> None:
    await context.services.player_settings.change(
        context,
        one_of(PINGS, pings) if pings else None,
        one_of(CHALLENGES, challenges) if challenges else None,
    )
