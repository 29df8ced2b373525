"""Scenes of games that are analysed."""

from collections.abc import Iterator
from dataclasses import replace

from bot.boards.past_position import games_of
from bot.features.analysis.view import Analysis, move_page, overview
from bot.text import review_texts
from bot.text.english import English
from engine.duel import Finished
from engine.games.split import Split
from engine.outcome import Seat
from engine.record import Record
from engine.review import Review, review
from engine.review.lines import Line, better_line
from engine.solve.search import BUDGET
from storage.ids import DuelId
from tests.bot.text.duels import NOW, begun, of, offered, played_out, terms, won_by
from tests.bot.text.rendered import Scenes
from tests.builders import finished
from tests.engine.countdown import Countdown

PLAYERS = ("Ana", "Bo")


def analysis(words: type[English]) -> Scenes:
    for title, each in _reviews():
        yield title, "\n".join(_lines(each, words))
    yield from _pages(words)


def _pages(words: type[English]) -> Scenes:
    """The analysis of a duel, as players step through it."""
    over = played_out(begun(offered(terms("split", 8))))
    yield from _pages_of("a duel", over, words)
    two = begun(offered(terms("divisor", 3, legs=2)))
    yield from _pages_of("two games", won_by(two, Seat.FIRST, "1 2 1"), words)
    yield from _pages_of("no mistake", played_out(begun(offered(terms("parity", 4)))), words)
    long = of(Countdown(40))
    found = _analysis(won_by(long, Seat.SECOND, " ".join("1" * 38)), words, budget=60)
    yield "too large a start: as a whole", overview(found, _lines_of(found), words)
    yield "too large a start: its first move", move_page(found, 1, None, words)
    moves = iter("7531")
    over = finished(of(Split((16,))), lambda _duel: next(moves), NOW)
    found = _analysis(over, words)
    for count in 1, 2:
        later = replace(found, reviews=(found.reviews[0].since(count),))
        title = f"{count} made in another duel: as a whole"
        yield title, overview(later, _lines_of(later), words)


def _pages_of(title: str, duel: Finished, words: type[English]) -> Scenes:
    found = _analysis(duel, words)
    yield f"{title}: as a whole", overview(found, _lines_of(found), words)
    for nth in range(found.ply + 1):
        found_in, ply = found.judged(nth)
        line = better_line(found_in, ply) if ply and ply.is_mistake else None
        yield f"{title}: move {nth}", move_page(found, nth, line, words)


def _analysis(duel: Finished, words: type[English], budget: int = BUDGET) -> Analysis:
    games = games_of(duel, words)
    return Analysis(DuelId(12), games, tuple(review(each.record, budget) for each in games))


def _lines_of(found: Analysis) -> tuple[Line | None, ...]:
    turned = ((each, each.turning_point) for each in found.reviews)
    return tuple(better_line(each, last) if last else None for each, last in turned)


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
