"""The refusals of each game, with their facts, and the contents of its board."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.demand import Demand
from engine.games import set_up
from engine.games.divisor import Divisor
from engine.games.game import Game
from engine.games.geography import Geography
from engine.games.parity import Parity
from engine.games.sequence import Sequence
from engine.games.split import Split
from engine.games.view import Mark, Splitting
from engine.outcome import Outcome, Reason, Seat
from engine.record import Record
from engine.refusal import (
    AlreadyGone,
    EqualSplit,
    GameOver,
    MoveRefused,
    MustBeEven,
    NoStep,
    NotOnTheTable,
    NotThePart,
    OutOfRange,
    Refusal,
    RowFull,
    TooClose,
    Unreadable,
    Unrelated,
    WrongParity,
)
from tests.engine.random_play import ALL, line


def refusal(record: Record, text: str) -> Refusal:
    with pytest.raises(Refusal) as refused:
        record.play(record.read(text))
    return refused.value


def after(game: Game[Any], *moves: int) -> Record:
    return Record.replay(game, map(game.text, moves))


@pytest.mark.parametrize(
    ("record", "text", "expected"),
    [
        (after(Divisor(), 6), "7", Unrelated(7, 6, demand=Demand.RELATED, legal=(1, 2, 3, 12, 18))),
        (after(Divisor(), 6), "6", AlreadyGone(6, demand=Demand.RELATED, legal=(1, 2, 3, 12, 18))),
        (after(Divisor(6)), "0", OutOfRange(0, 1, 6, demand=Demand.ANY, legal=(1, 2, 3, 4, 5, 6))),
        (
            after(Divisor(6)),
            "-3",
            OutOfRange(-3, 1, 6, demand=Demand.ANY, legal=(1, 2, 3, 4, 5, 6)),
        ),
        (after(Divisor(2)), "999999", OutOfRange(999999, 1, 2, demand=Demand.ANY, legal=(1, 2))),
        (after(Divisor(6)), "7", OutOfRange(7, 1, 6, demand=Demand.ANY, legal=(1, 2, 3, 4, 5, 6))),
        (after(Divisor(6), 5), "one", Unreadable("one", demand=Demand.RELATED, legal=(1,))),
        (after(Parity(6), 5), "1", WrongParity(1, 5, demand=Demand.EVEN, legal=(2, 4, 6))),
        (after(Parity(6), 4), "2", WrongParity(2, 4, demand=Demand.ODD, legal=(1, 3, 5))),
        (after(Parity(6), 4), "4", AlreadyGone(4, demand=Demand.ODD, legal=(1, 3, 5))),
        (after(Split((8,))), "4", EqualSplit(4, 8, demand=Demand.SPLIT, legal=(1, 2, 3, 5, 6, 7))),
        (
            after(Split((8,))),
            "8",
            OutOfRange(8, 1, 7, demand=Demand.SPLIT, legal=(1, 2, 3, 5, 6, 7)),
        ),
        (
            after(Split((8,))),
            "0",
            OutOfRange(0, 1, 7, demand=Demand.SPLIT, legal=(1, 2, 3, 5, 6, 7)),
        ),
        (after(Split((8,)), 2), "1", GameOver(Seat.FIRST)),
        (
            after(Sequence(), 1, 2, 3, 4, 5, 6),
            "4",
            AlreadyGone(4, demand=Demand.ANY, legal=(7, 8, 9)),
        ),
        (
            after(Sequence(), 1, 2, 3, 4, 5, 6),
            "10",
            OutOfRange(10, 1, 9, demand=Demand.ANY, legal=(7, 8, 9)),
        ),
        (after(Divisor(2), 1, 2), "1", GameOver(Seat.SECOND)),
    ],
)
def test_a_refusal_carries_the_facts(record: Record, text: str, expected: Refusal) -> None:
    refused = refusal(record, text)
    assert type(refused) is type(expected)
    assert expected.facts().items() <= refused.facts().items()


@pytest.mark.parametrize(
    "text",
    ["", " ", "one", "6.0", "6 3", "1e1", "٣", "３", "1_0", "0x6", "9" * 7, "+", "6\x00", "²"],
)
def test_only_plain_numbers_are_numbers(text: str) -> None:
    assert isinstance(refusal(after(Divisor()), text), Unreadable)


@pytest.mark.parametrize("text", ["6", " 6", "6\n", "06", "+6"])
def test_a_number_may_be_written_as_people_do(text: str) -> None:
    assert Record.start(Divisor()).read(text) == 6


def test_odd_sizes_of_parity_are_decided_by_the_first_number() -> None:
    assert after(Parity(3), 1, 2, 3).outcome == Outcome(Seat.FIRST, Reason.STUCK)
    assert after(Parity(3), 2, 1).outcome == Outcome(Seat.SECOND, Reason.STUCK)


@pytest.mark.parametrize(
    ("moves", "winner", "reason"),
    [
        ((1, 2, 3, 4, 5, 6, 7, 8, 9), Seat.FIRST, Reason.COMPLETED),
        ((2, 1, 4, 3, 6, 5, 8, 7, 9), Seat.FIRST, Reason.TIE_BREAK),  # three pairs each
        ((1, 2, 4, 3, 5, 6, 8, 7, 9), Seat.FIRST, Reason.TIE_BREAK),  # none each
        ((1, 2, 4, 6, 3, 8, 5, 9, 7), Seat.FIRST, Reason.TIE_BREAK),  # two each
        ((1, 6, 3, 7, 5, 8, 2, 9, 4), Seat.FIRST, Reason.PAIRS),  # three to none
        ((2, 1, 4, 3, 6, 5, 9, 7, 8), Seat.SECOND, Reason.PAIRS),  # three to two
    ],
)
def test_sequence_endings(moves: tuple[int, ...], winner: Seat, reason: Reason) -> None:
    assert after(Sequence(), *moves).outcome == Outcome(winner, reason)


def test_sequence_runs_to_the_end_of_the_pool() -> None:
    """Four even pairs need five numbers, and the fifth is the last of the pool."""
    assert after(Sequence(), 1, 2, 3, 4, 5, 6, 7, 8).outcome is None


def test_a_divisor_board() -> None:
    view = after(Divisor(), 3, 15, 5, 20, 10, 2, 8, 4, 12, 6).view
    marks = {mark: [cell.number for cell in view.cells if cell.mark is mark] for mark in Mark}
    assert marks == {
        Mark.OPEN: [1, 18],
        Mark.LAST: [6],
        Mark.TAKEN: [2, 3, 4, 5, 8, 10, 12, 15, 20],
        Mark.OUT_OF_REACH: [7, 9, 11, 13, 14, 16, 17, 19],
        Mark.STRUCK: [],
        Mark.OPENING: [],
    }
    assert [(choice.move, choice.how) for choice in view.choices] == [(1, "6÷6"), (18, "6×3")]
    assert [cell.number for cell in view.cells if cell.taken_by is Seat.FIRST] == [3, 5, 8, 10, 12]
    assert view.to_move is Seat.FIRST


def test_a_finished_board_still_shows_what_could_not_be_met() -> None:
    view = after(Divisor(), 1, 11).view
    assert (view.to_move, view.choices, view.demand, view.last) == (None, (), Demand.RELATED, 11)


def test_a_split_board() -> None:
    view = after(Split((26,)), 17).view
    assert view.trail == (26, 17)
    assert [(choice.move, choice.how) for choice in view.choices[-1:]] == [(16, "16 + 1")]
    assert [(choice.move, choice.how) for choice in view.choices[:2]] == [
        (1, "16 + 1"),
        (2, "15 + 2"),
    ]


def test_a_sequence_board() -> None:
    view = after(Sequence(), 6, 5, 2, 3).view
    assert [(row.numbers, row.sums) for row in view.rows] == [((6, 2), (8,)), ((5, 3), (8,))]
    assert view.choices[0].how == "2 + 1 = 3"
    assert after(Sequence(), 6, 5).view.choices[0].how == "6 + 1 = 7"
    assert after(Sequence(), 6).view.choices[0].how == ""
    marks = "".join(cell.mark[0] for cell in view.cells)
    assert marks == "otlottooo"
    assert [cell.taken_by for cell in view.cells[1:3]] == [Seat.FIRST, Seat.SECOND]


def test_parity_and_evenodd_are_one_game_told_twice() -> None:
    parity, evenodd = set_up("parity", {}), set_up("evenodd", {})
    assert parity != evenodd
    assert (parity.start(), parity.legal(parity.start())) == (
        evenodd.start(),
        evenodd.legal(evenodd.start()),
    )
    assert parity.rules != evenodd.rules


def host_begins(game: Geography, *moves: int) -> dict[Mark, list[int]]:
    view = after(game, *moves).view
    return {mark: [cell.number for cell in view.cells if cell.mark is mark] for mark in Mark}


def test_a_board_with_gaps_and_an_opening() -> None:
    game = Divisor(16, gone=(10, 5), opening=(7, 14))
    assert host_begins(game) == {
        Mark.OPEN: [1, 2],
        Mark.LAST: [14],
        Mark.TAKEN: [],
        Mark.OUT_OF_REACH: [3, 4, 6, 8, 9, 11, 12, 13, 15, 16],
        Mark.STRUCK: [5, 10],
        Mark.OPENING: [7],
    }
    view = after(game, 2, 4).view
    assert {each.number: each.taken_by for each in view.cells if each.taken_by is not None} == {
        2: Seat.FIRST,
        4: Seat.SECOND,
    }
    assert host_begins(game, 2)[Mark.OPENING] == [7, 14]
    assert view.to_move is Seat.FIRST


@pytest.mark.parametrize(
    ("options", "nth", "because"),
    [
        ({"opening": [7, 5]}, 2, "unrelated"),
        ({"opening": [7, 7]}, None, "bad-list"),
        ({"opening": [21]}, 1, "out-of-range"),
        ({"opening": [7], "gone": [7]}, 1, "already-gone"),
        ({"opening": [7], "first": "even"}, 1, "must-be-even"),
        ({"opening": [6, 10], "rule": "steps"}, 2, "no-step"),
        ({"size": 3, "opening": [1, 2]}, None, "nothing-to-take"),
        ({"size": 5, "gone": [2, 4], "first": "even"}, None, "nothing-to-take"),
        ({"size": 5, "gone": [6]}, None, "bad-list"),
        ({"size": 100, "gone": list(range(1, 101))}, None, "bad-list"),
    ],
)
def test_starts_are_checked(options: dict[str, Any], nth: int | None, because: str) -> None:
    with pytest.raises(Refusal) as refused:
        set_up("divisor", options)
    facts = refused.value.facts()
    assert facts.get("nth") == nth
    assert facts.get("because", refused.value).code == because


@pytest.mark.parametrize(
    ("record", "text", "expected"),
    [
        (
            after(Parity(9, rule="doubles"), 4),
            "5",
            TooClose(5, 4, demand=Demand.ODD_DOUBLE, legal=(1, 9)),
        ),
        (
            after(Parity(9, rule="doubles"), 3),
            "5",
            WrongParity(5, 3, demand=Demand.EVEN_DOUBLE, legal=(6, 8)),
        ),
        (
            after(Divisor(9, rule="steps"), 6),
            "2",
            NoStep(2, 6, demand=Demand.STEP, legal=(3, 4, 5, 7, 8, 9)),
        ),
        (
            after(Divisor(5, first="even")),
            "3",
            MustBeEven(3, demand=Demand.EVEN, legal=(2, 4)),
        ),
        (
            after(Split((3, 5))),
            "4:1",
            NotOnTheTable(4, demand=Demand.SPLIT_ONE, legal=(3001, 3002, 5001, 5002, 5003, 5004)),
        ),
        (
            after(Split((7,))),
            "9:3",
            NotOnTheTable(9, demand=Demand.SPLIT, legal=(1, 2, 3, 4, 5, 6)),
        ),
        (
            after(Split((3, 4)), 3002),
            "4:2",
            EqualSplit(2, 4, demand=Demand.SPLIT_ONE, legal=(4001, 4003)),
        ),
        (
            after(Split((6,), keep="larger")),
            "2",
            NotThePart(2, 6, demand=Demand.SPLIT_ONE, legal=(4, 5)),
        ),
        (
            after(Split((3, 6), keep="both"), 3002),
            "6:2",
            NotThePart(2, 6, demand=Demand.SPLIT_ONE, legal=(6004, 6005)),
        ),
        (
            after(Split((3, 5))),
            "5:5",
            OutOfRange(
                5, 1, 4, demand=Demand.SPLIT_ONE, legal=(3001, 3002, 5001, 5002, 5003, 5004)
            ),
        ),
        (
            after(Split((3, 3))),
            "-2",
            Unreadable("-2", demand=Demand.SPLIT_ONE, legal=(3001, 3002)),
        ),
        (
            after(Split((3, 3))),
            "3003",
            Unreadable("3003", demand=Demand.SPLIT_ONE, legal=(3001, 3002)),
        ),
        (
            after(Split((3, 3))),
            "3:-2",
            Unreadable("3:-2", demand=Demand.SPLIT_ONE, legal=(3001, 3002)),
        ),
        *(
            (
                after(Split((3, 3))),
                text,
                Unreadable(text, demand=Demand.SPLIT_ONE, legal=(3001, 3002)),
            )
            for text in ("3:", ":2", "3.", ":")
        ),
        (
            after(Sequence(5, rows="either"), 1, 103, 5),
            "4",
            GameOver(Seat.FIRST),
        ),
        (
            after(Sequence(5, rows="either"), 1, 2, 103),
            "4",
            RowFull(4, demand=Demand.PUT, legal=(104, 105)),
        ),
        (
            after(Sequence(5, rows="either"), 1, 102, 4),
            "*5",
            RowFull(5, demand=Demand.PUT, legal=(3, 5)),
        ),
        (
            after(Sequence(5, rows="either"), 1),
            "*77",
            OutOfRange(77, 1, 5, demand=Demand.PUT, legal=(2, 3, 4, 5, 102, 103, 104, 105)),
        ),
        (
            after(Sequence(5, rows="either"), 1),
            "100",
            OutOfRange(100, 1, 5, demand=Demand.PUT, legal=(2, 3, 4, 5, 102, 103, 104, 105)),
        ),
        (
            after(Sequence(5, rows="either"), 1),
            "*",
            Unreadable("*", demand=Demand.PUT, legal=(2, 3, 4, 5, 102, 103, 104, 105)),
        ),
        (
            after(Sequence(5), 1),
            "*2",
            Unreadable("*2", demand=Demand.ANY, legal=(2, 3, 4, 5)),
        ),
    ],
)
def test_a_refusal_by_an_option_carries_the_facts(
    record: Record, text: str, expected: Refusal
) -> None:
    test_a_refusal_carries_the_facts(record, text, expected)


@pytest.mark.parametrize(
    ("game", "text", "move"),
    [
        (Split((9,)), "9:4", 4),
        (Split((9,)), " 9 : 4 ", 4),
        (Split((9,)), "9.4", 4),
        (Split((7, 9)), "9:4", 9004),
        (Split((9, 9)), "4", 9004),
        (Split((100, 100), keep="both"), "100:99", 100099),
        (Sequence(rows="either"), "*5", 105),
        (Sequence(rows="either"), " * 5", 105),
        (Sequence(rows="either"), "5", 5),
    ],
)
def test_moves_of_several_numbers_and_rows(game: Game[Any], text: str, move: int) -> None:
    record = Record.start(game)
    assert record.read(text) == move
    assert game.read(game.start(), game.text(move)) == move


def test_a_part_alone_is_enough_where_one_number_can_be_split() -> None:
    record = after(Split((3, 9)), 3002)
    assert (record.read("4"), record.read("9:4")) == (9004, 9004)
    assert record.play(9004).text == "1/split/numbers=3.9/3:2-9:4"


def test_a_split_table() -> None:
    view = after(Split((7, 4), keep="both"), 7005).view
    assert (view.table, view.trail) == ((2, 4, 5), ())
    assert [(each.move, each.how) for each in view.choices] == [
        (4003, "3 + 1"), (5003, "3 + 2"), (5004, "4 + 1"),
    ]  # fmt: skip
    assert view.splittings == (Splitting(7, (5, 2), (2, 5)),)
    assert after(Split((7, 4)), 7002).view.splittings == (Splitting(7, (5, 2), (2,)),)


def test_rows_that_both_players_put_numbers_into() -> None:
    view = after(Sequence(5, sums=3, rows="either"), 1, 102, 103).view
    assert [(row.numbers, row.sums, row.pairs, row.put_by) for row in view.rows] == [
        ((1, 2), (3,), 1, (Seat.FIRST, Seat.SECOND)),
        ((3,), (), 0, (Seat.FIRST,)),
    ]
    assert [(each.move, each.how) for each in view.choices] == [
        (4, "3 + 4 = 7"), (5, "3 + 5 = 8"), (104, "2 + 4 = 6"), (105, "2 + 5 = 7"),
    ]  # fmt: skip
    assert view.last == 103


@pytest.mark.parametrize(
    ("game", "moves", "winner", "reason"),
    [
        (Sequence(ties="second"), (2, 1, 4, 3, 6, 5, 8, 7, 9), Seat.SECOND, Reason.TIE_BREAK),
        (Sequence(sums=3), (1, 4, 2, 5, 7, 3, 8, 6, 9), Seat.FIRST, Reason.PAIRS),
        (Sequence(5, sums=3), (1, 3, 2, 5, 4), Seat.FIRST, Reason.COMPLETED),
        # With an even size either row may be complete.
        (Sequence(6), (1, 2, 3, 4, 5), Seat.FIRST, Reason.COMPLETED),
        (Sequence(6), (1, 2, 3, 4, 6, 5), Seat.FIRST, Reason.TIE_BREAK),
        (Sequence(6), (1, 2, 4, 6, 3), None, None),
        (Sequence(6), (3, 2, 4, 6, 1, 5), Seat.SECOND, Reason.PAIRS),
        (Sequence(6, sums=3), (3, 1, 5, 2, 6, 4), Seat.SECOND, Reason.COMPLETED),
        (Sequence(6, sums=3), (3, 1, 4, 2, 5, 6), Seat.FIRST, Reason.TIE_BREAK),
        (Sequence(8), (1, 2, 4, 6, 3, 8, 5), None, None),
        # The opponent may complete a row, and its owner wins.
        (Sequence(5, rows="either"), (1, 103, 5), Seat.FIRST, Reason.COMPLETED),
    ],
)
def test_endings_by_options(
    game: Game[Any], moves: tuple[int, ...], winner: Seat | None, reason: Reason | None
) -> None:
    expected = None if winner is None or reason is None else Outcome(winner, reason)
    assert after(game, *moves).outcome == expected


@given(st.sampled_from(ALL), st.text(max_size=30) | st.integers().map(str), st.integers(0, 99))
def test_whatever_is_typed_is_a_move_or_refused(game: Game[Any], text: str, seed: int) -> None:
    for _, state in line(game, Random(seed)):
        try:
            move = game.read(state, text)
            after = game.play(state, move)
        except (MoveRefused, GameOver):
            continue
        assert move in game.legal(state)
        assert game.to_move(after) is game.to_move(state).other
