"""Answers to puzzles, and how they go on."""

from random import Random

import pytest

from engine.games.divisor import Divisor
from engine.outcome import Seat
from engine.puzzles.answer import played_out, solution_line, solves
from engine.puzzles.drawing import draw_puzzle
from engine.puzzles.puzzle import Puzzle, read_puzzle
from engine.puzzles.setups import draw_setup
from engine.refusal import AlreadyGone, Unrelated
from engine.solve import solve


def drawn() -> list[Puzzle]:
    random = Random(1)
    keys = ["divisor", "split", "sequence"] * 4
    found = [draw_puzzle(random, draw_setup(random, key)) for key in keys]
    return [each for each in found if each]


def test_every_winning_move_is_an_answer_and_no_other() -> None:
    for puzzle in drawn():
        right = [move for move in puzzle.record.legal if solves(puzzle, move)]
        assert right == [*solve(puzzle.game, puzzle.record.state).winning]
        assert not solves(puzzle, puzzle.tempting)


def test_a_move_that_is_not_legal_is_refused() -> None:
    puzzle = draw_puzzle(Random(2), Divisor(40, board="drawn"))
    assert puzzle
    assert isinstance(puzzle.game, Divisor)
    for move, refusal in ((puzzle.game.gone[0], AlreadyGone), (29, Unrelated)):
        assert move not in puzzle.record.legal
        with pytest.raises(refusal):
            solves(puzzle, move)
        with pytest.raises(refusal):
            played_out(puzzle, move)


def test_a_right_move_wins_and_a_wrong_one_is_refuted() -> None:
    ended = 0
    for puzzle in drawn():
        mover = puzzle.record.to_move
        for move in puzzle.record.legal:
            moves = played_out(puzzle, move)
            assert moves[0] == move
            winner = mover if solves(puzzle, move) else mover.other
            record = puzzle.record.play(move)
            for each in moves[1:]:
                if record.to_move is winner:
                    assert each in solve(record.game, record.state).winning
                record = record.play(each)
            assert len(moves) <= 8
            if record.outcome:
                ended += 1
                assert record.outcome.winner is winner
            else:
                assert len(moves) == 8
    assert ended


def test_the_solution_is_the_lowest_winning_move_played_out() -> None:
    puzzle = read_puzzle("1/split/numbers=3.5.6/")
    assert puzzle
    assert puzzle.winning == (5001, 5002, 6004)
    assert puzzle.record.to_move is Seat.FIRST
    assert solution_line(puzzle) == played_out(puzzle, 5001)
    assert solution_line(puzzle, most=2) == solution_line(puzzle)[:2]
