"""The arguments that several subcommands share."""

import re
from pathlib import Path
from random import SystemRandom
from typing import Annotated, Any

import typer

from engine.games import GAMES, set_up
from engine.games.game import Game


def _whole(text: str) -> int | str:
    """A number if it is one; the game says what is wrong with anything else."""
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,6}", text) else text


GameKey = Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES)}.")]
Size = Annotated[
    int | None,
    typer.Option(
        parser=_whole,
        metavar="N",
        help="Play with the numbers 1 to N (2 to 100); in split, start from N (3 to 100). "
        "Left out, it is 20, and in split drawn from 15 to 25. In sequence it is always 9.",
        show_default=False,
    ),
]

Database = Annotated[
    Path,
    typer.Option(
        envvar="DUELHOST_DATABASE",
        metavar="FILE",
        help="The database, if it isn't duelhost.db in this folder.",
        show_default=False,
    ),
]
DATABASE = Path("duelhost.db")


def options(size: int | None) -> dict[str, int]:
    return {} if size is None else {"size": size}


def chosen(key: str, size: int | None) -> Game[Any]:
    return set_up(key, options(size), SystemRandom())
