"""`duelhost recalculate`: all standings, recalculated from the duels."""

import typer

from bot.cli.arguments import Database
from bot.cli.progress import progress
from bot.host.settings import DATABASE
from bot.text import terminal
from storage.engines import database_at


def recalculate(database: Database = DATABASE) -> None:
    """Recalculate all standings from the duels.

    Stop the bot first, unless the database is on a server. If you stop this command, the bot does
    the rest.
    """
    there = database_at(database)
    with progress("recalculate") as watch:
        ends = there.recalculate(watch)
    typer.echo(terminal.RECALCULATED.format(path=there, ends=ends))
