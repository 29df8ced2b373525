"""Scenes of challenges, boards, and the lines that remain of both."""

from dataclasses import replace
from typing import Any

from bot.boards import board
from bot.boards.move_rows import moves_of_duel
from bot.boards.past_message import moved, past, thread_line, thread_result
from bot.boards.reminder import reminder, reminding
from bot.boards.removed_result import removed_result
from bot.cards.board import board_card
from bot.cards.content import Position
from bot.delivery.message import Message
from bot.text.english import English
from bot.text.game_texts import title_of
from engine import duel as life
from engine.duel import First, Playing
from engine.fairness import Unrated
from engine.games import GAMES, set_up
from engine.ids import Instant, Span
from engine.outcome import Seat
from engine.record import Record
from storage.ids import ChannelId
from storage.match import Board, Match, StartRating
from tests.bot.text.duels import (
    ANA,
    BO,
    DAY,
    NOW,
    after,
    begun,
    later,
    match,
    of,
    offered,
    played_out,
    terms,
    won_by,
)
from tests.bot.text.rendered import Scenes

# What the host struck out, and the moves that it made.
START = {"gone": (5, 10), "opening": (7, 14)}
TABLE: dict[str, Any] = {"numbers": (5, 8, 12), "board": "drawn"}
BOTH: dict[str, Any] = {"numbers": (16,), "keep": "both", "board": "drawn"}
EITHER: dict[str, Any] = {"rows": "either", "ties": "second"}
# More ways to split them than a board has selects for.
MANY = (30, 97, 98, 99, 100)
FULL = set_up("split", {"numbers": (40, 40, 12), "keep": "both"})
HALVES = [
    "40:21",
    "40:21",
    "21:11",
    "21:11",
    "19:10",
    "19:10",
    "11:6",
    "11:6",
    "10:6",
    "10:6",
    "10:7",
    "12:7",
]
WITH_OPTIONS = (
    ("divisor, struck out and opened", set_up("divisor", START), ""),
    ("divisor, struck out and opened", set_up("divisor", START), "2 4"),
    ("divisor, ranked", set_up("divisor", {"size": 40, "board": "drawn"} | START), "2 4"),
    ("divisor, a single number is left over", set_up("divisor", {"size": 52, "first": "even"}), ""),
    ("divisor, drawn start", set_up("divisor", {"board": "drawn"} | START), ""),
    ("divisor, even first", set_up("divisor", {"size": 20, "first": "even"}), ""),
    ("divisor, steps", set_up("divisor", {"size": 20, "rule": "steps"}), "12"),
    ("divisor, steps", set_up("divisor", {"size": 20, "rule": "steps"}), "9"),
    *(
        ("parity, doubles", set_up("parity", {"size": 25, "rule": "doubles"}), moves)
        for moves in ("6", "7", "14", "9")
    ),
    ("split, several", set_up("split", TABLE), ""),
    ("split, several", set_up("split", TABLE), "12:5 5:2"),
    ("split, several", set_up("split", {"numbers": (20, 20, 30)}), ""),
    ("split, several", set_up("split", {"numbers": MANY}), ""),
    ("split, both stay", set_up("split", BOTH), ""),
    ("split, both stay", set_up("split", BOTH), "10 10:6 6:5"),
    ("split, both stay", set_up("split", {"numbers": (100,), "keep": "both"}), "52 52:28 48:25"),
    ("split, a full table", FULL, " ".join(HALVES)),
    ("split, larger", set_up("split", {"numbers": (30,), "keep": "larger"}), "20"),
    ("sequence, sums of 3", set_up("sequence", {"sums": 3, "ties": "second"}), "3 5 6 1 8 4 2"),
    ("sequence, either row", set_up("sequence", EITHER), ""),
    ("sequence, either row", set_up("sequence", EITHER), "3 *9 6 *1 2"),
    ("sequence, either row", set_up("sequence", {"size": 13, "rows": "either"}), ""),
    ("sequence, either row", set_up("sequence", EITHER), "3 *9"),
    ("sequence, either row, few are left", set_up("sequence", EITHER), "3 5 6 1 8 4 2"),
    ("sequence, eleven", set_up("sequence", {"size": 11, "sums": 3, "ties": "second"}), "10 11 2"),
    ("sequence, long", set_up("sequence", {"size": 13}), "13 12 11 10 9 8 7 6 5 4"),
)


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
    for title, game, moves in WITH_OPTIONS:
        duel = after(of(game), moves)
        yield f"{title}, {moves or 'accepted'}", board(match(duel), words)
    parts = parts_of(of(set_up("split", {"numbers": MANY})), 97, words)
    yield "a number of many is chosen", parts
    both = parts_of(of(set_up("split", {"numbers": MANY, "keep": "both"})), 30, words)
    yield "a number of many is chosen, both parts stay", both
    struck = Record.start(set_up("divisor", {"size": 40} | START))
    alt = board_card(Position(struck, (("ana",), ("bo",))), words).alt
    yield "the alt text of a large board with an opening", alt
    large = after(begun(offered(terms("divisor", 60))), "12 36")
    if isinstance(large, Playing):
        position = Position(large.record, (("ana",), ("bo",)))
        yield "the alt text of a large board", board_card(position, words).alt
    one, unsure = StartRating(1530, provisional=False), StartRating(1480, provisional=True)
    rated = replace(match(later(begun(offered(terms())))), ratings=(one, None))
    yield "one of them has a rating", board(rated, words)
    yield "one rating is provisional", board(replace(rated, ratings=(one, unsure)), words)
    accepted = replace(match(begun(offered(terms()))), ratings=(one, unsure))
    yield "one rating is provisional, accepted", board(accepted, words)
    for moves, title in (("2 1 3", "begins"), ("2 1 3 1", "goes on")):
        second = after(begun(offered(terms("divisor", 3, legs=2))), moves)
        yield f"the second game {title}", board(match(second), words)


def parts_of(duel: Playing, whole: int, words: type[English]) -> Message:
    shown = moves_of_duel(match(duel).id, duel, words).parts_of(whole)
    assert shown is not None
    return shown


def past_messages(words: type[English]) -> Scenes:
    start = begun(offered(terms()))
    duel, split = after(start, "6 12"), after(begun(offered(terms("split"))), "14 8")
    shown: tuple[tuple[str, Match, int], ...] = (
        ("a challenge that is still open", match(offered(terms())), 0),
        ("a challenge that was accepted", match(duel), 0),
        ("a duel that began", match(duel), 1),
        ("a move", match(duel), 2),
        ("a split", match(split), 2),
        ("a split of several", match(after(of(set_up("split", TABLE)), "12:5")), 2),
        ("a split of which both parts stay", match(after(of(set_up("split", BOTH)), "10")), 2),
        ("a number in one's own row", match(after(of(set_up("sequence", EITHER)), "5 *6")), 2),
        ("a number in the other row", match(after(of(set_up("sequence", EITHER)), "5 *6")), 3),
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
