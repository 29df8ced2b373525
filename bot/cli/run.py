"""`duelhost run`: the bot itself."""

import typer

from bot.cli.arguments import Database
from bot.host.settings import DATABASE


def run(database: Database = DATABASE) -> None:
    """Run the bot until a signal or Ctrl-C stops it.

    HOSTING.md lists the settings.
    """
    # Other commands don't have to wait for what only this one needs.
    from bot.host.start import start  # noqa: PLC0415

    raise typer.Exit(start(database))
