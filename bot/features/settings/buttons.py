"""The select of pings among a player's settings."""

from bot.interactions.custom_id import ChoosePings
from bot.interactions.handlers import on
from bot.interactions.options import PINGS, one_of
from bot.services import Context


@on(ChoosePings)
async def choose_pings(context: Context, _pressed: ChoosePings) -> None:
    await context.services.player_settings.choose_pings(context, one_of(PINGS, context.chosen))
