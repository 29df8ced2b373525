"""The small picture in a code block, no wider than a phone: numbers, a trail, or two rows."""

from bot.text.english import Words
from engine.games.view import Cell, Mark, Row, View

COLUMNS = 5
_LOOKS = {
    Mark.OPEN: "[{}]",
    Mark.LAST: "({})",
    Mark.TAKEN: "··",
    Mark.OUT_OF_REACH: "{}",
}
# More numbers than this make too long a picture; they are told in words.
MOST = 25
# As much of a long trail as fits.
_TRAIL = 26


def grid(view: View, words: Words) -> str:
    """The picture of a view, or nothing where words do better."""
    if view.rows:
        return _block(_rows(view, words))
    if view.trail:
        return _block([_trail(view)])
    if view.cells and len(view.cells) <= MOST:
        return _block(_numbers(view.cells))
    return ""


def _block(lines: list[str]) -> str:
    return "\n".join(("```", *(line.rstrip() for line in lines), "```"))


def _numbers(cells: tuple[Cell, ...]) -> list[str]:
    shown = [_centred(_LOOKS[cell.mark].format(cell.number)) for cell in cells]
    return ["".join(shown[at : at + COLUMNS]) for at in range(0, len(shown), COLUMNS)]


def _centred(shown: str) -> str:
    """Numbers stand below one another, with or without brackets."""
    bare = shown if shown[0] in "[(" else f" {shown} "
    return f" {bare:>4}"


def _trail(view: View) -> str:
    steps = [str(number) for number in view.trail]
    end = [] if view.outcome else ["?"]
    while len(" > ".join(steps + end)) > _TRAIL:
        steps = ["…", *steps[2:]] if steps[0] == "…" else ["…", *steps[1:]]
    return " > ".join(steps + end)


def _rows(view: View, words: Words) -> list[str]:
    """Each player's numbers with the sums of neighbours between them, and what is left."""
    width = max(len(each) for each in (*words.SHORT_SEAT_LABELS, words.POOL)) + 1
    lines = []
    for label, row in zip(words.SHORT_SEAT_LABELS, view.rows, strict=True):
        lines.append(f"{label:<{width}}{_spaced(row.numbers)}")
        if row.sums:
            lines.append(f"{'':<{width}}{_sums(row)}")
    left = [cell.number for cell in view.cells if cell.taken_by is None]
    pool = " ".join(map(str, left)) or words.NONE
    return [*lines, f"{words.POOL:<{width}}{pool}"]


def _spaced(numbers: tuple[int, ...]) -> str:
    return "    ".join(map(str, numbers))


def _sums(row: Row) -> str:
    """`\\8/` under the gap between two numbers."""
    return "".join(f" {f'{chr(92)}{sum_}/':<4}" for sum_ in row.sums)
