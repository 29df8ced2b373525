"""The buttons of a challenge, and those that make one."""

from bot.features.challenge.view import pick_game
from bot.interactions.custom_id import Accept, Challenge, Decline, PickGame, Rematch
from bot.interactions.handlers import on
from bot.interactions.options import drawn_game
from bot.services import Context
from engine.duel import First, Terms
from engine.refusal import CantDuelYourself


@on(Accept)
async def accept(context: Context, pressed: Accept) -> None:
    await context.services.challenges.accept(context, pressed.duel)


@on(Decline)
async def decline(context: Context, pressed: Decline) -> None:
    await context.services.challenges.decline(context, pressed.duel)


@on(Rematch)
async def rematch(context: Context, pressed: Rematch) -> None:
    await context.services.challenges.rematch(context, pressed.duel)


@on(Challenge)
async def challenge(context: Context, pressed: Challenge) -> None:
    if pressed.opponent == context.player:
        raise CantDuelYourself(pressed.opponent)
    await context.respond.private(pick_game(pressed.opponent, context.words))


@on(PickGame)
async def challenge_to_game(context: Context, pressed: PickGame) -> None:
    """A challenge to the game at its default options."""
    player, opponent, key = context.player, pressed.opponent, context.chosen
    await context.services.challenges.challenge(
        context,
        opponent,
        lambda clock: Terms(player, opponent, drawn_game(key), First.DRAWN, clock),
    )
