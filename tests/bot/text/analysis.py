"""Scenes of games that are analysed."""

from collections.abc import Iterator

from bot.text import review_texts
from bot.text.english import English
from engine.record import Record
from engine.review import Review, review
from engine.review.lines import better_line
from tests.bot.text.rendered import Scenes
from tests.engine.countdown import Countdown

PLAYERS = ("Ana", "Bo")


def analysis(words: type[English]) -> Scenes:
    for title, each in _reviews():
        yield title, "\n".join(_lines(each, words))


def _lines(found: Review, words: type[English]) -> Iterator[str]:
    name = found.record.game.text
    yield from review_texts.summary(found, PLAYERS, name, words)
    for ply in found.plies:
        yield review_texts.judged(ply, PLAYERS, name, words)
        if ply.is_mistake:
            line = better_line(found, ply)
            yield f"   {review_texts.better_line(line, ply, PLAYERS, name, words)}"


def _reviews() -> Iterator[tuple[str, Review]]:
    for title, text in (
        ("no mistake", "divisor/size=20/11-1-13"),
        ("nothing to decide", "parity/size=4/1-2-3-4"),
        ("many better moves", "divisor/size=20/14-7-1"),
        ("the win changes hands with each move", "split/size=16/7-5-3-1"),
        ("several numbers", "split/numbers=4.5.6/6:5-5:1"),
        ("not begun", "divisor/size=20/"),
    ):
        yield title, review(Record.parse(f"1/{text}"))
    yield "a missed win, and a slip", review(_countdown(10, "1 2 3"))
    yield "a missed win, and a deep mistake", review(_countdown(14, "1 2 3"))
    long = _countdown(40, " ".join("1" * 40))
    yield "one move left out", _last_moves(review(long, 1053))
    yield "several moves left out", _last_moves(review(long, 60))


def _countdown(size: int, moves: str) -> Record:
    return Record.replay(Countdown(size), moves.split())


def _last_moves(found: Review) -> Review:
    """The review with the list of its moves cut short."""
    return Review(found.record.back_to(found.skipped + 3), found.plies[:3], found.favourites[:4])
