"""`duelhost migrate`: brings the database up to date."""

import typer

from bot.cli.arguments import Database
from bot.host.settings import DATABASE
from bot.text import terminal
from storage.files import NEWEST_SCHEMA, migrate_file


def migrate(database: Database = DATABASE) -> None:
    """Bring the database up to date, as the bot does when it starts.

    Stop the bot first.
    """
    for each in migrate_file(database):
        typer.echo(terminal.MIGRATED.format(number=each.number, reason=each.reason))
    typer.echo(terminal.UP_TO_DATE.format(path=database, number=NEWEST_SCHEMA))
