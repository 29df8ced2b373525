"""`/practice`: a duel with the bot that only the player sees, in a server or in direct messages."""

from discord import app_commands

from bot.duels.find import numbered
from bot.duels.variants import agreed_game
from bot.interactions.command_texts import choices, described, game_choices, options_of
from bot.interactions.handlers import with_context_anywhere
from bot.interactions.options import (
    chosen_options,
    game_options,
    my_private_duels,
    one_of,
    practice_variants,
)
from bot.services import Context
from engine.duel import First, Terms
from engine.durations import DEFAULT_CLOCK
from engine.games import GAMES
from engine.opponents.levels import Level
from storage.people import HouseRules

LEVELS = {each.value: each for each in Level}


@app_commands.command(name="practice", description=described("practice"))
@options_of("practice")
@app_commands.choices(game=game_choices(), level=choices("LEVELS", LEVELS))
@app_commands.autocomplete(variant=practice_variants, options=game_options, duel=my_private_duels)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
@with_context_anywhere
async def practice(  # noqa: PLR0913, PLR0917  (what Discord asks for)
    context: Context,
    game: str = next(iter(GAMES)),
    variant: app_commands.Range[str, 1, 100] | None = None,
    level: str = Level.CASUAL,
    options: app_commands.Range[str, 1, 100] | None = None,
    duel: str | None = None,
) -> None:
    if duel is not None:
        await context.services.duels.show_board(context, numbered(duel))
        return
    chosen = agreed_game(game, variant, chosen_options(game, None, options), HouseRules())
    bot = context.services.members.bot
    played_at = one_of(LEVELS, level)
    terms = Terms(context.player, bot, chosen, First.DRAWN, DEFAULT_CLOCK, level=played_at)
    await context.services.practice.begin(context, terms, private=True)
