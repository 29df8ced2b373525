"""The card of an analysis: who stood to win, move by move. The first player's part is above and
filled, the second player's below and hollow, so that nobody needs the colours."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from bot.cards.box import Box, around, line
from bot.cards.canvas import BETWEEN, HALF, MARGIN, WIDTH, Align, Canvas
from bot.cards.colours import DIM, GOLD, GROUND, INK, PANEL, SEATS
from bot.cards.content import Swings, SwingsOf
from bot.cards.fit_text import called_by_seat, legible
from bot.cards.fonts import BOLD, REGULAR, SEMIBOLD, Style
from bot.cards.picture import Picture, told
from bot.text.english import Words
from bot.text.format import listing
from engine.outcome import Seat

_TITLE, _NAME = Style(28, BOLD, INK), Style(26, SEMIBOLD, INK)
_SCALE, _TURNED = Style(22, REGULAR, DIM), Style(22, SEMIBOLD, GOLD)
_RIGHT = WIDTH - MARGIN
# Where the title and the players are, and where the first game begins.
_UPPER, _PLAYERS, _GAMES = 46, 94, 126
# As many positions as are side by side, and as many rows as a game has at most.
_IN_ROW, _ROWS = 50, 4
# The strip of a row: the two lanes with a gap for the mistakes, what is above them and below.
_LEFT, _LANE, _GAP, _ABOVE, _BELOW = MARGIN + 36, 28, 26, 38, 40
_STRIP = 2 * _LANE + _GAP
_ROW = _ABOVE + _STRIP + _BELOW
# The label of a game, the edge of what is hollow, and the room for a number below.
_LABEL, _EDGE, _NUMBER = 32, 4, 70


def swings_card(swings: Swings, words: Words) -> Picture:
    return drawn(swings, words).picture(_told(swings, words))


def drawn(swings: Swings, words: Words) -> Canvas:
    canvas = Canvas(_GAMES + sum(map(_height, swings.games)) + 8, words)
    canvas.write(swings.title, line(MARGIN, _RIGHT, _UPPER, _TITLE.size), _TITLE)
    for seat, name in zip(Seat, called_by_seat(swings.names, words), strict=True):
        left = MARGIN + seat * (HALF + BETWEEN)
        canvas.seat((left + 12, _PLAYERS), 12, seat)
        canvas.write(name, line(left + 36, left + HALF, _PLAYERS, _NAME.size), _NAME)
    top = _GAMES
    for game in swings.games:
        if game.label:
            canvas.write(game.label, line(_LEFT, _RIGHT, top + _LABEL / 2, _SCALE.size), _SCALE)
        start = top + bool(game.label) * _LABEL
        for nth, row in enumerate(_rows(game)):
            _Strip(canvas, game, row, start + nth * _ROW, words).draw()
        top += _height(game)
    return canvas


def _rows(game: SwingsOf) -> list[range]:
    """The positions of a game, so many in each row."""
    count, wide = len(game.sides), _positions(game)
    return [range(start, min(start + wide, count)) for start in range(0, count, wide)]


def _positions(game: SwingsOf) -> int:
    """How many positions are side by side: in rows of about the same length."""
    count = len(game.sides)
    return ceil(count / min(ceil(count / _IN_ROW), _ROWS))


def _height(game: SwingsOf) -> int:
    return bool(game.label) * _LABEL + len(_rows(game)) * _ROW


def _mistakes(game: SwingsOf) -> list[int]:
    """The positions that the moves led to which gave the win away."""
    return [nth for nth in range(1, len(game.sides)) if game.sides[nth - 1] != game.sides[nth]]


@dataclass(frozen=True)
class _Strip:
    """A row of positions: a lane for each player, with mistakes in between."""

    canvas: Canvas
    game: SwingsOf
    row: range
    top: float
    words: Words

    @property
    def each(self) -> float:
        """How wide a position is."""
        return (_RIGHT - _LEFT) / _positions(self.game)

    @property
    def lanes(self) -> float:
        return self.top + _ABOVE

    def at(self, nth: int) -> float:
        """Where a position begins."""
        return _LEFT + (nth - self.row.start) * self.each

    def draw(self) -> None:
        for seat in Seat:
            lane = self._lane(seat, _LEFT, self.at(self.row.stop))
            self.canvas.panel(lane, 4, PANEL)
            self.canvas.seat((MARGIN + 12, lane.middle[1]), 9, seat)
        for side, nths in groupby(self.row, key=lambda nth: self.game.sides[nth]):
            run = list(nths)
            lane = self._lane(Seat(side), self.at(run[0]), self.at(run[-1] + 1))
            self._run(Seat(side), lane)
        # The turning point first: it may touch its neighbours.
        for nth in reversed(_mistakes(self.game)):
            if nth in self.row:
                self._mistake(nth)
        self._numbers()

    def _lane(self, seat: Seat, left: float, right: float) -> Box:
        upper = self.lanes + seat * (_LANE + _GAP)
        return Box(left, upper, right, upper + _LANE)

    def _run(self, seat: Seat, lane: Box) -> None:
        """A little apart from the next one. The second player's is hollow where there is room."""
        lane = Box(lane.left + 1, lane.top, lane.right - 1, lane.bottom)
        self.canvas.panel(lane, _round(lane), SEATS[seat])
        hole = lane.smaller(_EDGE)
        if seat is Seat.SECOND and hole.width >= _EDGE:
            self.canvas.panel(hole, _round(hole), PANEL)

    def _mistake(self, nth: int) -> None:
        """A cross where the win changes hands; the last one is the turning point."""
        x, y = self.at(nth), self.lanes + _LANE + _GAP / 2
        if nth != _mistakes(self.game)[-1]:
            self.canvas.cross((x, y), min(6, self.each * 0.4), 3, INK)
            return
        self.canvas.panel(Box(x - 2, self.lanes - 6, x + 2, self.lanes + _STRIP + 6), 2, GOLD)
        radius = min(7, max(self.each * 0.6, 4))
        self.canvas.panel(around((x, y), radius + 3), round(radius + 3), GROUND)
        self.canvas.disc((x, y), radius, GOLD)
        text = self.words.CARD_TURNED.format(nth=self.game.first + nth - 1)
        half = _TURNED.width(text) / 2 + 4
        middle = min(max(x, _LEFT + half), _RIGHT - half)
        room = line(middle - half, middle + half, self.lanes - 22, _TURNED.size)
        self.canvas.write(text, room, _TURNED, Align.MIDDLE)

    def _numbers(self) -> None:
        """After which move the first position is, and the last one if there is room for both."""
        middle, end = self.lanes + _STRIP + _BELOW / 2, self.at(self.row.stop)
        first, last = (self._number(nth) for nth in (self.row.start, self.row.stop - 1))
        self.canvas.write(first, line(_LEFT, _LEFT + _NUMBER, middle, _SCALE.size), _SCALE)
        if end - _LEFT >= 2 * _NUMBER:
            room = line(end - _NUMBER, end, middle, _SCALE.size)
            self.canvas.write(last, room, _SCALE, Align.RIGHT)

    def _number(self, nth: int) -> str:
        after = self.game.first + nth - 1
        return str(after) if after else self.words.CARD_SWINGS_START


def _round(box: Box) -> int:
    return max(min(4, int(min(box.width, box.bottom - box.top) / 2)), 0)


def _told(swings: Swings, words: Words) -> str:
    names = called_by_seat(swings.names, words)
    sentences = [f"{legible(swings.title)}, {words.CARD_SWINGS}"]
    for game in swings.games:
        told_of = list(_told_of(game, names, words))
        if game.label:
            told_of[0] = words.CARD_SWINGS_OF.format(game=game.label, told=told_of[0])
        sentences += told_of
    return told(sentences, words)


def _told_of(game: SwingsOf, names: list[str], words: Words) -> Iterator[str]:
    """The turning point first, as there may be more changes than there is room for."""
    mistakes = [game.first + nth - 1 for nth in _mistakes(game)]
    first, last = names[game.sides[0]], names[game.sides[-1]]
    if not mistakes:
        yield words.CARD_ALL_ALONG.format(player=last)
        return
    loser = names[1 - game.sides[-1]]
    yield words.CARD_TURNED_AT.format(nth=mistakes[-1], loser=loser, winner=last)
    moves = listing(mistakes, None, words, words.AND)
    yield words.CARD_CHANGED[len(mistakes) > 1].format(player=first, moves=moves)
