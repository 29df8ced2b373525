"""`duelhost sandbox`: the bot in a Discord of one's own, to try it in the browser."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer


def sandbox(
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Keep duels and conversations here, for the next time.",
            show_default=False,
        ),
    ] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Where the page is; 0 takes any that is free.")
    ] = 0,
    browse: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the browser.")
    ] = True,
) -> None:
    """Try the bot in the browser, in a sandbox that needs no Discord account."""
    # Not imported: the bot knows no more of this Discord than of the other one.
    terminal = import_module("deploy.sandbox.terminal")
    terminal.serve([sys.executable, "-m", "bot", "run"], folder, port, browse=browse)
