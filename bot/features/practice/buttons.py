"""The buttons that begin a duel with the bot, that go on with one from a position, and that ask for
hints."""

from bot.interactions.custom_id import AskHint, AskMove, PickLevel, PlayBot, PlayBotVariant, PlayOn
from bot.interactions.handlers import on
from bot.services import Context


@on(PlayBot, anywhere=True)
async def ask_level(context: Context, pressed: PlayBot) -> None:
    await context.services.practice.ask_level(context, pressed.duel)


@on(PickLevel, anywhere=True)
async def begin_like(context: Context, pressed: PickLevel) -> None:
    await context.services.practice.begin_like(context, pressed.duel, pressed.level)


@on(PlayBotVariant, anywhere=True)
async def begin_variant(context: Context, pressed: PlayBotVariant) -> None:
    game, variant, level, place = pressed.game, pressed.variant, pressed.level, pressed.place
    await context.services.practice.begin_variant(context, game, variant, level, place)


@on(PlayOn, anywhere=True)
async def play_on(context: Context, pressed: PlayOn) -> None:
    await context.services.practice.play_on(context, pressed.duel, pressed.ply)


@on(AskHint, anywhere=True)
async def ask_hint(context: Context, pressed: AskHint) -> None:
    await context.services.hints.give(context, pressed.duel, pressed.ply)


@on(AskMove, anywhere=True)
async def ask_move(context: Context, pressed: AskMove) -> None:
    await context.services.hints.give_move(context, pressed.duel, pressed.ply)
