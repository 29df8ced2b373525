"""Buttons and selects that explain a game."""

from dataclasses import replace

from bot.features.rules.view import rules, which_rules
from bot.interactions.custom_id import DuelRules, GameRules
from bot.interactions.handlers import on
from bot.interactions.options import shown_game
from bot.services import Context


@on(DuelRules, anywhere=True)
async def explain_duel(context: Context, pressed: DuelRules) -> None:
    """The variant that is played. Nobody sees the start of a challenge before it is accepted."""
    match = await context.services.duels.duel(context, pressed.duel)
    game = match.duel.terms.game.without_start()
    await context.respond.private(rules(game, context.words))


@on(GameRules)
async def explain_game(context: Context, pressed: GameRules) -> None:
    """The rules, with the choice of a game still under them."""
    explained = rules(shown_game(pressed.game), context.words)
    await context.respond.change(replace(explained, rows=which_rules(context.words).rows))
