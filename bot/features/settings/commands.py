"""`/duel settings`: what a player chooses."""

from discord import app_commands

from bot.features.settings.local_time import suggested
from bot.features.settings.view import time_choice
from bot.interactions.command_texts import choices, described, options_of
from bot.interactions.handlers import Choices, suggestions, with_context
from bot.interactions.options import PINGS, one_of
from bot.services import Context
from storage.people import Challenges

CHALLENGES = {each.value: each for each in Challenges}


@suggestions
async def times(context: Context, typed: str) -> Choices:
    """Suggest the times that it is now: a list that was shown before would be wrong."""
    now, words = context.now, context.words
    return [time_choice(offset, now, words) for offset in suggested(typed, now)]


@app_commands.command(name="settings", description=described("duel settings"))
@options_of("duel settings")
@app_commands.choices(pings=choices("PINGS", PINGS), challenges=choices("CHALLENGES", CHALLENGES))
@app_commands.autocomplete(time=times)
@with_context
async def settings(
    context: Context,
    pings: str | None = None,
    challenges: str | None = None,
    time: app_commands.Range[str, 1, 20] | None = None,
) -> None:
    await context.services.player_settings.change(
        context,
        one_of(PINGS, pings) if pings else None,
        one_of(CHALLENGES, challenges) if challenges else None,
        time,
    )
