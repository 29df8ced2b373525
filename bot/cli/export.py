"""`duelhost export`: the duels of a server as a file, also while the bot is running."""

from pathlib import Path
from typing import Annotated

import typer
from rich.filesize import decimal

from bot.cli.arguments import Database
from bot.cli.progress import progress
from bot.host.settings import DATABASE
from bot.text import terminal
from storage.engines import database_at
from storage.ids import GuildId


def export(
    server: Annotated[
        int,
        typer.Argument(
            metavar="SERVER", help="The server's ID.", min=1, max=2**63 - 1, show_default=False
        ),
    ],
    target: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A new file.", dir_okay=False, show_default=False),
    ],
    database: Database = DATABASE,
) -> None:
    """Write all duels of a server into a file that another Duelhost can import."""
    with progress("export") as watch:
        duels = database_at(database).export(GuildId(server), target, watch)
    size = decimal(target.stat().st_size)
    typer.echo(terminal.EXPORTED.format(guild=server, target=target, size=size, duels=duels))
