"""The sample games of the rulebooks, replayed."""

import pytest

from engine.demand import Demand
from engine.games.divisor import Divisor
from engine.games.evenodd import EvenOdd
from engine.games.parity import Parity
from engine.games.sequence import Sequence
from engine.games.split import Split
from engine.outcome import Outcome, Reason, Seat
from engine.record import Record
from engine.refusal import GameOver, Unrelated


def replay(record: Record, *moves: int) -> Record:
    for move in moves:
        record = record.play(move)
    return record


def left(record: Record) -> list[int]:
    return [cell.number for cell in record.view.cells if cell.taken_by is None]


def test_parity_sample() -> None:
    record = replay(Record.start(Parity()), 10, 7, 8, 5)
    assert record.view.demand is Demand.EVEN
    assert left(record) == [1, 2, 3, 4, 6, 9, *range(11, 21)]
    # The rulebook goes on from here with the second seat's 19, so the first has to have answered 5.
    record = replay(record, 4, 19)
    assert record.legal == (2, 6, 12, 14, 16, 18, 20)
    record = replay(record, 20)
    assert record.legal == (1, 3, 9, 11, 13, 15, 17)
    record = replay(record, 17, 18, 15, 16)
    assert record.legal == (1, 3, 9, 11, 13)


def test_parity_terminal_sample() -> None:
    record = replay(Record.start(Parity(10)), 6)
    assert (record.view.demand, record.legal) == (Demand.ODD, (1, 3, 5, 7, 9))
    record = replay(record, 5)
    assert (record.view.demand, record.legal) == (Demand.EVEN, (2, 4, 8, 10))
    assert left(replay(record, 8)) == [1, 2, 3, 4, 7, 9, 10]


def test_evenodd_sample() -> None:
    moves = (7, 16, 5, 18, 15, 20, 17, 14, 13, 12, 19, 10, 11, 8, 9, 6, 3, 4, 1, 2)
    record = Record.start(EvenOdd())
    demands = []
    for move in moves:
        demands.append(record.view.demand)
        record = record.play(move)
    assert demands == [Demand.ANY, *([Demand.EVEN, Demand.ODD] * 10)[:19]]
    assert left(record) == []
    assert record.outcome == Outcome(Seat.SECOND, Reason.STUCK)


def test_split_sample() -> None:
    record = Record.start(Split((16,)))
    assert [choice.how for choice in record.view.choices[:7]] == [
        "15 + 1", "14 + 2", "13 + 3", "12 + 4", "11 + 5", "10 + 6", "9 + 7",
    ]  # fmt: skip
    record = replay(record, 6, 5, 4, 1)
    assert record.view.trail == (16, 6, 5, 4, 1)
    assert record.outcome == Outcome(Seat.SECOND, Reason.STUCK)


def test_split_of_nine() -> None:
    choices = Record.start(Split((9,))).view.choices
    assert {choice.how for choice in choices if choice.move < 5} == {
        "8 + 1", "7 + 2", "6 + 3", "5 + 4",
    }  # fmt: skip


def test_divisor_sample_up_to_its_sixth_step() -> None:
    record = Record.start(Divisor())
    valid = []
    for move in (6, 3, 9, 18, 2, 12):
        valid.append(record.legal)
        record = record.play(move)
    assert valid == [
        tuple(range(1, 21)),
        (1, 2, 3, 12, 18),
        (1, 9, 12, 15, 18),
        (1, 18),
        (1, 2),
        (1, 4, 8, 10, 12, 14, 16, 20),
    ]
    # The rulebook lists 15, 16 and 20 next, which neither divide 12 nor are multiples of it.
    assert record.legal == (1, 4)


def test_divisor_samples_tenth_move_is_refused() -> None:
    record = replay(Record.start(Divisor()), 6, 3, 9, 18, 2, 12, 4, 8, 16)
    with pytest.raises(Unrelated) as refused:
        record.play(20)
    assert refused.value.facts() == {
        "number": 20, "last": 16, "demand": Demand.RELATED, "legal": (1,),
    }  # fmt: skip


def test_sequence_sample() -> None:
    record = replay(Record.start(Sequence()), 6, 5, 2, 3, 7, 1, 4, 8, 9)
    first, second = record.view.rows
    assert (first.numbers, first.sums) == ((6, 2, 7, 4, 9), (8, 9, 11, 13))
    assert (second.numbers, second.sums) == ((5, 3, 1, 8), (8, 4, 9))
    assert record.outcome == Outcome(Seat.SECOND, Reason.PAIRS)
    with pytest.raises(GameOver):
        record.play(1)
