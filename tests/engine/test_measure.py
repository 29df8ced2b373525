"""Set-ups are measured by playing them: how much the players decide, and how much the seat does."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from engine.fairness import by_measurement
from engine.games import GAMES, preset_of, set_up
from engine.games.divisor import Divisor
from engine.games.evenodd import EvenOdd
from engine.games.game import Game
from engine.games.geography import DRAWN
from engine.games.parity import DOUBLES, Parity
from engine.games.sequence import SECOND, Sequence
from engine.games.split import BOTH, Split
from engine.measure.ladder import against_thumb, ladder
from engine.measure.setups import setups
from engine.measure.table import Measured, has_table, measured, table, written
from engine.measure.tally import LEAST_GAMES, MOST_GAMES, measure, measure_within
from engine.refusal import NoStart
from engine.starts import draw_start
from tests.engine.countdown import Countdown, Left

PRESETS = [(key, each) for key, kind in GAMES.items() for each in kind.presets]
# How far the figures of a set-up may be from those in the table: both come from some hundred games.
DECISIONS, PLIES, SEAT = 0.15, 0.15, 0.35
# A sample that takes a few seconds. Drawn starts, and large tables that stay whole, take long.
QUICK = [game for game in setups() if not game.draws_start and "keep=both" not in game.setup]
SAMPLE = Random(20).sample(QUICK, 25)


def of(game: Game[Any], seed: int = 1) -> Measured:
    return measure(lambda _: game, Random(seed))


class Counted:
    """Begins the same game again and again, and counts how often."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.count = 0

    def __call__(self, _random: Random) -> Game[Any]:
        self.count += 1
        return self.game


class TestFigures:
    def test_where_nobody_decides_anything(self) -> None:
        assert of(Parity(20)) == (0, 20, 1)

    def test_where_the_first_move_decides(self) -> None:
        """Of 3 only 1 and 3 win, and 2 only loses; of 4 and its even start only 4 wins."""
        found = of(Divisor(3))
        assert (found.decisions, found.seat) == (1, 1)
        found = of(Divisor(4, first="even"))
        assert (found.decisions, found.seat) == (1, 1)

    def test_perfect_players_make_a_fifth_of_their_moves_at_random(self) -> None:
        """16 is split by leaving 1 or 2, which ends it, unless one of twelve others is left by
        chance: then there is a decision more."""
        found = of(Split((16,)))
        assert found.seat == 1
        assert found.decisions == pytest.approx(1 / (1 - 0.2 * 12 / 14), abs=0.12)
        # After 3 has been left, there is a ply more without a decision.
        assert found.plies == pytest.approx(found.decisions, abs=0.05)

    def test_equal_players_see_two_plies_and_the_score(self) -> None:
        """One who doesn't look at the pairs loses a third of the games from the better seat."""
        assert of(Sequence()).seat == 1

    def test_a_drawn_start_is_drawn_anew_for_each_game(self) -> None:
        drawn = []

        def begin(random: Random) -> Game[Any]:
            drawn.append(draw_start(Split((), board=DRAWN), random))
            return drawn[-1]

        found = measure(begin, Random(1))
        assert found.seat < 0.3
        assert len(drawn) >= LEAST_GAMES
        assert len({game.start() for game in drawn}) > 50

    def test_where_it_is_close_more_games_are_played(self) -> None:
        clear, close = Counted(Parity(20)), Counted(Divisor(8))
        found = measure(clear, Random(1)), measure(close, Random(1))
        assert list(map(by_measurement, found)) == ["no-choice", "seat"]
        assert clear.count == LEAST_GAMES
        assert close.count == MOST_GAMES


class TestTable:
    def test_it_has_every_set_up_and_no_other(self) -> None:
        assert table().keys() == {game.setup for game in setups()}

    @pytest.mark.parametrize(("key", "preset"), PRESETS, ids=str)
    def test_it_has_every_preset(self, key: str, preset: Any) -> None:
        for seed in range(12):
            game = set_up(key, preset.options, Random(seed))
            assert measured(game)

    def test_a_start_makes_no_difference(self) -> None:
        game = set_up("split", preset_of("split", "ranked").options)
        assert measured(draw_start(game, Random(1))) is measured(game)

    def test_even_odd_is_parity_in_other_words(self) -> None:
        doubles = measured(EvenOdd(50, DRAWN, rule=DOUBLES))
        assert doubles is measured(Parity(50, DRAWN, rule=DOUBLES))
        assert doubles is not measured(EvenOdd(50))
        assert has_table(EvenOdd(50))

    @pytest.mark.parametrize("game", SAMPLE, ids=lambda game: game.setup)
    def test_measuring_again_finds_the_same(self, game: Game[Any]) -> None:
        """Within 15 % or half a decision or ply, and 0.35 of the seat; and it is rated or not for
        the same reason."""
        was, found = measured(game), of(game, seed=2)
        assert was
        assert found.decisions == pytest.approx(was.decisions, DECISIONS, 0.5)
        assert found.plies == pytest.approx(was.plies, PLIES, 0.5)
        assert found.seat == pytest.approx(was.seat, abs=SEAT)
        assert by_measurement(found) is by_measurement(was)

    def test_it_is_written_in_order_and_with_few_digits(self) -> None:
        found = Measured(2.0, 3.14159, 0.5)
        text = written({"parity/size=10": found, "parity/size=9": found, "divisor/size=20": found})
        assert text == (
            "divisor/size=20 2.00 3.1 0.50\nparity/size=9 2.00 3.1 0.50\n"
            "parity/size=10 2.00 3.1 0.50\n"
        )

    def test_it_is_checked_in_as_it_is_written(self) -> None:
        assert list(table()) == [line.split(" ")[0] for line in written(table()).splitlines()]


class Visited(Countdown):
    """Counts the positions that are looked at."""

    visits = 0

    def play(self, state: Left, move: int) -> Left:
        type(self).visits += 1
        return super().play(state, move)


class TestWithinABudget:
    """A game that somebody else has written may be of any size."""

    def test_it_finds_what_is_found_without(self) -> None:
        for game in (Countdown(21), Countdown(20, "odd"), Sequence(5)):
            assert measure_within(game, Random(1), 1_000_000) == of(game)

    def test_a_game_to_find_the_way_in(self) -> None:
        found = measure_within(Countdown(21), Random(1), 1_000_000)
        assert found
        assert by_measurement(found) is None
        assert found.decisions > 3

    def test_a_game_in_which_nothing_matters(self) -> None:
        """By odd steps an even number is always left for the second player."""
        found = measure_within(Countdown(50, "odd"), Random(1), 1_000_000)
        assert found
        assert (found.decisions, found.seat) == (0, 1)

    @pytest.mark.parametrize("budget", [0, 10, 1_000, 10_000])
    def test_it_gives_up_where_the_budget_ends(self, budget: int) -> None:
        Visited.visits = 0
        assert measure_within(Visited(50), Random(1), budget) is None
        # The equal players look at a position once to count it, and once to choose.
        assert Visited.visits <= 2 * budget

    def test_what_it_found_before_the_end_of_its_budget_is_enough(self) -> None:
        """Where it would be measured with more games, the first hundred decide."""
        close = Divisor(8)
        found = measure_within(close, Random(1), 20_000)
        assert found
        assert found != of(close) == measure_within(close, Random(1), 1_000_000)

    def test_a_game_may_say_that_it_is_too_large(self) -> None:
        class Modest(Countdown):
            exact = False

        assert measure_within(Modest(21), Random(1), 1_000_000) is None

    def test_a_game_without_a_start(self) -> None:
        game = Parity(20, DRAWN)
        with pytest.raises(NoStart):
            draw_start(game, Random(1))
        assert measure_within(game, Random(1), 1_000_000) is None


def begin(game: Game[Any]) -> Callable[[Random], Game[Any]]:
    return partial(draw_start, game)


class TestLadder:
    def test_nobody_is_better_where_nothing_matters(self) -> None:
        assert ladder(begin(Parity(8)), Random(1), 20) == (0.5,) * 5
        assert against_thumb(begin(Parity(8)), Random(1), 20) == 0.5

    def test_who_sees_more_wins_more(self) -> None:
        steps = ladder(begin(Parity(50, DRAWN, rule=DOUBLES)), Random(1), 60)
        assert len(steps) == 5
        assert min(steps) > 0.5
        assert steps[-1] > 0.9

    def test_a_player_who_sees_one_ply_counts_the_pairs(self) -> None:
        first, *_ = ladder(begin(Sequence(sums=3, ties=SECOND)), Random(1), 100)
        assert first > 0.75

    def test_perfect_play_beats_the_rule_of_thumb(self) -> None:
        assert against_thumb(begin(Split((), BOTH, DRAWN)), Random(1), 40) > 0.9
