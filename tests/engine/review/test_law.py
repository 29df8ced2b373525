"""Laws that hold for every review, whoever plays."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from engine.games import GAMES, set_up
from engine.games.game import Game
from engine.record import Record
from engine.review import BLUNDER_DEPTH, SLIP_DEPTH, Review, review
from engine.starts import draw_start
from tests.engine.review.played import SMALL, any_played, played

PRESETS = [(key, preset.name) for key, kind in GAMES.items() for preset in kind.presets]
OF_A_PRESET = 10
WITH_ANY_OPTIONS = 100


def obeys_the_law(record: Record) -> Review:
    """The two make mistakes in turns, and the loser makes as many as the winner or one more: one
    more if the loser stood to win at the start."""
    found = review(record)
    over = record.outcome
    assert over
    seats = [ply.seat for ply in found.mistakes]
    assert all(one is not other for one, other in pairwise(seats))
    made, loser = Counter(seats), over.winner.other
    assert made[loser] - made[over.winner] == (found.favourites[0] is loser)
    assert found.favourites[-1] is over.winner
    # The win changes hands with mistakes only, and never after the turning point.
    changes = [one is not other for one, other in pairwise(found.favourites)]
    assert changes == [ply.is_mistake for ply in found.plies]
    turned = found.turning_point.nth if found.turning_point else 0
    assert {*found.favourites[turned:]} == {over.winner}
    for seat in (over.winner, loser):
        accuracy = found.accuracy(seat)
        assert accuracy is None or 0 <= accuracy <= 1
    return found


def with_preset(key: str, name: str, random: Random) -> Record:
    options = next(each.options for each in GAMES[key].presets if each.name == name)
    return played(draw_start(set_up(key, options, random), random), random)


@pytest.mark.parametrize(("key", "name"), PRESETS)
def test_a_game_of_a_preset(key: str, name: str) -> None:
    random = Random(f"{key} {name}")
    for _ in range(OF_A_PRESET):
        obeys_the_law(with_preset(key, name, random))


def test_a_game_with_any_options() -> None:
    random = Random(1)
    found = [obeys_the_law(any_played(random)) for _ in range(WITH_ANY_OPTIONS)]
    kinds = Counter(str(ply.judgement) for each in found for ply in each.plies)
    assert len(kinds) == 8, "all judgements are met"


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_a_small_game(game: Game[Any]) -> None:
    random = Random(2)
    for _ in range(10):
        obeys_the_law(played(game, random))


@pytest.mark.long
def test_two_thousand_games_with_any_options() -> None:
    random = Random(3)
    for _ in range(2000):
        obeys_the_law(any_played(random))


@pytest.mark.long
@pytest.mark.parametrize(("key", "name"), PRESETS)
def test_a_hundred_games_of_a_preset(key: str, name: str) -> None:
    random = Random(f"a hundred {key} {name}")
    for _ in range(100):
        obeys_the_law(with_preset(key, name, random))


def test_a_game_that_is_broken_off_is_judged_as_far_as_it_went() -> None:
    random = Random(4)
    for _ in range(40):
        record = any_played(random)
        ply = random.randint(0, record.ply)
        whole, part = review(record), review(record.back_to(ply))
        assert part.plies == whole.plies[:ply]
        assert part.favourites == whole.favourites[: ply + 1]


# Who wins and what is seen, by nothing but the moves of a game.


def is_won(game: Game[Any], state: Any) -> bool:
    """Whether the player to move wins."""
    mover = game.to_move(state)
    if over := game.outcome(state):
        return over.winner is mover
    return any(wins(game, state, move) for move in game.legal(state))


def wins(game: Game[Any], state: Any, move: int) -> bool:
    after = game.play(state, move)
    return is_won(game, after) == (game.to_move(after) is game.to_move(state))


def seen(game: Game[Any], state: Any, depth: int) -> int:
    """1 if the player to move sees a win within so many plies, -1 if a loss, else 0."""
    mover = game.to_move(state)
    if over := game.outcome(state):
        return 1 if over.winner is mover else -1
    if not depth:
        return 0
    after = [game.play(state, move) for move in game.legal(state)]
    return max(
        seen(game, each, depth - 1) * (1 if game.to_move(each) is mover else -1) for each in after
    )


def kind(game: Game[Any], after: Any) -> str:
    """The kind of a mistake that leads to this state."""
    depth = next((each for each in range(1, 7) if seen(game, after, each - 1)), 7)
    return "blunder" if depth <= 2 else "slip" if depth <= 4 else "deep"


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_every_verdict_is_that_of_brute_force(game: Game[Any]) -> None:
    random = Random(5)
    for _ in range(6):
        record = played(game, random)
        state = game.start()
        for ply in review(record).plies:
            legal = game.legal(state)
            winning = tuple(move for move in legal if wins(game, state, move))
            assert (ply.legal, ply.winning, ply.seat) == (legal, winning, game.to_move(state))
            after = game.play(state, ply.move)
            if len(legal) == 1:
                wanted = "forced"
            elif len(winning) in (0, len(legal)):
                wanted = "safe" if winning else "lost"
            elif ply.move in winning:
                wanted = "only" if len(winning) == 1 else "good"
            else:
                wanted = kind(game, after)
            assert ply.judgement == wanted
            state = after


def test_the_kinds_divide_where_the_design_has_it() -> None:
    assert (BLUNDER_DEPTH, SLIP_DEPTH) == (2, 4)
