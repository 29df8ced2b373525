"""A board as text in a code block, no wider than a phone: numbers, a trail, a table, or two
rows."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from textwrap import wrap

from bot.boards.large import MOST_CELLS, is_large
from bot.text.english import Words
from bot.text.format import ranges
from engine.games.view import Cell, Mark, Row, SplitChoice, View

COLUMNS = 5
_LOOKS = {
    Mark.OPEN: "[{}]",
    Mark.LAST: "({})",
    Mark.TAKEN: "··",
    Mark.OUT_OF_REACH: "{}",
    Mark.STRUCK: "--",
    Mark.OPENING: "··",
}
# Looking them up for each of a hundred cells takes longer than comparing.
_LAST, _STRUCK, _OPENING = Mark.LAST, Mark.STRUCK, Mark.OPENING
# More numbers than this on a table are counted where several are alike.
MOST_ON_TABLE = 12
# How a sum looks under the gap between two numbers, and what stands before sums in a line.
_UNDER, _SUMS = "\\{}/", "+ "
# A phone shows no wider block without breaking its lines.
WIDTH = 26


def grid(view: View, words: Words) -> str:
    """A view as text, or nothing if it has no numbers or too many."""
    if view.rows:
        return _block(_rows(view, words))
    if view.trail:
        return _block([_trail(view)])
    if view.table:
        return _block(_table(view, words))
    if view.cells and not is_large(view):
        return _block(_numbers(view.cells))
    return ""


def gone(view: View, words: Words) -> list[str]:
    """Lines with the numbers of a large board that are taken, and those that were struck out."""
    return [*_gone(view, words), *struck_out(view, words)] if is_large(view) else []


def struck_out(view: View, words: Words) -> list[str]:
    """A line with the numbers that the host has struck out."""
    struck = [cell.number for cell in view.cells if cell.mark is _STRUCK]
    return [words.STRUCK_OUT.format(numbers=ranges(struck))] if struck else []


def _gone(view: View, words: Words) -> list[str]:
    """A line with the numbers that players have taken, or the host as the first moves."""
    taken = [
        cell.number
        for cell in view.cells
        if cell.taken_by is not None or cell.mark is _LAST or cell.mark is _OPENING
    ]
    return [words.GONE.format(numbers=ranges(taken))] if taken else []


def _block(lines: list[str]) -> str:
    return "\n".join(("```", *(line.rstrip() for line in lines), "```"))


def _numbers(cells: tuple[Cell, ...]) -> list[str]:
    """Numbers stand below one another, with or without brackets; the largest is the last."""
    digits = max(2, len(str(cells[-1].number)))
    columns = min(COLUMNS, WIDTH // (digits + 3))
    shown = [_cell(cell.number, cell.mark, digits + 3) for cell in cells]
    return ["".join(shown[at : at + columns]) for at in range(0, len(shown), columns)]


@lru_cache(4 * len(Mark) * MOST_CELLS)  # each move shows nearly the same cells again
def _cell(number: int, mark: Mark, width: int) -> str:
    shown = _LOOKS[mark].format(number)
    bare = shown if shown[0] in "[(" else f"{shown} "
    return f"{bare:>{width}}"


def _trail(view: View) -> str:
    steps = [str(number) for number in view.trail]
    end = [] if view.outcome else ["?"]
    while len(" > ".join(steps + end)) > WIDTH:
        steps = ["…", *steps[2:]] if steps[0] == "…" else ["…", *steps[1:]]
    return " > ".join(steps + end)


def _table(view: View, words: Words) -> list[str]:
    """The numbers on the table: in brackets those that can be split, and below them the others."""
    able = {choice.whole for choice in view.choices if isinstance(choice, SplitChoice)}
    whole = _counted([f"[{each}]" for each in view.table if each in able], view, words)
    dead = _counted([str(each) for each in view.table if each not in able], view, words)
    lines = _wrapped("", whole) if whole else []
    return [*lines, *_wrapped(f"{words.DEAD} ", dead)] if dead else lines


def _counted(texts: list[str], view: View, words: Words) -> list[str]:
    """On a full table, each text once, with how often it is there."""
    if len(view.table) <= MOST_ON_TABLE:
        return texts
    return [
        words.TIMES.format(number=text, count=count) if count > 1 else text
        for text, count in Counter(texts).items()
    ]


def _rows(view: View, words: Words) -> list[str]:
    """Each player's numbers with the sums of neighbours between them, and what is left."""
    width = len(words.POOL) + 1
    heads = [f"{mark:<{width}}" for mark in words.MARKS]
    has_room = all(width + len(_spread(row)) <= WIDTH for row in view.rows)
    show = _spread_row if has_room else _close_row
    lines = [line for head, row in zip(heads, view.rows, strict=True) for line in show(head, row)]
    left = [str(cell.number) for cell in view.cells if cell.taken_by is None]
    if view.cells:
        lines += _wrapped(f"{words.POOL:<{width}}", left or [words.NONE])
    return lines


def _spread_row(head: str, row: Row) -> list[str]:
    """A row with its sums under the gaps."""
    sums = "".join(f" {_sum(each, row, _UNDER):<4}" for each in row.sums)
    numbers = head + _spread(row)
    return [numbers, " " * len(head) + sums] if sums else [numbers]


def _spread(row: Row) -> str:
    return "".join(f"{each:<5}" for each in row.numbers).rstrip()


def _close_row(head: str, row: Row) -> list[str]:
    """A row with its sums below the numbers, where a phone has no room between them."""
    lines = _wrapped(head, [str(each) for each in row.numbers])
    below = [_sum(each, row, "{}") for each in row.sums]
    return [*lines, *_wrapped(f"{_SUMS:>{len(head)}}", below)] if below else lines


def _sum(sum_: int, row: Row, plain: str) -> str:
    """Of sums that needn't just be even, those that count stand in brackets."""
    is_plain = plain == _UNDER and row.multiple == 2
    return (plain if is_plain or sum_ % row.multiple else "[{}]").format(sum_)


def _wrapped(head: str, texts: Sequence[str]) -> list[str]:
    return wrap(head + " ".join(texts), WIDTH, subsequent_indent=" " * len(head)) or [head]
