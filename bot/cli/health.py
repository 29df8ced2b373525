"""`duelhost health`: asks the running bot for its status."""

from typing import Annotated

import typer

from bot.text import terminal


def health(
    alive: Annotated[
        bool, typer.Option("--live", help="Ask only whether it is alive, not whether it is ready.")
    ] = False,
) -> None:
    """Ask the running bot whether it is ready, which needs DUELHOST_STATUS_PORT."""
    from bot.host import settings  # noqa: PLC0415
    from bot.host.health_check import Unwell, ask  # noqa: PLC0415

    try:
        ask(settings.premises(), alive=alive)
    except Unwell as unwell:
        typer.echo(f"duelhost: {unwell}", err=True)
        raise typer.Exit(1) from None
    typer.echo(terminal.HEALTH["alive" if alive else "ready"])
