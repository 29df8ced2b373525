"""A board in a terminal, drawn from a game's view: as lines, or as a grid in colour."""

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from bot.text import terminal
from bot.text.demands import ask
from bot.text.english import English
from bot.text.format import parity, ranges
from bot.text.game_texts import stuck
from engine.games.game import Game
from engine.games.view import Mark, View
from engine.outcome import Outcome, Reason, Seat

# Told apart by shape as well as by colour.
_LOOKS = {
    Mark.OPEN: ("[{}]", "bold bright_blue"),
    Mark.LAST: ("({})", "bold yellow"),
    Mark.TAKEN: ("·· ", "dim"),
    Mark.OUT_OF_REACH: ("{} ", ""),
}
_SMALL = 20


def player(seat: Seat) -> str:
    return terminal.PLAYER.format(number=seat + 1)


def facts(game: Game[Any], view: View, *, with_numbers: bool = True) -> Iterator[str]:
    """The facts that a player needs before a move, a line each."""
    if view.cells and not view.rows:
        last = (
            terminal.LAST_NUMBER.format(number=view.last, parity=parity(view.last))
            if view.last is not None
            else English.NONE
        )
        yield terminal.LAST.format(last=last)
    for seat, row in zip(Seat, view.rows, strict=False):
        numbers = " ".join(map(str, row.numbers)) or English.NONE
        yield terminal.SEQUENCE.format(player=player(seat), numbers=numbers)
        pairs = ", ".join(
            terminal.PAIR.format(one=one, two=sum_ - one, sum=sum_, parity=parity(sum_))
            for one, sum_ in zip(row.numbers, row.sums, strict=False)
        )
        if pairs:
            yield terminal.PAIRS.format(player=player(seat), pairs=pairs)
    if view.cells and with_numbers:
        left = [cell.number for cell in view.cells if cell.taken_by is None]
        yield terminal.NUMBERS_LEFT.format(numbers=ranges(left) or English.NONE)
    if view.trail:
        whole = view.trail[-1]
        splits = [choice.how for choice in view.choices if choice.move * 2 < whole]
        yield terminal.SPLITS.format(last=whole, splits=", ".join(splits) or English.NONE)
    if view.choices:
        yield ask(game, view)


def moved(before: View, seat: Seat, move: int) -> str:
    if not before.trail:
        return terminal.TAKES.format(player=player(seat), number=move)
    whole = before.trail[-1]
    how = next(choice.how for choice in before.choices if choice.move == move)
    return terminal.LEAVES.format(player=player(seat), whole=whole, sum=how, number=move)


def ending(game: Game[Any], view: View, over: Outcome) -> Iterator[str]:
    """The winner and the reason, a line each."""
    if over.reason is Reason.STUCK:
        yield stuck(game, view)
    pairs = [sum(each % 2 == 0 for each in row.sums) for row in view.rows] or [0]
    yield English.WINS[over.reason].format(
        winner=player(over.winner),
        loser=player(over.winner.other),
        most=max(pairs),
        least=min(pairs),
    )


def grid(view: View) -> Text:
    """The shared list: [n] can be taken, (n) was the last one, ·· is gone."""
    columns, width = (5, 5) if len(view.cells) <= _SMALL else (10, 6)
    text = Text()
    for place, cell in enumerate(view.cells, start=1):
        shape, style = _LOOKS[cell.mark]
        text.append(shape.format(cell.number).rjust(width), style)
        if place % columns == 0 or cell is view.cells[-1]:
            text.append("\n")
    return text
