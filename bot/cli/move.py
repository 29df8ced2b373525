"""`duelhost move`: everything from one database into another, of whichever engine."""

from typing import Annotated

import typer

from bot.cli.check import show_findings
from bot.cli.progress import progress
from bot.text import terminal
from storage import moving
from storage.database import Database
from storage.engines import database_at
from storage.trouble import Trouble


def move(
    source: Annotated[
        str, typer.Argument(metavar="FROM", help="A file or a URL.", show_default=False)
    ],
    target: Annotated[
        str,
        typer.Argument(metavar="TO", help="A new file, or an empty database.", show_default=False),
    ],
) -> None:
    """Copy everything into an empty database, between SQLite and PostgreSQL or not.

    Stop the bot first. The source stays as it is.
    """
    here, there = database_at(source), database_at(target)
    try:
        with progress("move") as watch:
            duels = moving.move(here, there, watch)
    except BaseException:
        _say_if_nothing_was_moved(there)
        raise
    typer.echo(terminal.MOVED.format(source=here, target=there, duels=duels))
    show_findings(there)


def _say_if_nothing_was_moved(target: Database) -> None:
    """Look at the target: a commit whose answer was lost may have moved everything."""
    try:
        empty = target.is_empty()
    except Trouble:
        return
    if empty:
        typer.echo(terminal.NOT_MOVED.format(target=target), err=True)
