"""`duelhost sandbox`: a bot in a Discord of one's own, to try it in the browser."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer


def sandbox(  # noqa: PLR0913
    *,
    bot: Annotated[
        str | None,
        typer.Option(
            metavar="COMMAND",
            help="Run this bot, in any language, in the place of Duelhost.",
            show_default=False,
        ),
    ] = None,
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
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Refuse fields of requests that Discord would ignore."),
    ] = False,
    servers: Annotated[
        int, typer.Option(min=1, max=10_000, help="How many servers the bot is in.")
    ] = 1,
    shards: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=16_384,
            help="How many shards Discord recommends; without it, one for each 1,000 servers.",
            show_default=False,
        ),
    ] = None,
    max_concurrency: Annotated[
        int, typer.Option(min=1, max=1_000, help="How many shards may identify at the same time.")
    ] = 1,
    browse: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the browser.")
    ] = True,
) -> None:
    """Try a bot in the browser, in a sandbox that needs no Discord account."""
    # Not imported: the bot knows no more of this Discord than of the other one.
    terminal = import_module("deploy.sandbox.terminal")
    guest_bot = import_module("deploy.sandbox.guest_bot")
    scale = import_module("deploy.sandbox.scale").Scale(servers, shards, max_concurrency)
    try:
        command = [sys.executable, "-m", "bot", "run"] if bot is None else guest_bot.split(bot)
        program = terminal.Program(command, guest=bot is not None, strict=strict, scale=scale)
        terminal.serve(program, folder, port, browse=browse)
    except guest_bot.CantStart as why:
        raise typer.BadParameter(str(why), param_hint="--bot") from None
