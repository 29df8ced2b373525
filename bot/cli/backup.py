"""`duelhost backup`: a copy of the database, also while the bot is running."""

from pathlib import Path
from typing import Annotated

import typer
from rich.filesize import decimal

from bot.cli.arguments import Database
from bot.cli.progress import progress
from bot.host.settings import DATABASE
from bot.text import terminal
from storage.engines import database_at
from storage.files import back_up, back_up_into, path_of


def backup(
    target: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="The file to save to. Without it, a new one is made in DUELHOST_BACKUP_DIR.",
            dir_okay=False,
            show_default=False,
        ),
    ] = None,
    database: Database = DATABASE,
) -> None:
    """Save a checked copy of the database, also while the bot is running."""
    path = path_of(database_at(database))
    saved = _back_up(path, target) if target else _one_more(path)
    size = decimal(saved.stat().st_size)
    typer.echo(terminal.BACKED_UP.format(path=path, target=saved, size=size))


def _back_up(path: Path, target: Path) -> Path:
    with progress("backup") as watch:
        back_up(path, target, watch)
    return target


def _one_more(path: Path) -> Path:
    # These imports take time, and only this way of calling needs them.
    from bot.host.misconfigured import Misconfigured  # noqa: PLC0415
    from bot.host.settings import premises  # noqa: PLC0415
    from bot.system_clock import system_clock  # noqa: PLC0415

    chosen = premises()
    if chosen.backup_dir is None:
        raise Misconfigured(terminal.SETTINGS["no-backup-dir"])
    with progress("backup") as watch:
        keep, now = chosen.backup_keep, system_clock()
        return back_up_into(path, chosen.backup_dir, keep, now, watch)
