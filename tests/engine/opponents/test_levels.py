"""The levels: what none of them misses, where they are to be had, and how many positions they
look at."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from engine.games import GAMES, preset_of, set_up
from engine.games.divisor import Divisor
from engine.games.game import Game
from engine.games.geography import DRAWN
from engine.games.parity import DOUBLES, Parity
from engine.games.sequence import EITHER, SECOND, Sequence
from engine.games.split import BOTH, LARGER, Split
from engine.measure.fitting import fit, presets
from engine.measure.ladder import points
from engine.measure.players import contest, plays_at
from engine.opponents.fitted import FITTED
from engine.opponents.levels import (
    FALLIBLE,
    Level,
    levels_of,
    reply,
    strength_of,
)
from engine.opponents.strength import POSITIONS, Strength, move_of
from engine.opponents.strength_table import strengths_of, table, written
from engine.outcome import Seat
from engine.solve import solve
from engine.starts import draw_start
from tests.engine.countdown import Countdown, Left
from tests.engine.opponents.plain_sight import seen

WITH_LEVELS = {
    "divisor classic",
    "divisor ranked",
    "divisor juniper",
    "divisor steps",
    "parity ranked",
    "evenodd ranked",
    "split ranked",
    "split grundy",
    "sequence ranked",
    "sequence tangle",
}
ON_LISTS = sorted(each for each in WITH_LEVELS if each[0] != "s")
PRESETS = {
    f"{key} {each.name}": (key, each.name) for key, kind in GAMES.items() for each in kind.presets
}


def preset(name: str, seed: int = 1) -> Game[Any]:
    """A preset, whose start may have to be drawn yet."""
    key, variant = PRESETS[name]
    return set_up(key, preset_of(key, variant).options, Random(seed))


def begun(name: str, seed: int) -> Game[Any]:
    return draw_start(preset(name, seed), Random(seed))


class Fixed(Random):
    """Chance that draws moves as usual, and for which every probability comes true or none does."""

    def __init__(self, seed: int, share: float) -> None:
        super().__init__(seed)
        self.share = share

    def random(self) -> float:
        return self.share


def positions(name: str, games: int) -> Iterator[tuple[Game[Any], Any]]:
    """Positions with several moves that are met in random play, most of them late in a game, where
    there is an end to be seen."""
    for seed in range(games):
        game, random = begun(name, seed), Random(seed)
        states = []
        state = game.start()
        while moves := game.legal(state):
            if len(moves) > 1:
                states.append(state)
            state = game.play(state, random.choice(moves))
        yield from ((game, each) for each in states[-6:])


class TestSight:
    @pytest.mark.parametrize("share", [0.0, 0.9999])
    @pytest.mark.parametrize("name", sorted(WITH_LEVELS))
    def test_no_level_misses_a_win_it_sees_or_takes_a_loss_it_sees(
        self, name: str, share: float
    ) -> None:
        told = 0
        for game, state in positions(name, 8):
            looks: dict[int, dict[int, int]] = {}
            for level in FALLIBLE:
                strength = strength_of(game, level)
                plies = strength.depth - (share < strength.slip)
                if not plies:
                    continue
                if plies not in looks:
                    looks[plies] = {
                        move: seen(game, state, move, plies) for move in game.legal(state)
                    }
                best = max(looks[plies].values())
                told += best != 0
                move = reply(game, state, level, Fixed(1, share))
                assert looks[plies][move] == best, (level, state)
        # Pairs tell more than the end, which comes after the last choice.
        assert told or name == "sequence ranked"

    @pytest.mark.parametrize("name", ON_LISTS)
    def test_perfect_sets_no_trap_that_it_is_seen_to_fall_into(self, name: str) -> None:
        lost = 0
        for game, state in positions(name, 6):
            if solve(game, state).winning:
                continue
            looks = {move: seen(game, state, move, 2) for move in game.legal(state)}
            if -1 in looks.values() and 0 in looks.values():
                lost += 1
                assert looks[reply(game, state, Level.PERFECT, Random(1))] == 0
        assert lost

    def test_where_all_is_lost_it_loses_as_late_as_it_sees(self) -> None:
        met = 0
        for game, state in positions("divisor classic", 60):
            late = {move for move in game.legal(state) if not seen(game, state, move, 2)}
            lost = all(seen(game, state, move, 4) == -1 for move in game.legal(state))
            if lost and 0 < len(late) < len(game.legal(state)):
                met += 1
                drawn = {move_of(game, state, Strength(4), Random(seed)) for seed in range(9)}
                assert drawn <= late
        assert met


class TestStrength:
    def test_insight_finds_the_winning_moves(self) -> None:
        for game, state in positions("parity ranked", 10):
            if winning := solve(game, state).winning:
                assert move_of(game, state, Strength(1, insight=1), Random(1)) in winning

    def test_care_leaves_few_replies(self) -> None:
        game = Divisor(30)
        drawn = {move_of(game, game.start(), Strength(2, care=1), Random(n)) for n in range(60)}
        assert drawn == {17, 19, 23, 29}  # only 1 can follow

    def test_a_slip_sees_a_ply_less(self) -> None:
        game = Countdown(5)
        for slip, played in ((0, {1}), (1, {1, 2, 3})):
            strength = Strength(2, slip=slip)
            drawn = {move_of(game, game.start(), strength, Random(seed)) for seed in range(40)}
            assert drawn == played


class Sprawling(Countdown):
    """Countdown, in which all that was played makes another position. It counts its moves."""

    visits = 0

    def play(self, state: Left, move: int) -> Left:
        type(self).visits += 1
        assert self.visits <= POSITIONS + 1  # the move itself, too
        number, _ = super().play(state, move)
        return Left(number, state.ply * 8 + move * 2 + 1 - state.ply % 2)


class Modest(Sprawling):
    """It says of itself that it is too large."""

    exact = False


class Crowded(Split):
    """Split, which counts its moves."""

    visits = 0

    def play(self, state: Any, move: int) -> Any:
        type(self).visits += 1
        assert self.visits <= POSITIONS + 1  # the move itself, too
        return super().play(state, move)


class Looked(tuple[int, ...]):
    """The numbers that may follow each number. It counts how often they are looked up."""

    looks = 0

    def __getitem__(self, last: Any) -> Any:
        Looked.looks += 1
        return super().__getitem__(last)


class TestBudget:
    @pytest.mark.parametrize("level", Level)
    @pytest.mark.parametrize("game", [Sprawling(50), Sprawling(12), Modest(50)], ids=repr)
    def test_a_package_has_a_game_of_any_size(self, game: Sprawling, level: Level) -> None:
        state, random = game.start(), Random(1)
        while game.legal(state):
            type(game).visits = 0
            move = reply(game, state, level, random)
            state = game.play(state, move)

    @pytest.mark.parametrize("level", Level)
    def test_split_with_many_numbers(self, level: Level) -> None:
        for keep in ("one", BOTH, LARGER):
            game = Crowded((98, 99, 100, 40, 50), keep)
            state = game.start()
            for _ in range(8):
                Crowded.visits = 0
                move = reply(game, state, level, Random(1))
                state = game.play(state, move)

    @pytest.mark.parametrize("name", ON_LISTS)
    def test_lists(self, name: str) -> None:
        """A number that is looked at is looked up twice at most. Winning moves don't come from
        looking ahead."""
        game: Any = begun(name, 1)
        object.__setattr__(game, "reach", Looked(game.reach))
        state, random = game.start(), Random(1)
        while game.legal(state):
            for level in FALLIBLE:
                Looked.looks = 0
                move_of(game, state, replace(strength_of(game, level), insight=0), random)
                assert Looked.looks <= 2 * POSITIONS
            state = game.play(state, random.choice(game.legal(state)))


class TestChoice:
    @pytest.mark.parametrize("name", sorted(PRESETS))
    def test_presets_have_all_levels_or_none(self, name: str) -> None:
        assert levels_of(preset(name)) == (tuple(Level) if name in WITH_LEVELS else ())
        if name in WITH_LEVELS:
            assert levels_of(begun(name, 1)) == tuple(Level)

    def test_where_the_seat_decides_there_is_still_something_to_be_better_at(self) -> None:
        assert levels_of(Sequence(13, 3)) == tuple(Level)

    def test_exact_answers_about_many_numbers_in_either_row_take_too_long(self) -> None:
        game = Sequence(13, 3, SECOND, EITHER)
        assert levels_of(game) == FALLIBLE
        contest(game, plays_at(Level.PERFECT), plays_at(Level.EXPERT), Random(1))

    def test_a_game_of_a_package(self) -> None:
        assert levels_of(Countdown(21)) == tuple(Level)
        assert levels_of(Sprawling(50)) == levels_of(Modest(21)) == FALLIBLE
        assert levels_of(Countdown(50, "odd")) == ()  # an even number stays the second player's

    def test_numbers_that_nobody_has_measured(self) -> None:
        assert levels_of(Split((16, 17, 18))) == tuple(Level)


class TestTable:
    def test_it_has_every_preset_with_levels(self) -> None:
        assert set(table()) == {game.setup for game in presets()}
        assert len(table()) == len(WITH_LEVELS)

    def test_it_is_checked_in_as_it_is_written(self) -> None:
        assert written(table()) == FITTED

    @pytest.mark.parametrize(
        ("game", "setup"),
        [
            (Divisor(100, DRAWN), "divisor/size=100,first=even"),
            (Divisor(37), "divisor/size=40,board=drawn"),
            (Divisor(20, DRAWN), "divisor/size=20"),
            (Divisor(20, rule="steps"), "divisor/size=30,board=drawn,rule=steps"),
            (Parity(45, rule=DOUBLES), "parity/size=50,board=drawn,rule=doubles"),
            (
                set_up("evenodd", {"size": 31, "rule": DOUBLES}),
                "parity/size=30,board=drawn,rule=doubles",
            ),
            (Split((8, 9), LARGER), "split/board=drawn"),
            (Split((50,), BOTH), "split/keep=both,board=drawn"),
            (Sequence(11, 3), "sequence/sums=3,ties=second"),
            (Sequence(11, rows=EITHER), "sequence/ties=second,rows=either"),
        ],
        ids=str,
    )
    def test_other_set_ups_are_played_as_the_nearest(self, game: Game[Any], setup: str) -> None:
        assert strengths_of(game) == table()[setup]


class TestPerfect:
    @pytest.mark.parametrize("name", sorted(WITH_LEVELS))
    def test_it_never_loses_a_won_position(self, name: str) -> None:
        won = 0
        for seed in range(12):
            game, random = begun(name, seed), Random(seed)
            for level in FALLIBLE:
                for seat in Seat:
                    won += self.wins_from(game, level, seat, random)
        assert won > 12

    def wins_from(self, game: Game[Any], level: Level, seat: Seat, random: Random) -> bool:
        """Whether it wins, as it must from the first position on in which it can."""
        state, is_won = game.start(), False
        while (over := game.outcome(state)) is None:
            if game.to_move(state) is seat:
                can_win = solve(game, state).value == 1
                assert can_win or not is_won
                is_won = can_win
            mover = Level.PERFECT if game.to_move(state) is seat else level
            state = game.play(state, reply(game, state, mover, random))
        assert over.winner is seat or not is_won
        return is_won


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(WITH_LEVELS))
def test_each_level_is_a_step_above_the_one_below(name: str) -> None:
    game, random = preset(name), Random(7)
    for down, up in pairwise(Level):
        share = points(lambda r: draw_start(game, r), plays_at(up), plays_at(down), random, 600)
        # Perfect play beats the expert, by however much.
        least, most = (0.54, 1.0) if up is Level.PERFECT else (0.58, 0.8)
        assert least <= share <= most, (up, share)


@pytest.mark.long
def test_fitting_again_finds_the_same() -> None:
    for game in presets():
        if game.setup in ("divisor/size=20", "split/board=drawn"):
            assert fit(game) == table()[game.setup]
