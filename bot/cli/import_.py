"""`duelhost import`: the record of a server out of a file that another Duelhost has exported."""

from pathlib import Path
from typing import Annotated

import typer

from bot.cli.arguments import DATABASE, Database
from bot.cli.progress import progress
from bot.system_clock import system_clock
from bot.text import terminal
from storage.files import take_in


def import_(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="What was exported.", dir_okay=False, show_default=False
        ),
    ],
    database: Database = DATABASE,
) -> None:
    """Take in what was exported of a server, judging every duel again. Stop the bot first."""
    now = system_clock()
    with progress("import") as watch:
        taken = take_in(database, source, now, watch)
    typer.echo(terminal.IMPORTED.format(path=database, guild=taken.guild, duels=taken.duels))
