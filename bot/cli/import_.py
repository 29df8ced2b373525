"""`duelhost import`: the duels of a server, from a file that `duelhost export` has written."""

from pathlib import Path
from typing import Annotated

import typer

from bot.cli.arguments import Database
from bot.cli.progress import progress
from bot.host.settings import DATABASE
from bot.system_clock import system_clock
from bot.text import terminal
from storage.engines import database_at


def import_(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="The exported file.", dir_okay=False, show_default=False
        ),
    ],
    database: Database = DATABASE,
) -> None:
    """Import the duels of a server from an exported file, checking each.

    Stop the bot first, unless the database is on a server.
    """
    there, now = database_at(database), system_clock()
    with progress("import") as watch:
        taken = there.take_in(source, now, watch)
    typer.echo(terminal.IMPORTED.format(path=there, guild=taken.guild, duels=taken.duels))
