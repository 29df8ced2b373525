"""The table of what was measured, by set-up. It is checked in: a challenge can't wait for it."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from engine.games.evenodd import EvenOdd
from engine.games.game import Game
from engine.games.parity import Parity
from engine.measure.figures import FIGURES


class Measured(NamedTuple):
    """The decisions that both players together meet in a game, its plies, and how much the seat
    decides between equal players: 0 if nothing, 1 if everything."""

    decisions: float
    plies: float
    seat: float


def measured(game: Game[Any]) -> Measured | None:
    """What was measured of the set-up of this game, if it was."""
    return table().get(measured_as(game).setup)


def has_table(game: Game[Any]) -> bool:
    """Whether set-ups of this game were measured at all. Those of a package's game weren't."""
    return measured_as(game).key in _keys()


def measured_as(game: Game[Any]) -> Game[Any]:
    """Even/Odd Match is Parity Duel in other words."""
    return Parity(**game.settings()) if type(game) is EvenOdd else game


@cache
def table() -> Mapping[str, Measured]:
    return dict(map(_read, FIGURES.splitlines()))


@cache
def _keys() -> frozenset[str]:
    return frozenset(setup.partition("/")[0] for setup in table())


def _read(line: str) -> tuple[str, Measured]:
    setup, *figures = line.split(" ")
    return setup, Measured(*map(float, figures))


def written(table: Mapping[str, Measured]) -> str:
    """The table as text, sorted: `read` it again by putting it into `figures.py`."""
    return "".join(
        f"{setup} {found.decisions:.2f} {found.plies:.1f} {found.seat:.2f}\n"
        for setup, found in sorted(table.items(), key=_in_order)
    )


def _in_order(line: tuple[str, Measured]) -> list[tuple[int, str]]:
    """Sorts `size=9` before `size=10`, and one game after another."""
    return [
        (int(part), "") if part.isdecimal() else (-1, part)
        for part in line[0].replace("=", " ").replace(",", " ").split(" ")
    ]
