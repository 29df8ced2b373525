"""Challenges are refused for several reasons, which are checked in a fixed order."""

from dataclasses import replace
from typing import Any

import pytest

from engine.challenge import Facts, is_rated_limit_reached, why_blocked, why_not
from engine.duel import First, Terms
from engine.games.divisor import Divisor
from engine.ids import PlayerId
from engine.refusal import (
    AlreadyChallenged,
    Blocked,
    NotYourDuel,
    OpponentGone,
    Refusal,
    TakesNoChallenges,
    TooManyChallenges,
)
from tests.engine.lives import ANA, BO, CLOCK

CY = PlayerId(BO + 1)
TERMS = Terms(ANA, BO, Divisor(), First.DRAWN, CLOCK)
# All reasons for a refusal at once: two open challenges are as many as one player may make.
EVERYTHING = Facts(
    blocked={ANA, BO},
    by_challenger={BO: 7, CY: 8},
    by_opponent={ANA: 9},
    most=2,
    takes_challenges=False,
)


def told(refusal: Refusal | None) -> object:
    return refusal and (type(refusal), refusal.facts())


def test_a_challenge_is_allowed_when_nothing_is_wrong() -> None:
    facts = Facts(blocked={CY}, by_challenger={CY: 7}, by_opponent={CY: 8}, most=2)
    assert why_not(TERMS, ANA, facts) is None


@pytest.mark.parametrize("by", [BO, CY])
def test_only_the_challenger_makes_the_challenge(by: PlayerId) -> None:
    assert told(why_not(TERMS, by, Facts())) == told(NotYourDuel((ANA, BO)))


@pytest.mark.parametrize("opponent", [PlayerId(0), PlayerId(-1)])
def test_an_erased_player_cannot_be_challenged(opponent: PlayerId) -> None:
    terms = replace(TERMS, opponent=opponent)
    assert told(why_not(terms, ANA, Facts())) == told(OpponentGone())


@pytest.mark.parametrize("player", [ANA, BO])
def test_a_blocked_player_neither_challenges_nor_is_challenged(player: PlayerId) -> None:
    assert told(why_not(TERMS, ANA, Facts(blocked={player}))) == told(Blocked(player))


def test_the_open_challenge_between_the_two_is_named_whoever_made_it() -> None:
    mine, theirs = Facts(by_challenger={BO: 7}), Facts(by_opponent={ANA: 9})
    assert told(why_not(TERMS, ANA, mine)) == told(AlreadyChallenged(ANA, BO, 7))
    assert told(why_not(TERMS, ANA, theirs)) == told(AlreadyChallenged(BO, ANA, 9))


def test_one_player_makes_so_many_challenges_at_a_time() -> None:
    two = {CY: 7, PlayerId(CY + 1): 8}
    assert why_not(TERMS, ANA, Facts(by_challenger=two, most=3)) is None
    assert told(why_not(TERMS, ANA, Facts(by_challenger=two, most=2))) == told(TooManyChallenges(2))
    assert why_not(TERMS, ANA, Facts(by_opponent=two, most=2)) is None


def test_a_player_may_take_no_challenges() -> None:
    facts = Facts(takes_challenges=False)
    assert told(why_not(TERMS, ANA, facts)) == told(TakesNoChallenges(BO))


def test_reasons_are_looked_at_in_this_order() -> None:
    """Each line takes away the reason that the line before was refused for."""
    gone, facts = replace(TERMS, opponent=PlayerId(-1)), EVERYTHING
    found = [why_not(gone, BO, facts), why_not(gone, ANA, facts), why_not(TERMS, ANA, facts)]
    changes: tuple[dict[str, Any], ...] = (
        {"blocked": {BO}},
        {"blocked": ()},
        {"by_challenger": {CY: 7, PlayerId(CY + 1): 8}},
        {"by_opponent": {}},
        {"by_challenger": {}},
        {"takes_challenges": True},
    )
    for change in changes:
        facts = replace(facts, **change)
        found.append(why_not(TERMS, ANA, facts))
    assert list(map(told, found)) == [
        told(NotYourDuel((ANA, PlayerId(-1)))),
        told(OpponentGone()),
        told(Blocked(ANA)),
        told(Blocked(BO)),
        told(AlreadyChallenged(ANA, BO, 7)),
        told(AlreadyChallenged(BO, ANA, 9)),
        told(TooManyChallenges(2)),
        told(TakesNoChallenges(BO)),
        None,
    ]


def test_the_first_of_the_blocked_is_named() -> None:
    assert told(why_blocked((BO, ANA), {ANA, BO})) == told(Blocked(BO))
    assert told(why_blocked((BO, ANA), {ANA})) == told(Blocked(ANA))
    assert why_blocked((BO, ANA), {CY}) is None


@pytest.mark.parametrize(
    ("limit", "begun", "ended", "reached"),
    [
        (5, 0, (4, 4), False),
        (5, 0, (5, 0), True),
        (5, 0, (0, 5), True),
        (5, 3, (1, 1), False),
        (5, 3, (2, 1), True),
        (5, 5, (0, 0), True),
        (5, 6, (0, 0), True),
        (0, 0, (0, 0), True),
    ],
)
def test_duels_that_have_begun_count_like_those_that_have_ended(
    limit: int, begun: int, ended: tuple[int, int], reached: bool
) -> None:
    assert is_rated_limit_reached(limit, begun, ended) is reached
