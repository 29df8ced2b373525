"""`/duel replay`: a finished duel, or a record as text, move by move."""

from discord import app_commands

from bot.duels.find import optional_number
from bot.features.replay.view import LONGEST
from bot.interactions.command_texts import described, options_of
from bot.interactions.handlers import with_context
from bot.interactions.options import my_ended_duels
from bot.services import Context


@app_commands.command(name="replay", description=described("duel replay"))
@options_of("duel replay")
@app_commands.autocomplete(duel=my_ended_duels)
@with_context
async def replay(
    context: Context,
    duel: str | None = None,
    record: app_commands.Range[str, 1, LONGEST] | None = None,
) -> None:
    if record is not None:
        await context.services.replays.show_record(context, record)
    else:
        await context.services.replays.show(context, optional_number(duel))
