"""Attempts at puzzles: one decision after another."""

from random import Random

import pytest

from engine.puzzles import attempt as module
from engine.puzzles.attempt import MOST_DECISIONS, Attempt, read_attempt, squares_in
from engine.puzzles.drawing import draw_puzzle
from engine.puzzles.puzzle import Puzzle, read_puzzle
from engine.puzzles.setups import draw_setup
from engine.refusal import (
    IllegalRecord,
    MoveRefused,
    StaleDecision,
    TooLarge,
    UnreadableRecord,
    Unrelated,
)
from engine.solve import solve

GAMES = ["divisor", "split", "sequence"]


def drawn() -> list[Puzzle]:
    random = Random(5)
    found = [draw_puzzle(random, draw_setup(random, key)) for key in GAMES * 5]
    return [each for each in found if each]


PUZZLES = drawn()


def wrong_move(attempt: Attempt) -> int:
    record = attempt.record
    winning = solve(record.game, record.state).winning
    return next(move for move in record.legal if move not in winning)


def right_move(attempt: Attempt) -> int:
    return solve(attempt.record.game, attempt.record.state).winning[-1]


def played(puzzle: Puzzle, squares: str) -> Attempt:
    """An attempt with right and wrong decisions, as far as there are any to make."""
    attempt = Attempt(puzzle)
    for nth, right in enumerate(squares):
        if not attempt.over:
            move = right_move(attempt) if right == "r" else wrong_move(attempt)
            attempt = attempt.decide(nth, move)
    return attempt


@pytest.mark.parametrize("squares", ["rrrr", "wwww", "rwrw", "wrrr"])
def test_each_decision_is_a_square(squares: str) -> None:
    lengths = set()
    for puzzle in PUZZLES:
        attempt = played(puzzle, squares)
        assert attempt.over
        found = "".join("r" if right else "w" for right in attempt.squares)
        assert found == squares[: len(found)]
        assert attempt.solved is (squares[0] == "r")
        lengths.add(len(found))
    # Some puzzles end early, and others have more decisions than are asked for.
    assert MOST_DECISIONS in lengths
    assert len(lengths) > 1
    assert min(lengths) > 0


def test_the_player_stays_on_the_winning_side() -> None:
    """Also after wrong decisions: the right move is made instead."""
    ends = 0
    for puzzle in PUZZLES:
        attempt = played(puzzle, "wrwr")
        mine, outcome = puzzle.record.to_move, attempt.record.outcome
        if outcome:
            ends += 1
            assert outcome.winner is mine
        else:
            assert len(attempt.decisions) == MOST_DECISIONS
            assert attempt.record.to_move is not mine
            assert not solve(attempt.record.game, attempt.record.state).winning
    assert ends


def test_every_decision_has_right_and_wrong_moves() -> None:
    """The moves between decisions are made for the player, as nothing depends on them."""
    long_ones = 0
    for puzzle in PUZZLES:
        attempt = Attempt(puzzle)
        while not attempt.over:
            record = attempt.record
            assert record.to_move is puzzle.record.to_move
            assert 0 < len(solve(record.game, record.state).winning) < len(record.legal)
            attempt = attempt.decide(len(attempt.decisions), right_move(attempt))
            long_ones += len(attempt.decisions[-1].moves) > 2
    assert long_ones


def test_any_winning_move_is_right_and_is_the_one_that_is_made() -> None:
    several = [each for each in PUZZLES if len(each.winning) > 1]
    assert several
    for puzzle in several:
        for move in puzzle.winning:
            (decision,) = Attempt(puzzle).decide(0, move).decisions
            assert decision.right
            assert decision.moves[0] == decision.chosen == move


def test_the_same_decisions_lead_to_the_same_attempt() -> None:
    for puzzle in PUZZLES:
        assert played(puzzle, "rwrr") == played(puzzle, "rwrr")


@pytest.mark.parametrize("nth", [0, 2, -1])
def test_a_decision_for_another_position_is_refused(nth: int) -> None:
    attempt = played(long_puzzle(), "r")
    with pytest.raises(StaleDecision) as refused:
        attempt.decide(nth, right_move(attempt))
    assert refused.value.facts() == {"shown": nth, "current": 1}


def test_nothing_follows_the_last_decision() -> None:
    for puzzle in PUZZLES:
        attempt = played(puzzle, "rrrr")
        with pytest.raises(StaleDecision):
            attempt.decide(len(attempt.decisions), 1)


def test_an_illegal_move_is_no_decision() -> None:
    puzzle = divisor_puzzle()
    with pytest.raises(Unrelated):
        Attempt(puzzle).decide(0, 29)


def test_where_perfect_play_takes_too_long_the_attempt_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_large(*_: object) -> None:
        raise TooLarge("divisor", 1)

    monkeypatch.setattr(module, "best_move", too_large)
    puzzle = divisor_puzzle()
    attempt = Attempt(puzzle).decide(0, puzzle.winning[0])
    assert attempt.over
    assert attempt.squares == (True,)


@pytest.mark.parametrize("squares", ["", "r", "w", "rwrw", "wwww"])
def test_an_attempt_is_read_as_it_was_written(squares: str) -> None:
    for puzzle in PUZZLES:
        attempt = played(puzzle, squares)
        assert read_attempt(puzzle, attempt.text, over=attempt.over) == attempt
        assert squares_in(attempt.text) == attempt.squares


def test_what_we_have_not_written_is_not_read() -> None:
    puzzle = divisor_puzzle()
    text = played(puzzle, "rr").text
    first = text.split("/")[0]
    for odd in (f"{text}/", f"/{text}", f"0{text}", text.replace("=", "-"), "x", f"{first}/9=9=9"):
        with pytest.raises((MoveRefused, UnreadableRecord, IllegalRecord)):
            read_attempt(puzzle, odd, over=False)
    with pytest.raises(MoveRefused):
        read_attempt(puzzle, f"{first}/{first}", over=False)


def divisor_puzzle() -> Puzzle:
    puzzle = read_puzzle("1/divisor/size=30,gone=6.7.12.17.30,opening=18/")
    assert puzzle
    return puzzle


def long_puzzle() -> Puzzle:
    return next(each for each in PUZZLES if len(played(each, "rrrr").decisions) == MOST_DECISIONS)
