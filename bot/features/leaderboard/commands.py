"""`/duel leaderboard`."""

from discord import app_commands

from bot.interactions.handlers import with_context
from bot.interactions.options import GAME_CHOICES
from bot.services import Context
from engine.ledger import EVERY_GAME


@app_commands.command(name="leaderboard", description="Who plays best")
@app_commands.describe(
    game="In which game (left out: in all of them)",
    page="Which page",
    season="Which season (left out: this one)",
)
@app_commands.choices(game=GAME_CHOICES)
@with_context
async def leaderboard(
    context: Context,
    game: str = EVERY_GAME,
    page: app_commands.Range[int, 1, 1_000_000] = 1,
    season: app_commands.Range[int, 1, 1_000_000] | None = None,
) -> None:
    await context.services.leaderboards.show(context, game, page, season)
