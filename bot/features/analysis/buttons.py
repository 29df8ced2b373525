"""The buttons that open the analysis of a finished duel and step through it."""

from bot.interactions.custom_id import Analyse, AnalyseMove
from bot.interactions.handlers import on
from bot.services import Context


@on(Analyse, anywhere=True)
async def show_analysis(context: Context, pressed: Analyse) -> None:
    # The button of a board has no number, those of a page have one each.
    turned = pressed.button is not None
    await context.services.analyses.show(context, pressed.duel, turned=turned)


@on(AnalyseMove, anywhere=True)
async def show_move(context: Context, pressed: AnalyseMove) -> None:
    await context.services.analyses.show_move(context, pressed.duel, pressed.ply)
