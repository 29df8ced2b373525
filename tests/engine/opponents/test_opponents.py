"""The rule of thumb and look-ahead, by masks and by the games' own moves."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.games.divisor import Divisor
from engine.games.game import Game
from engine.games.parity import Parity
from engine.games.sequence import Sequence
from engine.games.split import Split
from engine.opponents.sight import look_ahead_move, value
from engine.opponents.thumb import thumb_move
from engine.solve import solve
from tests.engine.countdown import Countdown
from tests.engine.good_starts import sure
from tests.engine.puzzles.oracle import known_puzzles, posed

LISTS: list[Game[Any]] = [
    Divisor(12),
    Divisor(30, first="even"),
    Divisor(30, rule="steps"),
    Divisor(60, gone=(5, 10), opening=(7, 14)),
    Parity(12),
    Parity(30, rule="doubles"),
]
OTHERS: list[Game[Any]] = [
    Split((16,)),
    Split((5, 7, 8)),
    Split((9,), keep="both"),
    Sequence(5, sums=3),
    Sequence(5, rows="either", ties="second"),
    Countdown(9, "odd"),
]


def positions(game: Game[Any], games: int) -> Iterator[Any]:
    """All that is met in random play, the ends too."""
    random = Random(1)
    for _ in range(games):
        state = game.start()
        while moves := game.legal(state):
            yield state
            state = game.play(state, random.choice(moves))
        yield state


def test_the_rule_of_thumb_is_led_astray_by_every_puzzle() -> None:
    for puzzle in known_puzzles():
        record = posed(puzzle)
        assert thumb_move(record.game, record.state) == puzzle["thumb"]


@pytest.mark.parametrize("game", LISTS, ids=repr)
def test_masks_say_the_same_as_the_moves_of_a_game(game: Game[Any]) -> None:
    thumb_by_moves = thumb_move.dispatch(object)
    for state in positions(game, 20):
        if game.legal(state):
            assert thumb_move(game, state) == thumb_by_moves(game, state)
        for depth in range(5):
            assert value(game, state, depth) == sure(game, state, depth)


@pytest.mark.parametrize("game", [*LISTS, *OTHERS], ids=repr)
def test_what_is_seen_is_true_and_more_plies_see_no_less(game: Game[Any]) -> None:
    for state in positions(game, 10):
        seen = [value(game, state, depth) for depth in range(4)]
        truth = solve(game, state).value
        assert set(seen) <= {0, truth}
        assert seen == [sure(game, state, depth) for depth in range(4)] or isinstance(
            game, Sequence
        )
        assert [abs(each) for each in seen] == sorted(abs(each) for each in seen)


@pytest.mark.parametrize("game", OTHERS, ids=repr)
def test_a_player_who_sees_to_the_end_sees_everything(game: Game[Any]) -> None:
    for state in positions(game, 3):
        assert value(game, state, 40) == solve(game, state).value


@pytest.mark.parametrize("game", [*LISTS, *OTHERS], ids=repr)
def test_look_ahead_takes_a_win_it_sees_and_shuns_a_loss(game: Game[Any]) -> None:
    random, depth = Random(2), 2
    for state in positions(game, 10):
        legal = game.legal(state)
        if not legal:
            continue
        seen = {move: -value(game, game.play(state, move), depth - 1) for move in legal}
        best = max(seen.values())
        wanted = {move for move in legal if seen[move] == best}
        drawn = {look_ahead_move(game, state, depth, random) for _ in range(20)}
        assert drawn <= wanted


def test_look_ahead_plays_any_move_that_looks_the_same() -> None:
    game, random = Divisor(20), Random(3)
    start = game.start()

    @cache
    def open_(move: int) -> bool:
        return value(game, game.play(start, move), 1) == 0

    drawn = {look_ahead_move(game, start, 2, random) for _ in range(400)}
    assert drawn == set(filter(open_, game.legal(start)))
    assert 0 < len(drawn) < 20
    assert {look_ahead_move(game, start, 0, random) for _ in range(400)} == set(range(1, 21))


def test_the_rule_of_thumb_ends_a_game_only_in_its_own_favour() -> None:
    """A player may complete the other's row, and lose by it."""
    game = Sequence(5, rows="either")
    avoidable = 0
    for state in positions(game, 600):
        legal = game.legal(state)
        if not legal:
            continue
        ends = {move: game.outcome(game.play(state, move)) for move in legal}
        mover = game.to_move(state)
        wins = [move for move, over in ends.items() if over and over.winner is mover]
        losses = {move for move, over in ends.items() if over and over.winner is not mover}
        chosen = thumb_move(game, state)
        if wins:
            assert chosen == wins[0]
        elif losses and losses != set(legal):
            avoidable += 1
            assert chosen not in losses
    assert avoidable
