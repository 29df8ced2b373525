"""The arguments that several subcommands share."""

from random import SystemRandom
from typing import Annotated, Any

import typer

from bot.text import terminal
from engine.games import GAMES, kind_of, preset_of, set_up
from engine.games.game import Game
from engine.games.option_text import read_options

GameKey = Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES)}.")]
Size = Annotated[
    str | None,
    typer.Option(metavar="N", help="Short for --option size=N.", show_default=False),
]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help=terminal.OPTION_HELP, show_default=False),
]
Variant = Annotated[
    str | None,
    typer.Option("--variant", metavar="NAME", help=terminal.VARIANT_HELP, show_default=False),
]

Database = Annotated[
    str,
    typer.Option(
        envvar="DUELHOST_DATABASE",
        metavar="FILE|URL",
        help="The database, if it isn't duelhost.db in this folder: a file, or the URL of one on "
        "a PostgreSQL server.",
        show_default=False,
    ),
]


def given(
    key: str, size: str | None, option: list[str] | None, variant: str | None
) -> dict[str, object]:
    """The options that were typed for a game, and those of its variant that were not."""
    typed = [*([] if size is None else [f"size={size}"]), *(option or [])]
    found = read_options(kind_of(key), " ".join(typed))
    return found if variant is None else {**preset_of(key, variant).options, **found}


def chosen(key: str, size: str | None, option: list[str] | None, variant: str | None) -> Game[Any]:
    """The game, whose start may have to be drawn yet."""
    return set_up(key, given(key, size, option, variant), SystemRandom())
