"""The refusals of each game, with their facts, and the contents of its board."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.demand import Demand
from engine.games import GAMES, set_up
from engine.games.divisor import Divisor
from engine.games.game import Game
from engine.games.options import NumberOption
from engine.games.parity import Parity
from engine.games.sequence import Sequence
from engine.games.split import Split
from engine.games.view import Mark
from engine.outcome import Outcome, Reason, Seat
from engine.record import Record
from engine.refusal import (
    AlreadyGone,
    BadOption,
    EqualSplit,
    GameOver,
    MoveRefused,
    OptionLeftOpen,
    OutOfRange,
    Refusal,
    UnknownGame,
    UnknownOption,
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
    assert (type(refused), refused.facts()) == (type(expected), expected.facts())


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


@pytest.mark.parametrize(
    ("key", "title", "bounds"),
    [
        ("parity", "Parity Duel", [("size", 2, 100)]),
        ("evenodd", "Even/Odd Match", [("size", 2, 100)]),
        ("split", "Number Split Duel", [("size", 3, 100)]),
        ("divisor", "Divisor Duel", [("size", 2, 100)]),
        ("sequence", "Sequence Builder", []),
    ],
)
def test_the_first_five_games(key: str, title: str, bounds: list[tuple[str, int, int]]) -> None:
    assert GAMES[key].title == title
    assert bounds == [
        (option.key, option.least, option.most)
        for option in GAMES[key].options()
        if isinstance(option, NumberOption)
    ]


def test_their_order() -> None:
    assert list(GAMES)[:5] == ["parity", "evenodd", "split", "divisor", "sequence"]


@pytest.mark.parametrize("key", ["parity", "evenodd", "divisor"])
def test_lists_go_to_20_unless_players_choose(key: str) -> None:
    assert set_up(key, {}).settings() == {"size": 20}
    assert set_up(key, {"size": 7}).settings() == {"size": 7}


def test_split_is_drawn_unless_players_choose() -> None:
    random = Random(1)
    drawn = {set_up("split", {}, random).settings()["size"] for _ in range(500)}
    assert drawn == set(range(15, 26))
    assert set_up("split", {"size": 99}, random) == Split((99,))
    with pytest.raises(OptionLeftOpen) as refused:
        set_up("split", {})
    assert refused.value.facts() == {"game": "split", "option": "size", "least": 3, "most": 100}


@pytest.mark.parametrize("value", [1, 101, 0, -5, True, 20.0, "20", None, 10**30])
def test_sizes_have_bounds(value: object) -> None:
    with pytest.raises(BadOption) as refused:
        set_up("divisor", {"size": value})
    assert refused.value.facts() == {
        "game": "divisor", "option": "size", "value": value, "least": 2, "most": 100,
    }  # fmt: skip


def test_unknown_games_and_options() -> None:
    with pytest.raises(UnknownGame) as game:
        set_up("chess", {})
    assert game.value.facts() == {"key": "chess", "known": tuple(GAMES)}
    with pytest.raises(UnknownOption) as option:
        set_up("sequence", {"size": 9})
    assert option.value.facts() == {"game": "sequence", "option": "size", "known": ()}


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
