"""`duelhost levels`: how much better each level of the bot's players is than the one below."""

from itertools import pairwise
from pathlib import Path
from random import Random, SystemRandom
from statistics import median
from time import process_time
from typing import Annotated, Any

import typer

from bot.cli.arguments import Chosen, Size, Variant
from bot.cli.progress import progress
from bot.cli.setup_rows import Row, chosen_rows, refuse_set_up
from bot.text import terminal
from engine.durations import SECOND
from engine.games import GAMES
from engine.games.game import Game
from engine.measure import fitting
from engine.measure.ladder import points
from engine.opponents import fitted
from engine.opponents.levels import Level, levels_of, reply
from engine.opponents.strength_table import written

# How many games each pair of levels plays.
GAMES_OF_A_PAIR = 600
WIDTHS = {
    "name": 24,
    "casual": 15,
    "skilled": 16,
    "expert": 16,
    "perfect": 16,
    "span": 16,
    "cpu": 0,
}


def levels(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES)}.")
    ] = None,
    *,
    size: Size = None,
    option: Chosen = None,
    variant: Variant = None,
    write: Annotated[
        bool, typer.Option("--write", help="Fit the levels to every variant anew.")
    ] = False,
) -> None:
    """Let the levels of the bot's players play each other.

    Without a game, all presets are played. A column is the share of points of the better level; at
    the end stands the CPU time of a move in milliseconds, the median and the most.
    """
    if write:
        refuse_set_up(game, size, option, variant)
        _write()
    else:
        _show(chosen_rows(game, size, option, variant))


def _show(rows: list[Row]) -> None:
    random = SystemRandom()
    for row in rows:
        row.begin(random)  # refuses wrong options
    typer.echo(_columns(**terminal.LEVELS))
    with progress("levels") as watch:
        for nth, row in enumerate(rows):
            watch(nth, len(rows))
            typer.echo(_line(row, random))


def _line(row: Row, random: Random) -> str:
    choice = levels_of(row.game(random))
    if not choice:
        return terminal.NO_LEVELS.format(name=row.name)
    pairs = [*pairwise(choice), (Level.NOVICE, Level.PERFECT)]
    timed = [_Timed(level) for level in Level]
    player = dict(zip(Level, timed, strict=True))
    shares = {
        pair: f"{points(row.begin, player[pair[1]], player[pair[0]], random, GAMES_OF_A_PAIR):.2f}"
        for pair in pairs
        if pair[1] in choice
    }
    spent = [each for one in timed for each in one.spent]
    return _columns(
        name=row.name,
        casual=shares[Level.NOVICE, Level.CASUAL],
        skilled=shares[Level.CASUAL, Level.SKILLED],
        expert=shares[Level.SKILLED, Level.EXPERT],
        perfect=shares.get((Level.EXPERT, Level.PERFECT), "–"),
        span=shares.get((Level.NOVICE, Level.PERFECT), "–"),
        cpu=f"{median(spent):.2f} ({max(spent):.1f})",
    )


class _Timed:
    """A player of a level, and the CPU time that each of its moves took, in milliseconds."""

    def __init__(self, level: Level) -> None:
        self._level = level
        self.spent: list[float] = []

    def __call__(self, game: Game[Any], state: Any, random: Random) -> int:
        began = process_time()
        move = reply(game, state, self._level, random)
        self.spent.append((process_time() - began) * SECOND)
        return move


def _columns(**columns: str) -> str:
    return "  ".join(columns[each].ljust(width) for each, width in WIDTHS.items()).rstrip()


def _write() -> None:
    wanted, found = list(fitting.presets()), {}
    with progress("levels") as watch:
        for nth, game in enumerate(wanted):
            watch(nth, len(wanted))
            found[game.setup] = fitting.fit(game)
    Path(fitted.__file__).write_text(
        f'"""{fitted.__doc__}"""\n\nFITTED = """\\\n{written(found)}"""\n'
    )
    typer.echo(terminal.FITTED_ALL.format(setups=len(found)))
