"""`/duel history`."""

from discord import app_commands

from bot.interactions.command_texts import described, options_of
from bot.interactions.handlers import with_context
from bot.interactions.permissions import Person
from bot.services import Context
from engine.ids import PlayerId


@app_commands.command(name="history", description=described("duel history"))
@options_of("duel history")
@with_context
async def history(
    context: Context, player: Person | None = None, opponent: Person | None = None
) -> None:
    shown = PlayerId(player.id) if player else context.player
    against = PlayerId(opponent.id) if opponent else None
    await context.services.histories.show(context, shown, against)
