"""The buttons and selects of the leaderboard."""

from bot.interactions.custom_id import (
    LeaderboardGame,
    LeaderboardPage,
    LeaderboardSeason,
    MyPlace,
    number,
)
from bot.interactions.handlers import on
from bot.services import Context


@on(LeaderboardPage)
async def turn_page(context: Context, pressed: LeaderboardPage) -> None:
    """On a finished duel this opens a leaderboard, and on a leaderboard it turns the page."""
    leaderboards = context.services.leaderboards
    await leaderboards.turn_to(context, pressed.game, pressed.page, pressed.season)


@on(LeaderboardGame)
async def choose_game(context: Context, pressed: LeaderboardGame) -> None:
    await context.services.leaderboards.turn_to(context, context.chosen, 1, pressed.season)


@on(LeaderboardSeason)
async def choose_season(context: Context, pressed: LeaderboardSeason) -> None:
    season = number(context.chosen) or None
    await context.services.leaderboards.turn_to(context, pressed.game, 1, season)


@on(MyPlace)
async def show_own_place(context: Context, pressed: MyPlace) -> None:
    leaderboards = context.services.leaderboards
    await leaderboards.turn_to_own_place(context, pressed.game, pressed.season)
