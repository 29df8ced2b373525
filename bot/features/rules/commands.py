"""`/duel rules` and `/duel help`."""

from discord import app_commands

from bot.features.rules.view import help_page, rules, which_rules
from bot.interactions.handlers import with_context
from bot.interactions.options import GAME_CHOICES, drawn_game
from bot.services import Context


@app_commands.command(name="rules", description="How a game is played")
@app_commands.describe(game="Which game")
@app_commands.choices(game=GAME_CHOICES)
@with_context
async def rules_(context: Context, game: str | None = None) -> None:
    words = context.words
    page = rules(drawn_game(game), words) if game else which_rules(words)
    await context.respond.private(page)


@app_commands.command(name="help", description="What this is, and how to begin")
@with_context
async def help_(context: Context) -> None:
    await context.respond.private(help_page(context.words))
