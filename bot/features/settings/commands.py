"""`/duel settings`: what a player chooses."""

from discord import app_commands

from bot.interactions.handlers import with_context
from bot.interactions.options import one_of
from bot.services import Context
from bot.text.english import English
from storage.people import Challenges, Pings

PINGS = {each.value: each for each in Pings}
CHALLENGES = {each.value: each for each in Challenges}


@app_commands.command(name="settings", description="When I may ping you, and who may challenge you")
@app_commands.describe(
    pings="When I ping you that it's your move", challenges="Whose challenges you take"
)
@app_commands.choices(
    pings=[app_commands.Choice(name=English.PINGS[each], value=each.value) for each in Pings],
    challenges=[
        app_commands.Choice(name=English.CHALLENGES[each], value=each.value) for each in Challenges
    ],
)
@with_context
async def settings(
    context: Context, pings: str | None = None, challenges: str | None = None
) -> None:
    await context.services.player_settings.change(
        context,
        one_of(PINGS, pings) if pings else None,
        one_of(CHALLENGES, challenges) if challenges else None,
    )
