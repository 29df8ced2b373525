"""A board in a terminal, drawn from a game's view: as lines, or as a grid in colour."""

from collections.abc import Iterator
from typing import Any

from rich.text import Text

from bot.text import terminal
from bot.text.demands import ask
from bot.text.english import English
from bot.text.format import parity, ranges
from bot.text.game_texts import rows_facts, stuck
from engine.games.game import Game
from engine.games.view import Mark, Row, RowChoice, SplitChoice, View
from engine.outcome import Outcome, Reason, Seat

# Told apart by shape as well as by colour.
_LOOKS = {
    Mark.OPEN: ("[{}]", "bold bright_blue"),
    Mark.LAST: ("({})", "bold yellow"),
    Mark.TAKEN: ("·· ", "dim"),
    Mark.OUT_OF_REACH: ("{} ", ""),
    Mark.STRUCK: ("-- ", "dim"),
    Mark.OPENING: ("·· ", "dim"),
}
# Of a list, numbers that can be taken now or later.
_LEFT = {Mark.OPEN, Mark.OUT_OF_REACH}
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
            _pair(row, one, sum_) for one, sum_ in zip(row.numbers, row.sums, strict=False)
        )
        if pairs:
            yield terminal.PAIRS.format(player=player(seat), pairs=pairs)
    if view.cells and with_numbers:
        left = [cell.number for cell in view.cells if cell.mark in _LEFT]
        yield terminal.NUMBERS_LEFT.format(numbers=ranges(left) or English.NONE)
    if view.table:
        yield terminal.TABLE.format(numbers=" ".join(map(str, view.table)))
    if view.trail:
        whole = view.trail[-1]
        splits = dict.fromkeys(choice.how for choice in reversed(view.choices))
        shown = ", ".join(splits) or English.NONE
        yield terminal.SPLITS.format(last=whole, splits=shown)
    if view.choices:
        yield ask(game, view)


def moved(before: View, seat: Seat, move: int) -> str:
    """Tell of a move, by the board that it was made on."""
    name = player(seat)
    choice = next(each for each in before.choices if each.move == move)
    if isinstance(choice, RowChoice):
        row = terminal.OWN_ROW if choice.row is seat else terminal.OTHER_ROW
        return terminal.PUTS.format(player=name, number=choice.number, row=row)
    if not isinstance(choice, SplitChoice):
        return terminal.TAKES.format(player=name, number=move)
    facts = {"player": name, "whole": choice.whole, "sum": choice.how, "number": choice.kept[0]}
    if len(choice.kept) == 2:
        return terminal.SPLITS_INTO.format(**facts)
    return (terminal.KEEPS if before.table else terminal.LEAVES).format(**facts)


def opening(game: Game[Any], view: View) -> Iterator[str]:
    """What the host did before the first move, a line each."""
    struck = ranges(cell.number for cell in view.cells if cell.mark is Mark.STRUCK)
    if struck:
        yield f"{English.STRUCK_OUT.format(numbers=struck)}."
    if game.hosts_moves:
        yield terminal.OPENS.format(moves=", ".join(map(game.text, game.hosts_moves)))


def _pair(row: Row, one: int, sum_: int) -> str:
    counts = terminal.PAIR_COUNTS_NOT if sum_ % row.multiple else terminal.PAIR_COUNTS
    kind = parity(sum_) if row.multiple == 2 else counts
    return terminal.PAIR.format(one=one, two=sum_ - one, sum=sum_, parity=kind)


def ending(game: Game[Any], view: View, over: Outcome) -> Iterator[str]:
    """The winner and the reason, a line each."""
    if over.reason is Reason.STUCK:
        yield stuck(game, view)
    people = {"winner": player(over.winner), "loser": player(over.winner.other)}
    yield English.WINS[over.reason].format(**rows_facts(game, view, people), **people)


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
