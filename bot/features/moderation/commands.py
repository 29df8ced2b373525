"""`/duel-admin`: for members who may manage the server."""

from discord import app_commands

from bot.duels.find import numbered
from bot.interactions.handlers import with_context
from bot.interactions.options import duels_in_play, duels_with_result
from bot.interactions.permissions import Person
from bot.services import Context
from engine.ids import PlayerId


@app_commands.command(name="end", description="End a running duel; nobody wins")
@app_commands.describe(duel="Which duel")
@app_commands.autocomplete(duel=duels_in_play)
@with_context
async def end(context: Context, duel: str) -> None:
    await context.services.moderation.end(context, numbered(duel))


@app_commands.command(name="void", description="Remove the result of a duel from the leaderboard")
@app_commands.describe(duel="Which duel", reason="Why, for everybody to read")
@app_commands.autocomplete(duel=duels_with_result)
@with_context
async def void(
    context: Context, duel: str, reason: app_commands.Range[str, 1, 200] | None = None
) -> None:
    await context.services.moderation.remove_result(context, numbered(duel), reason)


@app_commands.command(name="reset", description="Begin a new season with an empty leaderboard")
@app_commands.describe(confirm="Type what I ask you to, as this can't be undone")
@with_context
async def reset(context: Context, confirm: app_commands.Range[str, 1, 100] | None = None) -> None:
    await context.services.moderation.begin_season(context, confirm)


@app_commands.command(name="block", description="Keep a member from starting or accepting duels")
@app_commands.describe(member="Who to block")
@with_context
async def block(context: Context, member: Person) -> None:
    await context.services.moderation.block(context, PlayerId(member.id), blocked=True)


@app_commands.command(name="unblock", description="Let a blocked member duel again")
@app_commands.describe(member="Who to unblock")
@with_context
async def unblock(context: Context, member: Person) -> None:
    await context.services.moderation.block(context, PlayerId(member.id), blocked=False)


@app_commands.command(name="export", description="All duels of this server, as a file for you")
@with_context
async def export(context: Context) -> None:
    await context.services.moderation.export(context)
