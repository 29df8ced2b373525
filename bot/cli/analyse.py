"""`duelhost analyse`: which moves of a game gave the win away."""

from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from bot.cli.board import ending, opening, player
from bot.text import review_texts
from bot.text.game_texts import title_with_settings
from engine.outcome import Seat
from engine.record import Record
from engine.review import Judgement, review
from engine.review.lines import better_line

_STYLES = {Judgement.ONLY: "bold green", Judgement.BLUNDER: "red", Judgement.SLIP: "red"}
_STYLES |= {Judgement.DEEP: "red"}


def analyse(
    record: Annotated[
        str,
        typer.Argument(
            metavar="RECORD",
            help="A game as text, as a replay shows it: 1/divisor/size=20/14-7-1.",
            show_default=False,
        ),
    ],
) -> None:
    """Judge every move of a game by perfect play: where it was won, and what was better.

    A mistake gives the win away: a blunder is seen to lose within two plies, a slip within four, a
    deep mistake later. Accuracy is the share of decisions answered right, weighted by how few moves
    kept the win. A game that isn't over is judged as far as it went.
    """
    read = Record.parse(record)
    game, found = read.game, review(read)
    first, second = map(player, Seat)
    players, name = (first, second), game.text
    _say(title_with_settings(game), "bold")
    for line in opening(game, read.view):
        _say(line, "dim")
    for line in review_texts.summary(found, players, name):
        _say(line)
    if found.plies:
        _say("")
    for ply in found.plies:
        _say(review_texts.judged(ply, players, name), _STYLES.get(ply.judgement, ""))
        if ply.is_mistake:
            line = review_texts.better_line(better_line(found, ply), ply, players, name)
            _say(f"   {line}", "dim")
    if read.outcome:
        _say("")
        for line in ending(game, read.view, read.outcome):
            _say(line)


def _say(text: str, style: str = "") -> None:
    Console(highlight=False).print(Text(text, style), soft_wrap=True)
