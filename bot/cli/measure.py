"""`duelhost measure`: how much players decide in a game, and how much their seats do."""

from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import Annotated, Any

import typer

from bot.cli.arguments import Chosen, Size, Variant
from bot.cli.progress import progress
from bot.cli.setup_rows import Row, chosen_rows, refuse_set_up
from bot.text import terminal
from bot.text.english import English
from bot.text.refusals import sentence
from engine.fairness import by_measurement
from engine.games import GAMES
from engine.games.game import Game
from engine.measure import figures, setups, table
from engine.measure.ladder import against_thumb, ladder
from engine.measure.table import Measured, written
from engine.measure.tally import measure as play_and_measure
from engine.refusal import TooLarge
from engine.starts import draw_start

# How many games each step of a ladder is played over.
GAMES_OF_LADDER = 200
WIDTHS = {
    "name": 24,
    "decisions": 9,
    "plies": 5,
    "seat": 4,
    "rated": 10,
    "ladder": 24,
    "thumb": 0,
}


def measure(  # noqa: PLR0913  (each is an option of the command)
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help=f"One of {', '.join(GAMES)}.")
    ] = None,
    *,
    size: Size = None,
    option: Chosen = None,
    variant: Variant = None,
    write: Annotated[
        bool, typer.Option("--write", help="Measure all set-ups for the table that ratings go by.")
    ] = False,
    missing: Annotated[
        bool, typer.Option("--missing", help="With --write: only those that the table lacks.")
    ] = False,
) -> None:
    """Measure by many games whether a set-up is worth a rating.

    Without a game, all presets are measured. Decisions are positions a game in which some moves win
    and some lose; the seat decides 1.00 if one of them always wins between equal players. The
    ladder is the share of points of each level of look-ahead against the one below, from seeing
    nothing to perfect play; the rule of thumb is to leave few replies.
    """
    if missing and not write:
        raise typer.BadParameter("--missing goes with --write.")
    if write:
        refuse_set_up(game, size, option, variant)
        _write(missing_only=missing)
    else:
        _show(chosen_rows(game, size, option, variant))


def _show(rows: list[Row]) -> None:
    random = SystemRandom()
    for row in rows:
        row.begin(random)  # refuses wrong options
    typer.echo(_columns(**terminal.MEASURED))
    with progress("measure") as watch:
        for nth, row in enumerate(rows):
            watch(nth, len(rows))
            typer.echo(_line(row, random))


def _line(row: Row, random: Random) -> str:
    try:
        found = play_and_measure(row.begin, random)
        steps = ladder(row.begin, random, GAMES_OF_LADDER)
        thumb = against_thumb(row.begin, random, GAMES_OF_LADDER)
    except TooLarge as refusal:
        return f"{row.name}: {sentence(refusal)}"
    return _columns(
        name=row.name,
        decisions=f"{found.decisions:.1f}",
        plies=f"{found.plies:.1f}",
        seat=f"{found.seat:.2f}",
        rated=by_measurement(found) or English.RATED,
        ladder=" ".join(map("{:.2f}".format, steps)),
        thumb=f"{thumb:.2f}",
    )


def _columns(**columns: str) -> str:
    return "  ".join(columns[each].ljust(width) for each, width in WIDTHS.items()).rstrip()


def _write(*, missing_only: bool) -> None:
    wanted = list(setups.setups())
    names = {each.setup for each in wanted}
    known = {name: found for name, found in table.table().items() if name in names}
    if missing_only:
        wanted = [each for each in wanted if each.setup not in known]
    with progress("measure") as watch:
        for nth, game in enumerate(wanted):
            watch(nth, len(wanted))
            known[game.setup] = _measured(game)
            _write_table(known)
    typer.echo(terminal.MEASURED_ALL.format(setups=len(known)))


def _measured(game: Game[Any]) -> Measured:
    """By its own seed, so that it is the same whichever set-ups are measured before it."""
    return play_and_measure(partial(draw_start, game), Random(game.setup))


def _write_table(known: dict[str, Measured]) -> None:
    Path(figures.__file__).write_text(
        f'"""{figures.__doc__}"""\n\nFIGURES = """\\\n{written(known)}"""\n'
    )
