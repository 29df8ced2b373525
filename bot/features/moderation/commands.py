"""`/duel-admin`: for members who may manage the server."""

from discord import app_commands

from bot.duels.find import numbered
from bot.interactions.command_texts import described, options_of
from bot.interactions.handlers import with_context
from bot.interactions.options import duels_in_play, duels_with_result
from bot.interactions.permissions import Person
from bot.services import Context
from engine.ids import PlayerId


@app_commands.command(name="end", description=described("duel-admin end"))
@options_of("duel-admin end")
@app_commands.autocomplete(duel=duels_in_play)
@with_context
async def end(context: Context, duel: str) -> None:
    await context.services.moderation.end(context, numbered(duel))


@app_commands.command(name="void", description=described("duel-admin void"))
@options_of("duel-admin void")
@app_commands.autocomplete(duel=duels_with_result)
@with_context
async def void(
    context: Context, duel: str, reason: app_commands.Range[str, 1, 200] | None = None
) -> None:
    await context.services.moderation.remove_result(context, numbered(duel), reason)


@app_commands.command(name="reset", description=described("duel-admin reset"))
@options_of("duel-admin reset")
@with_context
async def reset(context: Context, confirm: app_commands.Range[str, 1, 100] | None = None) -> None:
    await context.services.moderation.begin_season(context, confirm)


@app_commands.command(name="block", description=described("duel-admin block"))
@options_of("duel-admin block")
@with_context
async def block(context: Context, member: Person) -> None:
    await context.services.moderation.block(context, PlayerId(member.id), blocked=True)


@app_commands.command(name="unblock", description=described("duel-admin unblock"))
@options_of("duel-admin unblock")
@with_context
async def unblock(context: Context, member: Person) -> None:
    await context.services.moderation.block(context, PlayerId(member.id), blocked=False)


@app_commands.command(name="export", description=described("duel-admin export"))
@with_context
async def export(context: Context) -> None:
    await context.services.moderation.export(context)
