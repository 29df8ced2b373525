"""A duel is rated or not by its set-up, its seating and its number of games."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any, Self

import pytest

from engine import duel as life
from engine.duel import First, Terms
from engine.fairness import Unrated, by_measurement, why_unrated
from engine.games import GAMES, set_up
from engine.games.divisor import Divisor
from engine.games.evenodd import EvenOdd
from engine.games.game import Game
from engine.games.geography import DRAWN
from engine.games.parity import Parity
from engine.games.sequence import Sequence
from engine.games.split import Split
from engine.measure.table import Measured
from engine.starts import draw_start
from tests.engine.countdown import Countdown, Left
from tests.engine.lives import ANA, BO, CLOCK, LASTING, NOW

BY_COIN = Terms(ANA, BO, Divisor(), First.DRAWN, CLOCK)
NO_CHOICE = Unrated.NO_CHOICE
SETUPS = [
    (Divisor(20), None),
    (Divisor(100, first="even"), None),
    (Divisor(2), NO_CHOICE),
    (Divisor(3), NO_CHOICE),
    *((Parity(size), NO_CHOICE) for size in (2, 15, 20, 99, 100)),
    (EvenOdd(20), NO_CHOICE),
    *((Split((number,)), NO_CHOICE) for number in (3, 16, 100)),
    (Sequence(), NO_CHOICE),
    # The tie-break gives nearly every game between equal players to one of them.
    (Sequence(12), Unrated.SEAT),
    # Players chose how the board is before player 1 begins, or what lies on the table.
    (Divisor(40, gone=(7,)), Unrated.UNMEASURED),
    (Divisor(40, opening=(11, 1, 13)), Unrated.UNMEASURED),
    (Split((5, 8, 12)), Unrated.UNMEASURED),
    (Divisor(29, DRAWN, opening=(6, 3)), Unrated.UNMEASURED),
]
PRESETS = [(key, each) for key, kind in GAMES.items() for each in kind.presets]


def offered(terms: Terms) -> Unrated | None:
    return life.offer(terms, now=NOW, lasting=LASTING).terms.unrated


@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize(("game", "why"), SETUPS, ids=repr)
def test_a_set_up_is_rated_if_its_players_decide(
    game: Game[Any], why: Unrated | None, legs: int
) -> None:
    assert why_unrated(replace(BY_COIN, game=game, legs=legs)) is why


@pytest.mark.parametrize(("key", "preset"), PRESETS, ids=str)
def test_all_presets_are_rated_but_for_classic_games_that_are_known_through(
    key: str, preset: Any
) -> None:
    game = draw_start(set_up(key, preset.options, Random(1)), Random(1))
    rated = preset.name != "classic" or key == "divisor"
    assert offered(replace(BY_COIN, game=game)) is (None if rated else NO_CHOICE)


@pytest.mark.parametrize(
    ("decisions", "seat", "why"),
    [
        (2.0, 0.5, None),
        (1.99, 0.0, NO_CHOICE),
        (1.99, 1.0, NO_CHOICE),
        (2.0, 0.51, Unrated.SEAT),
        (20.0, 0.0, None),
    ],
)
def test_two_decisions_and_three_wins_of_four(
    decisions: float, seat: float, why: Unrated | None
) -> None:
    assert by_measurement(Measured(decisions, 20.0, seat)) is why


@pytest.mark.parametrize(
    ("game", "why"),
    [(Countdown(21), None), (Countdown(1), Unrated.FATE), (Countdown(50, "odd"), Unrated.FATE)],
    ids=repr,
)
def test_another_game_is_rated_if_its_winner_is_open(game: Game[Any], why: Unrated | None) -> None:
    """Nothing was measured of a game that comes from a package."""
    assert why_unrated(replace(BY_COIN, game=game)) is why


@dataclass(frozen=True)
class Sealed(Countdown):
    """Another game of a package, whose number the host draws. Before, nobody can look at it."""

    key = "sealed"

    @property
    def draws_start(self) -> bool:
        return True

    @property
    def awaits_start(self) -> bool:
        return self.size == 50

    @property
    def start_options(self) -> frozenset[str]:
        return frozenset(("size",))

    def without_start(self) -> Self:
        return replace(self, size=50)

    def start(self) -> Left:
        assert not self.awaits_start
        return super().start()


@pytest.mark.parametrize("size", [1, 21, 50])
def test_nothing_is_told_of_a_start_that_is_drawn(size: int) -> None:
    """Not even that its winner is decided, and there need not be a start yet."""
    assert why_unrated(replace(BY_COIN, game=Sealed(size))) is None


@pytest.mark.parametrize(
    ("first", "legs", "why"),
    [
        (First.DRAWN, 1, None),
        (First.DRAWN, 2, None),
        (First.CHALLENGER, 1, Unrated.SEATS),
        (First.OPPONENT, 1, Unrated.SEATS),
        (First.CHALLENGER, 2, None),
        (First.OPPONENT, 2, None),
    ],
)
def test_not_one_with_chosen_seats_unless_both_have_both(
    first: First, legs: int, why: Unrated | None
) -> None:
    terms = replace(BY_COIN, first=first, legs=legs)
    assert terms.seats_are_even is (why is None)
    assert why_unrated(terms) is why
    assert offered(terms) is why


@pytest.mark.parametrize("known", Unrated)
def test_what_is_known_before_is_not_asked_again(known: Unrated) -> None:
    for terms in (
        BY_COIN,
        replace(BY_COIN, game=Parity(20)),
        replace(BY_COIN, first=First.OPPONENT),
    ):
        assert offered(replace(terms, unrated=known)) is known


def test_nobody_can_ask_for_a_rating() -> None:
    """An offer is looked at whatever its terms say, and changes nothing else about them."""
    decided = replace(BY_COIN, game=Parity(20), first=First.CHALLENGER)
    found = life.offer(decided, now=NOW, lasting=LASTING).terms
    assert found == replace(decided, unrated=NO_CHOICE)


def test_reasons_are_stored_under_these_names() -> None:
    assert [each.value for each in Unrated] == [
        "casual",
        "bot",
        "fate",
        "too-large",
        "seats",
        "no-choice",
        "seat",
        "unmeasured",
        "often",
        "blocked",
        "earlier",
    ]
