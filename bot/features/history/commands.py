"""`/duel history`."""

from discord import app_commands

from bot.interactions.handlers import with_context
from bot.interactions.permissions import Person
from bot.services import Context
from engine.ids import PlayerId


@app_commands.command(name="history", description="Finished duels")
@app_commands.describe(
    player="Whose duels (left out: yours)", opponent="Only those against this player"
)
@with_context
async def history(
    context: Context, player: Person | None = None, opponent: Person | None = None
) -> None:
    shown = PlayerId(player.id) if player else context.player
    against = PlayerId(opponent.id) if opponent else None
    await context.services.histories.show(context, shown, against)
