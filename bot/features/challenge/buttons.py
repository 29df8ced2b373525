"""The buttons of a challenge, and those that make one."""

from bot.duels.variants import agreed_game
from bot.features.challenge.view import VARIANT, pick_game
from bot.interactions.custom_id import Accept, Challenge, Decline, PickGame, PlayRanked, Rematch
from bot.interactions.handlers import on
from bot.services import Context
from engine.duel import First, Terms
from engine.durations import DEFAULT_CLOCK
from engine.refusal import CantDuelYourself
from storage.people import HouseRules


@on(Accept)
async def accept(context: Context, pressed: Accept) -> None:
    await context.services.challenges.accept(context, pressed.duel)


@on(Decline)
async def decline(context: Context, pressed: Decline) -> None:
    await context.services.challenges.decline(context, pressed.duel)


@on(Rematch, anywhere=True)
async def rematch(context: Context, pressed: Rematch) -> None:
    await context.services.challenges.rematch(context, pressed.duel)


@on(PlayRanked)
async def play_ranked(context: Context, pressed: PlayRanked) -> None:
    await context.services.challenges.ranked(context, pressed.duel)


@on(Challenge)
async def challenge(context: Context, pressed: Challenge) -> None:
    if pressed.opponent == context.player:
        raise CantDuelYourself(pressed.opponent)
    rules = await context.services.challenges.house_rules(context)
    is_bot = pressed.opponent == context.services.members.bot
    page = pick_game(pressed.opponent, rules, context.words, is_bot=is_bot)
    await context.respond.private(page)


@on(PickGame)
async def challenge_to_game(context: Context, pressed: PickGame) -> None:
    """A challenge to the game at its usual options, or to a variant of it. The bot asks at which
    level it is to play."""
    player, opponent = context.player, pressed.opponent
    key, _, variant = context.chosen.partition(VARIANT)
    if opponent == context.services.members.bot:
        await context.services.practice.ask_level_of_game(context, key, variant or None)
        return

    def agreed(rules: HouseRules) -> Terms:
        game = agreed_game(key, variant or None, {}, rules)
        return Terms(player, opponent, game, First.DRAWN, rules.clock or DEFAULT_CLOCK)

    await context.services.challenges.challenge(context, opponent, agreed)
