"""`duelhost run`: the bot itself."""

import typer

from bot.cli.arguments import DATABASE, Database


def run(database: Database = DATABASE) -> None:
    """Run the bot until a signal or Ctrl-C stops it.

    HOSTING.md lists the settings.
    """
    # Other commands don't have to wait for what only this one needs.
    from bot.host import logs, settings  # noqa: PLC0415

    chosen = settings.read(database)
    logs.set_up(chosen)

    from bot.host import process as running  # noqa: PLC0415

    raise typer.Exit(running.run(chosen))
