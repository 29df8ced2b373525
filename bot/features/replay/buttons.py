"""The buttons that step through a finished duel, and the select that opens one."""

from bot.duels.find import numbered
from bot.interactions.custom_id import Replay, ReplayChosen, ReplayRecord
from bot.interactions.handlers import on
from bot.services import Context


@on(Replay, anywhere=True)
async def show_replay(context: Context, pressed: Replay) -> None:
    # The button of a board has no number, those of a page have one each.
    turned = pressed.button is not None
    await context.services.replays.show(context, pressed.duel, pressed.ply, turned=turned)


@on(ReplayChosen)
async def show_chosen(context: Context, _pressed: ReplayChosen) -> None:
    await context.services.replays.show(context, numbered(context.chosen))


@on(ReplayRecord)
async def turn_record(context: Context, pressed: ReplayRecord) -> None:
    await context.services.replays.turn_record(context, pressed.ply)
