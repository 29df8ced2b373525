"""`duelhost recount`: all standings, counted again from the duels."""

import typer

from bot.cli.arguments import DATABASE, Database
from bot.cli.progress import progress
from bot.text import terminal
from storage.files import recalculate


def recount(database: Database = DATABASE) -> None:
    """Count all standings again from the duels. Stop the bot first. Where this is stopped, the bot
    goes on."""
    with progress("recount") as watch:
        ends = recalculate(database, watch)
    typer.echo(terminal.RECOUNTED.format(path=database, ends=ends))
