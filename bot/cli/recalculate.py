"""`duelhost recalculate`: all standings, recalculated from the duels."""

import typer

from bot.cli.arguments import Database
from bot.cli.progress import progress
from bot.host.settings import DATABASE
from bot.text import terminal
from storage import files


def recalculate(database: Database = DATABASE) -> None:
    """Recalculate all standings from the duels.

    Stop the bot first. If you stop this command, the bot does the rest.
    """
    with progress("recalculate") as watch:
        ends = files.recalculate(database, watch)
    typer.echo(terminal.RECALCULATED.format(path=database, ends=ends))
