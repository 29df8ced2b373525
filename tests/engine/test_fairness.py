"""A duel is rated or not by its game, its seating and its number of games."""

from dataclasses import replace
from typing import Any

import pytest

from engine import duel as life
from engine.duel import First, Terms
from engine.fairness import Unrated, why_unrated
from engine.games import GAMES
from engine.games.divisor import Divisor
from engine.games.game import Game
from engine.games.options import NumberOption
from engine.games.parity import Parity
from engine.games.split import Split
from tests.engine.lives import ANA, BO, CLOCK, LASTING, NOW

DRAWN = Terms(ANA, BO, Divisor(), First.DRAWN, CLOCK)
EVEN = set(range(2, 101, 2))
# The sizes at which nothing that anybody does changes the winner, of games whose only option is
# their size.
FATED: dict[str, set[int]] = {
    "parity": EVEN,
    "evenodd": EVEN,
    "split": {3},
    "divisor": {2},
    "sequence": set(),
}


def boards(key: str) -> dict[int, Game[Any]]:
    """The game at every option that may be chosen."""
    kind = GAMES[key]
    if not kind.options():
        return {0: kind()}
    (size,) = kind.options()
    assert isinstance(size, NumberOption)
    return {n: kind(**{size.key: n}) for n in range(size.least, size.most + 1)}


def offered(terms: Terms) -> Unrated | None:
    return life.offer(terms, now=NOW, lasting=LASTING).terms.unrated


@pytest.mark.parametrize("key", FATED)
def test_a_duel_that_nobody_can_influence_is_not_rated(key: str) -> None:
    found = {n: why_unrated(replace(DRAWN, game=game)) for n, game in boards(key).items()}
    assert {n for n, why in found.items() if why is Unrated.FATE} == FATED[key]
    assert {why for n, why in found.items() if n not in FATED[key]} <= {None}
    assert len(found) > len(FATED[key])


@pytest.mark.parametrize("legs", [1, 2])
def test_nor_in_two_legs(legs: int) -> None:
    for game in (Parity(20), Split((3,)), Divisor(2)):
        for first in First:
            terms = replace(DRAWN, game=game, first=first, legs=legs)
            assert why_unrated(terms) is Unrated.FATE


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
def test_nor_one_with_chosen_seats_unless_both_have_both(
    first: First, legs: int, why: Unrated | None
) -> None:
    terms = replace(DRAWN, first=first, legs=legs)
    assert terms.seats_are_even is (why is None)
    assert why_unrated(terms) is why
    assert offered(terms) is why


@pytest.mark.parametrize("known", Unrated)
def test_what_is_known_before_is_not_asked_again(known: Unrated) -> None:
    for terms in (DRAWN, replace(DRAWN, game=Parity(20)), replace(DRAWN, first=First.OPPONENT)):
        assert offered(replace(terms, unrated=known)) is known


def test_nobody_can_ask_for_a_rating() -> None:
    """An offer is looked at whatever its terms say, and changes nothing else about them."""
    fated = replace(DRAWN, game=Parity(20))
    found = life.offer(fated, now=NOW, lasting=LASTING).terms
    assert found == replace(fated, unrated=Unrated.FATE)


def test_reasons_are_stored_under_these_names() -> None:
    names = ["casual", "fate", "too-large", "seats", "no-choice", "seat", "unmeasured"]
    assert [each.value for each in Unrated] == [*names, "often", "blocked", "earlier"]
