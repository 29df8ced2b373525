"""The button to finished duels, and to older ones."""

from bot.interactions.custom_id import History
from bot.interactions.handlers import on
from bot.services import Context


@on(History)
async def show_history(context: Context, pressed: History) -> None:
    histories = context.services.histories
    await histories.show(context, pressed.player, pressed.opponent, pressed.before)
