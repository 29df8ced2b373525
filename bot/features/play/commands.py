"""`/duel move`, `/duel board` and `/duel resign`."""

from discord import app_commands

from bot.duels.find import optional_number
from bot.interactions.handlers import with_context
from bot.interactions.options import legal_moves, my_duels
from bot.services import Context


@app_commands.command(name="move", description="Make your move")
@app_commands.describe(
    move="The number to take, or the part to leave",
    duel="Which duel, if you have several in this channel",
)
@app_commands.autocomplete(move=legal_moves, duel=my_duels)
@with_context
async def move(
    context: Context, move: app_commands.Range[str, 1, 100], duel: str | None = None
) -> None:
    await context.services.duels.play(context, optional_number(duel), move)


@app_commands.command(name="board", description="Show the board of a duel again, here")
@app_commands.describe(duel="Which duel, if you have several")
@app_commands.autocomplete(duel=my_duels)
@with_context
async def board(context: Context, duel: str | None = None) -> None:
    await context.services.duels.show_board(context, optional_number(duel))


@app_commands.command(name="resign", description="Give up a duel")
@app_commands.describe(duel="Which duel, if you have several in this channel")
@app_commands.autocomplete(duel=my_duels)
@with_context
async def resign(context: Context, duel: str | None = None) -> None:
    await context.services.duels.ask_to_resign(context, optional_number(duel))
