"""The moves of a duel, a small card each, in the order in which they were made."""

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

from bot.cards.box import Box, line
from bot.cards.canvas import BETWEEN, HALF, MARGIN, WIDTH, Align, Canvas
from bot.cards.colours import CELL, DIM, INK, LAST, ON_LAST
from bot.cards.content import Chain, Step
from bot.cards.fit_text import seated, tidy
from bot.cards.fonts import MEDIUM, SEMIBOLD, Style
from bot.cards.stencil import Point
from bot.text.english import Words
from engine.outcome import Seat

# More rows than these stand closer.
_ROWS = 3
# How far apart moves are in a single row: as if there were fourteen, or as their texts need it.
_APART, _AROUND = 47, 20
_LABEL, _BETWEEN = 36, 26
_LABELLED = Style(22, MEDIUM, DIM)
# A move is written as large as it can be.
_SIZES, _PAD = (26, 24, 22), 4


def height(chains: Sequence[Chain]) -> float:
    rows = _rows(chains)
    return sum(map(_height, rows)) + _BETWEEN * (len(rows) - 1)


def draw(canvas: Canvas, chains: Sequence[Chain], top: float, names: Sequence[str]) -> None:
    for row in _rows(chains):
        for nth, chain in enumerate(row):
            left = MARGIN + nth * (HALF + BETWEEN)
            right = WIDTH - MARGIN if len(row) == 1 else left + HALF
            room = line(left, right, top + 12, _LABELLED.size)
            canvas.write(seated(chain.label, names), room, _LABELLED)
            _moves(canvas, chain, (left, top + _label(row)))
        top += _height(row) + _BETWEEN


def told(chain: Chain, names: Sequence[str], words: Words) -> list[str]:
    """Whose a move was is said once if the players alternate, and else wherever that changes."""
    steps, label = chain.steps, seated(tidy(chain.label), names)
    moves = [(step.side, tidy(step.text)) for step in steps]
    if chain.ends:
        moves[-1] = (steps[-1].side, words.CARD_ENDED.format(move=moves[-1][1]))
    name = names[steps[0].side]
    if len(steps) > 1 and all(one.side != other.side for one, other in pairwise(steps)):
        return [label, words.CARD_BY_TURNS.format(name=name, moves=_listed(moves))]
    if _builder(chain) is not None and name in label:
        return [words.CARD_MOVES.format(name=label, moves=_listed(moves))]
    runs = groupby(moves, lambda move: move[0])
    return [
        label,
        *(words.CARD_MOVES.format(name=names[side], moves=_listed(run)) for side, run in runs),
    ]


def _moves(canvas: Canvas, chain: Chain, corner: Point) -> None:
    grid = _Grid(chain.steps)
    for nth, step in enumerate(chain.steps):
        box = grid.box(nth, corner)
        ends = chain.ends and nth == len(chain.steps) - 1
        canvas.panel(box, 10, LAST if ends else CELL)
        style = grid.style(step.text, ON_LAST if ends else INK)
        room = line(box.left + 2, box.right - 2, box.top + grid.height * 0.37, style.size)
        canvas.write(step.text, room, style, Align.MIDDLE)
        below = (box.middle[0], box.top + grid.height * 0.77)
        canvas.seat(below, 5.5, Seat(step.side), ON_LAST if ends else "")


def _height(row: Sequence[Chain]) -> float:
    grids = [_Grid(chain.steps) for chain in row]
    highest = max(grid.rows * (grid.height + grid.gap) - grid.gap for grid in grids)
    return _label(row) + highest


def _label(row: Sequence[Chain]) -> int:
    return _LABEL if any(chain.label for chain in row) else 0


def _rows(chains: Sequence[Chain]) -> list[tuple[Chain, ...]]:
    """A row that one player built stands below that player if it is short enough. Moves of both
    players have a row of their own."""
    rows: list[tuple[Chain, ...]] = []
    for chain in chains:
        if rows and len(rows[-1]) == 1 and _belong(*rows[-1], chain):
            rows[-1] = tuple(sorted((*rows[-1], chain), key=lambda each: each.steps[0].side))
        else:
            rows.append((chain,))
    return rows


def _belong(one: Chain, other: Chain) -> bool:
    builders = {_builder(one), _builder(other)}
    return builders == set(Seat) and all(_Grid(each.steps).width <= HALF for each in (one, other))


def _builder(chain: Chain) -> int | None:
    """The side of whoever made all these moves."""
    sides = {step.side for step in chain.steps}
    return sides.pop() if len(sides) == 1 else None


def _listed(moves: Iterable[tuple[int, str]]) -> str:
    return ", ".join(text for _, text in moves)


class _Grid:
    """Where moves are. Of several rows, each column is of one player if they alternate."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.gap, least = 6, _widest(steps, _SIZES[-1]) + 2 * _PAD
        whole = WIDTH - 2 * MARGIN + self.gap
        most = max(1, int(whole // (least + self.gap)))
        if len(steps) > most > 1:
            most -= most % 2
        self.rows = -(-len(steps) // most)
        self.height = 56 if self.rows <= _ROWS else 52
        columns = -(-len(steps) // self.rows)
        self.columns = min(columns + columns % 2, most) if self.rows > 1 else columns
        self.across = whole / self.columns
        if self.rows == 1:
            self.across = min(self.across, max(_APART, _widest(steps, _SIZES[0]) + _AROUND))
        self.width = self.columns * self.across - self.gap

    def box(self, nth: int, corner: Point) -> Box:
        """In whole pixels, so that few of them differ."""
        row, column = divmod(nth, self.columns)
        left, right = (round(each * self.across) for each in (column, column + 1))
        top = corner[1] + row * (self.height + self.gap)
        return Box(corner[0] + left, top, corner[0] + right - self.gap, top + self.height)

    def style(self, text: str, colour: str) -> Style:
        """As large as there is room for."""
        room = int(self.across) - self.gap - 2 * _PAD
        styles = (Style(size, SEMIBOLD, colour) for size in _SIZES)
        return next(
            (style for style in styles if style.width(text) <= room),
            Style(_SIZES[-1], SEMIBOLD, colour),
        )


def _widest(steps: Iterable[Step], size: int) -> float:
    style = Style(size, SEMIBOLD, INK)
    return max(style.width(step.text) for step in steps)
