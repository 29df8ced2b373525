"""`duelhost backup`: a copy of the database, also while the bot is running."""

from pathlib import Path
from typing import Annotated

import typer
from rich.filesize import decimal

from bot.cli.arguments import DATABASE, Database
from bot.cli.progress import progress
from bot.words import terminal
from storage.sqlite.backup import back_up


def backup(
    target: Annotated[
        Path, typer.Argument(metavar="FILE", help="Where to.", dir_okay=False, show_default=False)
    ],
    database: Database = DATABASE,
) -> None:
    """Save a checked copy of the database, also while the bot is running."""
    with progress("backup") as watch:
        back_up(database, target, watch)
    size = decimal(target.stat().st_size)
    typer.echo(terminal.BACKED_UP.format(path=database, target=target, size=size))
