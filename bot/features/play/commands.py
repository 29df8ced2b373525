"""`/duel move`, `/duel board` and `/duel resign`."""

from discord import app_commands

from bot.duels.find import optional_number
from bot.interactions.command_texts import described, options_of
from bot.interactions.handlers import with_context
from bot.interactions.options import legal_moves, my_duels
from bot.services import Context


@app_commands.command(name="move", description=described("duel move"))
@options_of("duel move")
@app_commands.autocomplete(move=legal_moves, duel=my_duels)
@with_context
async def move(
    context: Context, move: app_commands.Range[str, 1, 100], duel: str | None = None
) -> None:
    await context.services.duels.play(context, optional_number(duel), move)


@app_commands.command(name="board", description=described("duel board"))
@options_of("duel board")
@app_commands.autocomplete(duel=my_duels)
@with_context
async def board(context: Context, duel: str | None = None) -> None:
    await context.services.duels.show_board(context, optional_number(duel))


@app_commands.command(name="resign", description=described("duel resign"))
@options_of("duel resign")
@app_commands.autocomplete(duel=my_duels)
@with_context
async def resign(context: Context, duel: str | None = None) -> None:
    await context.services.duels.ask_to_resign(context, optional_number(duel))
