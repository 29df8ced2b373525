"""Puzzles that are drawn, and puzzles of duels that were played."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.games.divisor import Divisor
from engine.games.game import Game
from engine.games.geography import Chain
from engine.games.notation import MOST_MOVES
from engine.games.parity import Parity
from engine.games.sequence import Sequence
from engine.games.split import Split
from engine.puzzles import mining
from engine.puzzles.drawing import draw_puzzle, noisy_game
from engine.puzzles.mining import puzzles_in
from engine.puzzles.puzzle import Puzzle, puzzle_at, read_puzzle
from engine.puzzles.setups import draw_setup
from engine.record import Record
from engine.refusal import UnknownGame
from tests.engine.countdown import Countdown, Left
from tests.engine.random_play import line, start_any

SETUPS: list[Game[Any]] = [
    Divisor(30, board="drawn"),
    Divisor(60, board="drawn"),
    Divisor(40, board="drawn", rule="steps"),
    Split((), board="drawn"),
    Split((20,), keep="both"),
    Sequence(sums=3, ties="second"),
    Sequence(rows="either", ties="second"),
]


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_a_drawn_puzzle_is_the_one_that_its_text_has(setup: Game[Any]) -> None:
    random = Random(1)
    for _ in range(5):
        puzzle = draw_puzzle(random, setup)
        assert puzzle
        assert puzzle == read_puzzle(puzzle.text)
        assert puzzle.game.key == setup.key


@pytest.mark.parametrize("setup", SETUPS, ids=repr)
def test_the_same_chance_draws_the_same_puzzle(setup: Game[Any]) -> None:
    assert draw_puzzle(Random(5), setup) == draw_puzzle(Random(5), setup)


@pytest.mark.parametrize("hardness", range(3, 8))
def test_a_puzzle_is_as_hard_as_wanted(hardness: int) -> None:
    random = Random(2)
    for _ in range(3):
        setup, wanted = Divisor(30, board="drawn"), range(hardness, hardness + 1)
        puzzle = draw_puzzle(random, setup, wanted, tries=2_000)
        assert puzzle
        assert puzzle.hardness == hardness


def test_puzzles_of_lists_are_practically_never_the_same() -> None:
    random = Random(3)
    puzzles = [draw_puzzle(random, Divisor(30, board="drawn")) for _ in range(150)]
    boards = {board_of(each) for each in puzzles if each}
    assert len(boards) >= 148


def board_of(puzzle: Puzzle) -> tuple[str, Chain]:
    """The position, whatever the way there was."""
    state: Chain = puzzle.record.state
    return puzzle.game.setup, state


def test_puzzles_come_from_all_parts_of_a_game() -> None:
    random = Random(4)
    puzzles = [draw_puzzle(random, Divisor(40, board="drawn")) for _ in range(100)]
    plies = {each.record.ply for each in puzzles if each}
    assert {0, 1, 2, 3, 4, 5, 6} <= plies


def test_a_start_that_is_always_the_same_is_not_drawn() -> None:
    """Tangle begins with a puzzle, which everybody would soon know."""
    tangle = Sequence(rows="either", ties="second")
    assert puzzle_at(Record.start(tangle))
    random = Random(5)
    assert all(
        puzzle.record.ply for _ in range(30) if (puzzle := draw_puzzle(random, tangle)) is not None
    )


def test_a_puzzle_with_numbers_on_a_table_starts_with_them() -> None:
    """The same numbers always have the same text: ones and twos don't matter, nor who moves."""
    random, tables = Random(6), set[tuple[int, ...]]()
    for _ in range(30):
        puzzle = draw_puzzle(random, Split((), board="drawn"))
        assert puzzle
        assert puzzle.record.ply == 0
        assert puzzle.text == f"1/split/numbers={'.'.join(map(str, puzzle.record.state.numbers))}/"
        assert min(puzzle.record.state.numbers) > 2
        tables.add(puzzle.record.state.numbers)
    assert len(tables) > 10


class Modest(Countdown):
    exact = False


class Drawn(Countdown):
    """A game that draws its starts, without a way to."""

    draws_start = True


class Endless(Countdown):
    def play(self, state: Left, _move: int) -> Left:
        return Left(state.number, state.ply + 1)


NONE: list[Game[Any]] = [
    Parity(20),
    Parity(20, board="drawn"),
    Divisor(2, board="drawn"),
    Split((9,)),
    Countdown(21),
    Modest(21),
    Drawn(21),
]


@pytest.mark.parametrize("setup", NONE, ids=repr)
def test_some_games_have_no_puzzles(setup: Game[Any]) -> None:
    assert draw_puzzle(Random(1), setup, tries=20) is None


class Resigned:
    """Players who never win."""

    def winning(self, _game: Game[Any], _state: Any) -> tuple[int, ...]:
        return ()

    def equal(self, game: Game[Any], state: Any, _random: Random) -> int:
        return game.legal(state)[0]


def test_no_more_moves_are_made_than_a_record_has() -> None:
    game = noisy_game(Random(1), Endless(21), Resigned())
    assert len([*islice(game, MOST_MOVES + 5)]) == MOST_MOVES


def test_no_more_games_are_played_than_tries() -> None:
    setup = Divisor(30, board="drawn")
    assert draw_puzzle(Random(1), setup, tries=0) is None
    drawn = [draw_puzzle(Random(nth), setup, tries=1) for nth in range(100)]
    assert 0 < sum(each is None for each in drawn) < 100


@pytest.mark.parametrize("key", ["divisor", "split", "sequence", "parity", "evenodd"])
def test_each_game_has_set_ups_to_draw_from(key: str) -> None:
    random = Random(7)
    setups = [draw_setup(random, key) for _ in range(50)]
    assert {each.key for each in setups} == {key}
    # The others have one that is no classic.
    assert len(set(setups)) > 1 or key in ("evenodd", "parity")
    assert all(each.variant != "classic" for each in setups)


def test_a_game_that_nobody_knows_has_no_set_up() -> None:
    with pytest.raises(UnknownGame):
        draw_setup(Random(1), "chess")


def test_the_puzzles_of_a_duel() -> None:
    """The positions that are puzzles."""
    random, found = Random(8), 0
    for setup in SETUPS * 15:
        game = start_any(setup, random)
        *_, (moves, _) = line(game, random)
        record = Record.replay(game, map(game.text, moves))
        met = list(puzzles_in(record))
        before = [record.back_to(ply) for ply in range(record.ply)]
        assert met == [puzzle for each in before if (puzzle := puzzle_at(each))]
        found += len(met)
    assert found


def test_a_duel_in_a_game_that_is_too_large_has_no_puzzles() -> None:
    class Immodest(Split):
        exact = False

    texts = ["4:1", "3:1", "3:1"]
    assert list(puzzles_in(Record.replay(Split((3, 3, 4)), texts)))
    assert not list(puzzles_in(Record.replay(Immodest((3, 3, 4)), texts)))


def test_a_long_duel_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record.replay(Split((3, 3, 4)), ["4:1", "3:1", "3:1"])
    monkeypatch.setattr(mining, "LONGEST", record.ply)
    assert list(puzzles_in(record))
    monkeypatch.setattr(mining, "LONGEST", record.ply - 1)
    assert not list(puzzles_in(record))
