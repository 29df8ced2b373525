"""`duelhost restore`: replaces the database by a backup."""

from pathlib import Path
from typing import Annotated

import typer

from bot.cli.arguments import Database
from bot.cli.progress import progress
from bot.host.settings import DATABASE
from bot.text import terminal
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
    with progress("restore") as watch:
        kept = put_back(database, source, force=force, progress=watch)
    typer.echo(terminal.RESTORED.format(path=database, source=source))
    if kept:
        typer.echo(terminal.SET_ASIDE.format(kept=kept))
