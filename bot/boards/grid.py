"""A board as text in a code block, no wider than a phone: numbers, a trail, or two rows."""

from collections.abc import Sequence
from functools import lru_cache
from textwrap import wrap

from bot.text.english import Words
from bot.text.format import ranges
from engine.games.view import Cell, Mark, Row, View

COLUMNS = 5
_LOOKS = {
    Mark.OPEN: "[{}]",
    Mark.LAST: "({})",
    Mark.TAKEN: "··",
    Mark.OUT_OF_REACH: "{}",
}
# More numbers than this would be too long a text; they are drawn, or told in words.
MOST_CELLS = 25
# A phone shows no wider block without breaking its lines.
WIDTH = 26


def is_large(view: View) -> bool:
    """Whether a board has too many numbers for text. It is shown as a picture."""
    return not view.rows and len(view.cells) > MOST_CELLS


def grid(view: View, words: Words) -> str:
    """A view as text, or nothing if it has no numbers or too many."""
    if view.rows:
        return _block(_rows(view, words))
    if view.trail:
        return _block([_trail(view)])
    if view.cells and not is_large(view):
        return _block(_numbers(view.cells))
    return ""


def gone(view: View, words: Words) -> list[str]:
    """A line with the taken numbers of a large board."""
    if not is_large(view):
        return []
    taken = [cell.number for cell in view.cells if cell.taken_by is not None]
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


def _rows(view: View, words: Words) -> list[str]:
    """Each player's numbers with the sums of neighbours between them, and what is left."""
    width = len(words.POOL) + 1
    rows = zip(words.MARKS, view.rows, strict=True)
    lines = [line for mark, row in rows for line in _row(f"{mark:<{width}}", row)]
    left = [cell.number for cell in view.cells if cell.taken_by is None]
    if view.cells:
        lines += _wrapped(f"{words.POOL:<{width}}", left, words.NONE)
    return lines


def _row(head: str, row: Row) -> list[str]:
    """A row with its sums, or without them where the numbers leave them no room."""
    numbers = head + "    ".join(map(str, row.numbers))
    if len(numbers) > WIDTH or max(row.numbers, default=0) > 9:
        return _wrapped(head, row.numbers)
    # A sum such as `\\8/` stands under the gap between two numbers.
    sums = "".join(f" {f'{chr(92)}{sum_}/':<4}" for sum_ in row.sums)
    return [numbers, " " * len(head) + sums] if sums else [numbers]


def _wrapped(head: str, numbers: Sequence[int], none: str = "") -> list[str]:
    text = " ".join(map(str, numbers)) or none
    return wrap(head + text, WIDTH, subsequent_indent=" " * len(head)) or [head]
