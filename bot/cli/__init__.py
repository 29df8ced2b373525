"""The `duelhost` command: every subcommand is a file beside this one."""

from collections.abc import Sequence
from importlib.metadata import version
from typing import Annotated

import typer

from bot.cli import (
    analyse,
    backup,
    bench,
    check,
    doctor,
    export,
    health,
    import_,
    levels,
    measure,
    migrate,
    move,
    play,
    recalculate,
    restore,
    rules,
    run,
    sandbox,
    solve,
)
from bot.host.settings import database_key

app = typer.Typer(
    name="duelhost",
    help="Number duels for two.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("sandbox")(sandbox.sandbox)
app.command("run")(run.run)
app.command("doctor")(doctor.doctor)
app.command("health")(health.health)
app.command("play")(play.play)
app.command("rules")(rules.rules)
app.command("solve")(solve.solve)
app.command("analyse")(analyse.analyse)
app.command("backup")(backup.backup)
app.command("restore")(restore.restore)
app.command("restored")(restore.restored)
app.command("check")(check.check)
app.command("recalculate")(recalculate.recalculate)
app.command("recount", hidden=True)(recalculate.recalculate)  # its earlier name
app.command("export")(export.export)
app.command("import")(import_.import_)
app.command("migrate")(migrate.migrate)
app.command("move")(move.move)
app.command("bench")(bench.bench)
app.command("measure")(measure.measure)
app.command("levels")(levels.levels)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"duelhost {version('duelhost')}")
        raise typer.Exit


@app.callback()
def duelhost(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Number duels for two."""


def typed(args: Sequence[str]) -> None:
    """Run the command that was typed. Every command works with the database that the bot does, also
    when `.env` says which. Only one that needs it looks there."""
    databases = {str(each.name): {"database": database_key} for each in app.registered_commands}
    app(args=args, prog_name="duelhost", default_map=databases)
