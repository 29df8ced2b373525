"""`/duel rules` and `/duel help`."""

from discord import app_commands

from bot.features.rules.view import help_page, rules, which_rules
from bot.interactions.command_texts import described, game_choices, options_of
from bot.interactions.handlers import with_context
from bot.interactions.options import game_variants, shown_game
from bot.services import Context


@app_commands.command(name="rules", description=described("duel rules"))
@options_of("duel rules")
@app_commands.choices(game=game_choices())
@app_commands.autocomplete(variant=game_variants)
@with_context
async def rules_(
    context: Context,
    game: str | None = None,
    variant: app_commands.Range[str, 1, 100] | None = None,
) -> None:
    words = context.words
    page = rules(shown_game(game, variant), words) if game else which_rules(words)
    await context.respond.private(page)


@app_commands.command(name="help", description=described("duel help"))
@with_context
async def help_(context: Context) -> None:
    await context.respond.private(help_page(context.words))
