"""`duelhost check`: checks that the database is sound."""

import typer

from bot.cli.arguments import Database
from bot.cli.progress import progress
from bot.host.settings import DATABASE
from bot.text import terminal
from bot.text.troubles import trouble
from storage import database as databases
from storage.engines import database_at


def check(database: Database = DATABASE) -> None:
    """Check every duel and all standings, without changing anything."""
    show_findings(database_at(database))


def show_findings(database: databases.Database) -> None:
    """Print what is wrong with a database, or that it is sound."""
    duels = found = 0
    with progress("check") as watch:

        def count(done: int, total: int) -> None:
            nonlocal duels
            duels = done
            watch(done, total)

        for wrong in database.check(count):
            found += 1
            # Unlike `echo` this goes around the bar.
            print(trouble(wrong))
    if found:
        typer.echo(terminal.UNSOUND.format(path=database, found=found), err=True)
        raise typer.Exit(1)
    typer.echo(terminal.SOUND.format(path=database, duels=duels))
