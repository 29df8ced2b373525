"""`duelhost migrate`: brings the database up to date."""

import typer

from bot.cli.arguments import Database
from bot.host.settings import DATABASE
from bot.text import terminal
from storage.engines import database_at


def migrate(database: Database = DATABASE) -> None:
    """Bring the database up to date, as the bot does when it starts.

    Stop the bot first, unless the database is on a server.
    """
    there = database_at(database)
    for each in there.migrate():
        typer.echo(terminal.MIGRATED.format(number=each.number, reason=each.reason))
    if schema := there.schema():
        typer.echo(terminal.UP_TO_DATE.format(path=there, number=schema.found))
