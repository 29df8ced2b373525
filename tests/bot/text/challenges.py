"""Scenes of challenges, boards, and the lines that remain of both."""

from dataclasses import replace

from bot.boards import board
from bot.boards.past_message import moved, past, thread_line, thread_result
from bot.boards.reminder import reminder, reminding
from bot.boards.removed_result import removed_result
from bot.cards.board import board_card
from bot.cards.content import Position
from bot.text.english import English
from bot.text.game_texts import title_of
from engine import duel as life
from engine.duel import First, Playing
from engine.fairness import Unrated
from engine.games import GAMES
from engine.ids import Instant, Span
from engine.outcome import Seat
from storage.ids import ChannelId
from storage.match import Board, Match
from tests.bot.text.duels import (
    ANA,
    BO,
    DAY,
    NOW,
    after,
    begun,
    later,
    match,
    offered,
    played_out,
    terms,
    won_by,
)
from tests.bot.text.rendered import Scenes


def challenges(words: type[English]) -> Scenes:
    for key in GAMES:
        yield (
            f"a challenge to {key}",
            board(match(offered(terms(key, first=First.DRAWN))), words),
        )
    for first in (First.CHALLENGER, First.OPPONENT):
        shown = board(match(offered(terms(first=first))), words)
        yield f"{first} starts", shown
    legs = offered(terms(first=First.CHALLENGER, legs=2))
    yield "two games", board(match(legs), words)
    for reason in Unrated:
        shown = board(match(offered(terms(first=First.DRAWN), reason)), words)
        yield f"not rated: {reason}", shown
    hour = replace(terms(first=First.DRAWN), clock=Span(90_000))
    yield "another clock", board(match(offered(hour)), words)
    offer = offered(terms())
    for ended in (
        life.decline(offer, BO, now=NOW),
        life.cancel(offer, ANA, now=NOW),
        life.expire(offer, now=Instant(NOW + DAY)),
    ):
        yield ended.how, board(match(ended), words)


def boards(words: type[English]) -> Scenes:
    for key in GAMES:
        start = begun(offered(terms(key)))
        yield f"{key}, accepted", board(match(start), words)
        yield f"{key}, later", board(match(later(start)), words)
    for key, size, moves in (
        ("divisor", 60, ""),
        ("divisor", 60, "12 36"),
        ("divisor", 60, "1"),
        ("split", 60, ""),
        ("parity", 8, "1"),
        ("parity", 20, "1"),
        ("parity", 20, "2"),
        ("sequence", None, "1 2 3 4 5 6 7"),
        ("divisor", 24, "19 1 18 9 3 15 5 10 20 4 16 8 24 12 6 2 14 7"),
    ):
        duel = after(begun(offered(terms(key, size))), moves)
        yield f"{key}, {size}, {moves or 'accepted'}", board(match(duel), words)
    large = after(begun(offered(terms("divisor", 60))), "12 36")
    if isinstance(large, Playing):
        position = Position(large.record, (("ana",), ("bo",)))
        yield "the alt text of a large board", board_card(position, words).alt
    rated = replace(match(later(begun(offered(terms())))), ratings=(1530, None))
    yield "one of them has a rating", board(rated, words)
    for moves, title in (("2 1 3", "begins"), ("2 1 3 1", "goes on")):
        second = after(begun(offered(terms("divisor", 3, legs=2))), moves)
        yield f"the second game {title}", board(match(second), words)


def past_messages(words: type[English]) -> Scenes:
    start = begun(offered(terms()))
    duel, split = after(start, "6 12"), after(begun(offered(terms("split"))), "14 8")
    shown: tuple[tuple[str, Match, int], ...] = (
        ("a challenge that is still open", match(offered(terms())), 0),
        ("a challenge that was accepted", match(duel), 0),
        ("a duel that began", match(duel), 1),
        ("a move", match(duel), 2),
        ("a split", match(split), 2),
        ("a resigned duel", match(won_by(start, Seat.FIRST, "6 12")), 5),
    )
    for title, each, step in shown:
        yield title, past(each, step, words)
    line = past(match(duel), 2, words)
    yield "the board goes on in another channel", moved(line, match(duel), words)
    if isinstance(duel, Playing):
        yield "a reminder", reminder(match(duel), duel, words)
        again = reminding(board(match(duel), words), duel, words)
        yield "a board that reminds", again.content
    yield (
        "the name of a thread",
        words.THREAD_NAME.format(title=title_of(duel.terms.game, words), number=12),
    )
    thread = ChannelId(40)
    yield "a duel in a thread has begun", thread_line(match(duel), thread, words)
    over = match(played_out(start))
    yield "a duel in a thread has ended", thread_result(over, words)
    yield "a removed result", removed_result(over, None, words)
    yield "a removed result, with a reason", removed_result(over, "a mistake", words)
    nowhere = replace(over, board=Board(over.board.channel))
    yield "a removed result without a message", removed_result(nowhere, None, words)
