"""The English texts: exact sentences, and that nothing lacks one."""

import re
import string
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from bot.interactions import refusals as of_a_server
from bot.text import terminal
from bot.text.english import English
from bot.text.format import listing, ranges
from bot.text.move_names import move_ranges
from bot.text.refusals import sentence as sentence_of
from engine import refusal as refusals
from engine.demand import Demand
from engine.duel import LEGS
from engine.fairness import Unrated
from engine.games.game import Rules
from engine.ledger import DUELS_NEEDED, OPPONENTS_NEEDED
from engine.outcome import Reason, Seat
from engine.refusal import (
    AlreadyGone,
    BadOption,
    EqualSplit,
    GameOver,
    IllegalRecord,
    OptionLeftOpen,
    OutOfRange,
    Refusal,
    UnknownGame,
    UnknownOption,
    UnknownRecordVersion,
    Unreadable,
    UnreadableRecord,
    Unrelated,
    WrongParity,
)
from engine.standing import Result
from storage.people import RATED_A_DAY

ROOT = Path(__file__).parents[3]
SIX: Any = {"demand": Demand.RELATED, "legal": (1, 2, 12, 18)}


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (
            Unrelated(7, 6, **SIX),
            "7 doesn't divide 6 and isn't a multiple of it. You can take 1, 2, 12 or 18.",
        ),
        (AlreadyGone(15, **SIX), "15 is already gone. You can take 1, 2, 12 or 18."),
        (
            Unreadable("twelve", **SIX),
            "\"twelve\" isn't a number on this board. You can take 1, 2, 12 or 18.",
        ),
        (
            WrongParity(7, 9, demand=Demand.EVEN, legal=tuple(range(2, 41, 2))),
            (
                "7 is odd and so was the last number, 9. "
                "Take an even number: 2, 4, 6, 8, 10, 12, 14, 16, 18, 20 and 10 more."
            ),
        ),
        (
            WrongParity(2, 8, demand=Demand.ODD, legal=(3,)),
            "2 is even and so was the last number, 8. Take an odd number: 3.",
        ),
        (
            OutOfRange(21, 1, 20, demand=Demand.ANY, legal=(1, 2)),
            "21 isn't between 1 and 20. You can take 1 or 2.",
        ),
        (
            EqualSplit(4, 8, demand=Demand.SPLIT, legal=(1, 2, 3, 5, 6, 7)),
            "The parts must differ, and 8 = 4 + 4. You can leave 1-3, 5-7.",
        ),
        (
            UnknownGame("chess", ("parity", "split")),
            "There is no game called \"chess\". Choose parity or split.",
        ),
        (
            UnknownOption("divisor", "speed", ("size",)),
            "Divisor Duel has no option \"speed\"; it has size.",
        ),
        (
            UnknownOption("sequence", "size", ()),
            "Sequence Builder has no option \"size\"; it has none.",
        ),
        (
            BadOption("divisor", "size", 101, 2, 100),
            "In Divisor Duel, size is a whole number from 2 to 100, not 101.",
        ),
        (
            BadOption("divisor", "size", "20", 2, 100),
            'In Divisor Duel, size is a whole number from 2 to 100, not "20".',
        ),
        (
            BadOption("divisor", "size", True, 2, 100),
            "In Divisor Duel, size is a whole number from 2 to 100, not true.",
        ),
        (GameOver(Seat.FIRST), "This game is over."),
        (
            OptionLeftOpen("split", "size", 3, 100),
            "Choose size for Number Split Duel, from 3 to 100.",
        ),
        (UnreadableRecord("x"), "That isn't the record of a duel."),
        (
            UnknownRecordVersion("9", "1"),
            "That record has version 9; this Duelhost reads 1.",
        ),
        (
            IllegalRecord(3, AlreadyGone(6, **SIX)),
            "Move 3 isn't allowed. 6 is already gone. You can take 1, 2, 12 or 18.",
        ),
    ],
)  # fmt: skip
def test_sentences(refusal: Refusal, sentence: str) -> None:
    assert sentence_of(refusal) == sentence


def test_every_refusal_has_a_sentence_and_nothing_else_has() -> None:
    """The codes are what catalogues and batch answers go by: they don't change with a class."""
    known = [*vars(refusals).values(), *vars(of_a_server).values()]
    ours = {each.code for each in known if isinstance(each, type) and issubclass(each, Refusal)}
    assert ours - {"refusal", "move-refused"} == English.REFUSALS.keys()
    assert English.TO_YOU.keys() < English.REFUSALS.keys()
    assert English.DIRECTLY.keys() < English.REFUSALS.keys()


def test_every_demand_reason_and_part_has_words() -> None:
    demands = {each.value for each in Demand}
    assert English.ADVICE.keys() == English.DEMANDS.keys() == English.STUCK.keys() == demands
    assert English.ASKED.keys() == demands
    assert English.ASKED_OF_FEW.keys() == demands - {"choose"}  # that names the moves anyway
    assert English.WINS.keys() == {each.value for each in Reason} - {
        "resigned",
        "timed-out",
        "ended",
        "level",
    }
    assert English.WHY.keys() == {each.value for each in Reason} - {"stuck"}  # see STUCK
    assert list(English.RULES) == [*Rules.__annotations__, "variants", "options"]


def test_everything_about_ratings_has_words() -> None:
    assert English.UNRATED_BECAUSE.keys() == {each.value for each in Unrated} - {"casual"}
    results = {each.value for each in Result}
    assert English.RESULTS_BY.keys() == English.CARD_RESULTS.keys() == results
    assert English.CARD_LOST.keys() < {each.value for each in Reason}
    assert English.LEGS_CHOICES.keys() == set(LEGS)
    assert str(RATED_A_DAY) in English.RATED_A_DAY
    assert str(DUELS_NEEDED) in English.LEADERBOARD_PROVISIONAL_NOTE
    assert str(OPPONENTS_NEEDED) in English.LEADERBOARD_PROVISIONAL_NOTE
    assert len(English.LEGS) == max(LEGS)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x07", "�[31mred�"),
        ("a\nb\r\u202ec\u200b", "a�b��c�"),
        ("<@123> **x**", "<@123> **x**"),
        ("x" * 40, "x" * 40),
        ("x" * 41, "x" * 40 + "…"),
        ("{0}{legal}", "{0}{legal}"),
    ],
)
def test_hostile_text_is_shown_harmlessly(text: str, shown: str) -> None:
    refusal = Unreadable(text, demand=Demand.ANY, legal=(1,))
    assert sentence_of(refusal) == f'"{shown}" isn\'t a number on this board. You can take 1.'


@pytest.mark.parametrize(
    ("items", "shown"),
    [
        ([], "none"),
        ([4], "4"),
        (["a", "b"], "a or b"),
        (range(1, 11), "1, 2, 3, 4, 5, 6, 7, 8, 9 or 10"),
        (range(1, 12), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 or 11"),
        (range(1, 13), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more"),
    ],
)
def test_listing(items: Iterable[object], shown: str) -> None:
    assert listing(items) == shown


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [((), ""), ((4,), "4"), ((1, 2), "1-2"), ((1, 2, 3, 5, 8, 9), "1-3, 5, 8-9")],
)
def test_ranges(numbers: tuple[int, ...], shown: str) -> None:
    assert ranges(numbers) == shown


@pytest.mark.parametrize(
    ("moves", "shown"),
    [
        ("", []),
        ("3 4 5 7", ["3-5", "7"]),
        ("9:8 12:5 12:6 12:8", ["9:8", "12:5-6", "12:8"]),
        ("12:5 13:6", ["12:5", "13:6"]),
        ("8 9 *1 *2 *4", ["8-9", "*1-2", "*4"]),
        # A package may name its moves as it likes.
        ("a b 1 e2 e3 e5 3f", ["a", "b", "1", "e2-3", "e5", "3f"]),
        ("e0 e1 e02 e03", ["e0-1", "e02", "e03"]),
    ],
)
def test_ranges_of_moves(moves: str, shown: list[str]) -> None:
    assert move_ranges(moves.split()) == shown


def test_every_word_is_used() -> None:
    code = "".join(each.read_text() for each in (ROOT / "bot").rglob("*.py"))
    said = [name for name in dir(English) if name.isupper()]
    assert [name for name in said if not re.search(rf"""\.{name}\b|"{name}\"""", code)] == []


def test_catalogue_is_plain_text() -> None:
    """A sentence fills in facts by name; nothing reaches into an object."""
    parts = [getattr(English, name) for name in dir(English) if name.isupper()]
    parts += vars(terminal).values()
    parts += [each for part in parts if isinstance(part, dict) for each in part.values()]
    for sentence in [part for part in parts if isinstance(part, str)]:
        if sentence is terminal.REQUEST:
            continue  # an example of JSON
        for _, name, spec, conversion in string.Formatter().parse(sentence):
            assert name is None or name.isidentifier()
            assert not spec
            assert not conversion
