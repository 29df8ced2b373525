"""The arguments that several subcommands share."""

from random import SystemRandom
from typing import Annotated, Any

import typer

from bot.text import terminal
from engine.games import GAMES, kind_of, set_up
from engine.games.game import Game
from engine.games.option_text import read_options
from engine.games.options import Option


def _options_help() -> str:
    """Every game's options, from their declarations."""
    games = (
        terminal.OPTIONS_OF.format(game=key, options=", ".join(map(_option_help, kind.options())))
        for key, kind in GAMES.items()
        if kind.options()
    )
    return terminal.OPTION_HELP.format(games="; ".join(games))


def _option_help(option: Option) -> str:
    usual = option.default
    if usual is None:
        usual = terminal.DRAWN.format(least=min(option.drawn), most=max(option.drawn))
    return terminal.OPTION.format(name=option.key, allowed=option.allowed, usual=usual)


GameKey = Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES)}.")]
Size = Annotated[
    str | None,
    typer.Option(metavar="N", help="Short for --option size=N.", show_default=False),
]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help=_options_help(), show_default=False),
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


def given(key: str, size: str | None, option: list[str] | None) -> dict[str, object]:
    """The options that were typed for a game."""
    typed = [*([] if size is None else [f"size={size}"]), *(option or [])]
    return read_options(kind_of(key), " ".join(typed))


def chosen(key: str, size: str | None, option: list[str] | None) -> Game[Any]:
    return set_up(key, given(key, size, option), SystemRandom())
