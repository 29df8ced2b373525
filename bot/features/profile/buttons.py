"""The button to all titles."""

from bot.interactions.custom_id import ShowTitles
from bot.interactions.handlers import on
from bot.services import Context


@on(ShowTitles)
async def show_titles(context: Context, pressed: ShowTitles) -> None:
    await context.services.profiles.show_titles(context, pressed.player)
