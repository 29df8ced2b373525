"""`duelhost restore` replaces the database by a backup. `duelhost restored` does the rest after a
server has been recovered by its own means."""

from pathlib import Path
from typing import Annotated

import typer

from bot.cli.arguments import Database
from bot.cli.progress import progress
from bot.host.settings import DATABASE
from bot.text import terminal
from storage.engines import database_at
from storage.files import path_of
from storage.files import restore as put_back


def restore(
    source: Annotated[
        Path, typer.Argument(metavar="FILE", help="The backup.", dir_okay=False, show_default=False)
    ],
    database: Database = DATABASE,
    force: Annotated[
        bool, typer.Option("--force", help="Restore even if there is a database; it is set aside.")
    ] = False,
) -> None:
    """Replace the database by a backup, after checking the backup.

    Stop the bot first.
    """
    path = path_of(database_at(database))
    with progress("restore") as watch:
        kept = put_back(path, source, force=force, progress=watch)
    typer.echo(terminal.RESTORED.format(path=path, source=source))
    if kept:
        typer.echo(terminal.SET_ASIDE.format(kept=kept))


def restored(database: Database = DATABASE) -> None:
    """Have boards posted anew after a recovery by PostgreSQL's own means, or for another bot.

    Stop the bot first. After a recovery Discord shows later moments than the database knows of. A
    bot of another application can't change the boards of the one before.
    """
    there = database_at(database)
    typer.echo(terminal.MARKED.format(path=there, duels=there.mark_restored()))
