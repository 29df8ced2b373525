"""The `duelhost` command: every subcommand is a file beside this one."""

import errno
import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from bot.cli import (
    backup,
    bench,
    check,
    doctor,
    export,
    health,
    import_,
    migrate,
    play,
    recalculate,
    restore,
    rules,
    run,
    sandbox,
    solve,
)
from bot.host.misconfigured import EXIT_CODE, Misconfigured
from bot.text.refusals import sentence
from bot.text.troubles import trouble
from engine.refusal import Refusal
from storage.trouble import Trouble

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
app.command("backup")(backup.backup)
app.command("restore")(restore.restore)
app.command("check")(check.check)
app.command("recalculate")(recalculate.recalculate)
app.command("recount", hidden=True)(recalculate.recalculate)  # its earlier name
app.command("export")(export.export)
app.command("import")(import_.import_)
app.command("migrate")(migrate.migrate)
app.command("bench")(bench.bench)


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


def main(args: Sequence[str] | None = None) -> None:
    _settle_surroundings()
    try:
        try:
            app(args=args, prog_name="duelhost", default_map=_set_in_file())
        finally:
            sys.stdout.flush()
    except Refusal as refusal:
        _fail(sentence(refusal), 2)
    except Trouble as failed:
        _fail(trouble(failed), 1)
    except Misconfigured as wrong:
        _fail("\nduelhost: ".join(wrong.args), EXIT_CODE)
    except OSError as error:
        # Nobody to read from or nowhere to write to. What could not be written must not be tried
        # again when the interpreter closes its files.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            sys.exit(1)  # a reader that has seen enough, as `head` has, needs no telling
        where = f"{error.filename}: " if error.filename else ""
        _fail(where + (error.strerror or str(error)), 1)


def _set_in_file() -> dict[str, dict[str, Callable[[], Path]]]:
    """Every command works with the database that the bot does, also when `.env` says which. Only
    one that needs it looks there."""

    def database() -> Path:
        from bot.host.settings import database_key  # noqa: PLC0415  (takes its time)

        return database_key()

    return {str(each.name): {"database": database} for each in app.registered_commands}


def _settle_surroundings() -> None:
    """Odd bytes, closed files or a terminal of no width are no reason for a traceback."""
    if os.environ.get("COLUMNS") == "0":
        del os.environ["COLUMNS"]
    if sys.stdin is None:
        sys.stdin = io.StringIO()
    if sys.stdout is None:
        _fail(os.strerror(errno.EBADF), 1)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _fail(why: str, code: int) -> NoReturn:
    typer.echo(f"duelhost: {why}", err=True)
    sys.exit(code)
