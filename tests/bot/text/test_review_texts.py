"""Sentences of a review, by what they tell."""

import pytest

from bot.text import review_texts
from bot.text.english import English
from engine.outcome import Seat
from engine.record import Record
from engine.review import Judgement, Ply, Review, review

PLAYERS = ("Ana", "Bo")
RECORD = Record.parse("1/split/size=16/7-5-1")


def made(ply: Ply) -> Review:
    return Review(RECORD, (ply,), (Seat.FIRST, Seat.SECOND))


def decision(legal: int, winning: int, judgement: str, *, missed: bool = False) -> Ply:
    kind = Judgement(judgement)
    moves, good = tuple(range(1, legal + 1)), tuple(range(1, winning + 1))
    return Ply(1, Seat.FIRST, legal, moves, good, kind, is_missed_win=missed)


def test_every_judgement_has_words() -> None:
    assert English.VERDICTS.keys() == set(Judgement)
    mistakes = {each for each in Judgement if decision(4, 1, each).is_mistake}
    assert English.MISSED_WINS.keys() == mistakes == {"blunder", "slip", "deep"}


@pytest.mark.parametrize(
    ("winning", "told"),
    [
        (1, "1"),
        (2, "1 or 2"),
        (4, "1, 2, 3 or 4"),
        (5, "1, 2, 3, 4 or 5"),
        (6, "1, 2, 3, 4 and 2 more"),
    ],
)
def test_better_moves_are_named_or_counted(winning: int, told: str) -> None:
    ply = decision(9, winning, "slip")
    assert review_texts.better_moves(ply, str) == told
    assert told in review_texts.turning_point(made(ply), PLAYERS, str)
    assert told in review_texts.verdict(ply, str)


def test_moves_are_called_what_the_caller_calls_them() -> None:
    found = review(RECORD)

    def name(move: int) -> str:
        return f"<{move}>"

    assert "2 (<5>)" in review_texts.turning_point(found, PLAYERS, name)
    assert "<1> or <2>" in review_texts.judged(found.plies[1], PLAYERS, name)


def test_a_missed_win_is_told_from_another_mistake() -> None:
    assert review_texts.verdict(decision(4, 1, "slip"), str) == English.VERDICTS["slip"].format(
        better=1
    )
    missed = review_texts.verdict(decision(4, 1, "slip", missed=True), str)
    assert missed == English.MISSED_WINS["slip"].format(better=1)


@pytest.mark.parametrize(
    ("right", "wrong", "percent"),
    [((8, 4), None, 100), (None, (8, 4), 0), ((8, 4), (8, 4), 50), ((8, 4), (64, 16), 33)],
)
def test_accuracy_is_told_in_percent(
    right: tuple[int, int] | None, wrong: tuple[int, int] | None, percent: int
) -> None:
    plies = [decision(*right, "good")] if right else []
    plies += [decision(*wrong, "deep")] if wrong else []
    found = Review(RECORD, tuple(plies), ())
    first = English.ACCURACY_OF.format(percent=percent, player="Ana")
    second = English.NO_ACCURACY_OF.format(player="Bo")
    told = review_texts.accuracy(found, PLAYERS)
    assert told == English.ACCURACY.format(players=f"{first}, {second}")


@pytest.mark.parametrize(("most", "least", "percent"), [("good", "slip", 99), ("slip", "good", 1)])
def test_all_and_nothing_are_told_only_where_they_are_true(
    most: str, least: str, percent: int
) -> None:
    """By rounding these two would be 100 % and 0 %."""
    plies = (*[decision(100, 1, most)] * 40, decision(100, 99, least))
    told = review_texts.accuracy(Review(RECORD, plies, ()), PLAYERS)
    assert English.ACCURACY_OF.format(percent=percent, player="Ana") in told


def test_a_summary_says_only_what_there_is_to_say() -> None:
    def summary(text: str) -> list[str]:
        return [*review_texts.summary(review(Record.parse(text)), PLAYERS, str)]

    begun = English.STANDS_TO_WIN.format(player="Ana")
    assert summary("1/split/size=16/") == [begun]
    nobody = English.NO_TURNING_POINT.format(player="Bo")
    assert summary("1/parity/size=4/1-2-3-4") == [nobody]
    assert len(summary("1/split/size=16/7-2")) == 3
    assert len(summary("1/split/size=16/7-5")) == 4
