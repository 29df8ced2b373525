"""`/duel leaderboard`."""

from discord import app_commands

from bot.interactions.command_texts import described, game_choices, options_of
from bot.interactions.handlers import with_context
from bot.services import Context
from engine.ledger import EVERY_GAME


@app_commands.command(name="leaderboard", description=described("duel leaderboard"))
@options_of("duel leaderboard")
@app_commands.choices(game=game_choices())
@with_context
async def leaderboard(
    context: Context,
    game: str = EVERY_GAME,
    page: app_commands.Range[int, 1, 1_000_000] = 1,
    season: app_commands.Range[int, 1, 1_000_000] | None = None,
) -> None:
    await context.services.leaderboards.show(context, game, page, season)
