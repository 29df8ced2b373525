"""The card of a leaderboard: up to ten players, their ratings and how their last duels went."""

from dataclasses import replace

from bot.cards.box import Box, line
from bot.cards.canvas import WIDTH, Align, Canvas
from bot.cards.colours import BAD, BRONZE, DIM, GOLD, GOOD, INK, ON_MEDAL, ROW, SILVER
from bot.cards.content import Leaderboard, LeaderboardRow
from bot.cards.fit_text import called, legible, tidy
from bot.cards.fonts import BOLD, MEDIUM, REGULAR, SEMIBOLD, Style
from bot.cards.picture import Picture, told
from bot.cards.stencil import Point
from bot.text.english import Words

_TITLE, _SUBTITLE = Style(32, BOLD, INK), Style(22, REGULAR, DIM)
_COLUMN, _FOOTER = Style(22, MEDIUM, DIM), Style(22, REGULAR, DIM)
_PLACE, _NAME, _RATING = Style(24, SEMIBOLD, DIM), Style(25, SEMIBOLD, INK), Style(26, BOLD, INK)
_RECORD, _MEDAL = Style(23, REGULAR, DIM), Style(24, SEMIBOLD, ON_MEDAL)
_MEDALS = {"1": GOLD, "2": SILVER, "3": BRONZE}

_MARGIN, _INDENT = 12, 24
# Where the rows begin, how high one is and how far from the next, and the height of the footer.
_TOP, _HEIGHT, _APART, _FOOT = 124, 52, 56, 52
# Where columns begin or, if they are numbers, end.
_PLACES, _NAMES, _RATINGS, _RECORDS, _FORM = 42, 78, 424, 556, 676
# How wide ratings, records and the last results may be: five of them.
_RATING_WIDE, _RECORD_WIDE, _RESULT, _RESULTS = 84, 112, 20, 5


def leaderboard_card(leaderboard: Leaderboard, words: Words) -> Picture:
    return drawn(leaderboard, words).picture(_told(leaderboard, words))


def drawn(leaderboard: Leaderboard, words: Words) -> Canvas:
    bottom = _TOP + len(leaderboard.rows) * _APART
    canvas = Canvas(bottom + (_FOOT if leaderboard.footer else _MARGIN), words)
    canvas.write(leaderboard.title, line(_INDENT, WIDTH - _INDENT, 46, _TITLE.size), _TITLE)
    room = line(_INDENT, _RATINGS - _RATING_WIDE - 12, 92, _SUBTITLE.size)
    canvas.write(leaderboard.subtitle, room, _SUBTITLE)
    ends = ((_RATINGS, _RATING_WIDE), (_RECORDS, _RECORD_WIDE), (_FORM, _RESULT * _RESULTS))
    columns = zip(words.CARD_COLUMNS, ends, strict=True)
    for label, (end, wide) in columns if leaderboard.rows else ():
        canvas.write(label, line(end - wide, end, 92, _COLUMN.size), _COLUMN, Align.RIGHT)
    for nth, row in enumerate(leaderboard.rows):
        top = _TOP + nth * _APART
        box = Box(_MARGIN, top, WIDTH - _MARGIN, top + _HEIGHT)
        if row.yours:
            canvas.marked(box, 16)
        elif nth % 2 == 0:
            canvas.panel(box, 16, ROW)
        _row(canvas, row, box.middle[1], words)
    if leaderboard.footer:
        room = line(_INDENT, WIDTH - _INDENT, bottom + 22, _FOOTER.size)
        canvas.write(leaderboard.footer, room, _FOOTER)
    return canvas


def _row(canvas: Canvas, row: LeaderboardRow, middle: float, words: Words) -> None:
    medal = _MEDALS.get(row.place)
    if medal:
        canvas.disc((_PLACES, middle), 19, medal)
    place = _MEDAL if medal else _PLACE
    room = line(_PLACES - 30, _PLACES + 30, middle, place.size)
    canvas.write(row.place, room, place, Align.MIDDLE)
    name, rating = (_NAME, _RATING)
    if row.rating is None:
        name, rating = replace(_NAME, colour=DIM), _RECORD
    elif row.provisional:
        name, rating = replace(_NAME, colour=DIM), replace(_RATING, colour=DIM)
        unsure = line(_RATINGS + 1, _RATINGS + 19, middle, rating.size)
        canvas.write(words.CARD_PROVISIONAL_MARK, unsure, rating)
    room = line(_NAMES, _RATINGS - _RATING_WIDE - 12, middle, name.size)
    canvas.write(called(row.names, words), room, name)
    room = line(_RATINGS - _RATING_WIDE, _RATINGS, middle, rating.size)
    shown = words.CARD_CASUAL if row.rating is None else row.rating
    canvas.write(shown, room, rating, Align.RIGHT)
    room = line(_RECORDS - _RECORD_WIDE, _RECORDS, middle, _RECORD.size)
    canvas.write(row.record, room, _RECORD, Align.RIGHT)
    for nth, result in enumerate(reversed(row.form[-_RESULTS:])):
        _result(canvas, (_FORM - 8 - nth * _RESULT, middle), result)


def _result(canvas: Canvas, middle: Point, result: str) -> None:
    """Told apart by shape as well as colour."""
    x, y = middle
    if result == "w":
        canvas.disc(middle, 7.5, GOOD)
    elif result == "l":
        canvas.cross(middle, 5.5, 3.5, BAD)
    else:
        canvas.stroke(((x - 5.5, y), (x + 5.5, y)), 3.5, DIM)


def _told(leaderboard: Leaderboard, words: Words) -> str:
    title = ", ".join(filter(None, (tidy(leaderboard.title), legible(leaderboard.subtitle))))
    rows = [_row_told(row, words) for row in leaderboard.rows]
    return told((title, *rows, tidy(leaderboard.footer)), words)


def _row_told(row: LeaderboardRow, words: Words) -> str:
    name = called(row.names, words)
    who = words.CARD_YOURS.format(name=name) if row.yours else name
    rated = words.CARD_PROVISIONAL if row.provisional else words.CARD_RATED
    results = " ".join(words.CARD_RESULTS[each] for each in row.form[-_RESULTS:])
    facts = (
        words.CARD_ROW.format(place=row.place, name=who),
        words.CARD_CASUAL if row.rating is None else rated.format(rating=row.rating),
        row.record,
        words.CARD_FORM.format(results=results) if results else "",
    )
    return ", ".join(filter(None, facts))
