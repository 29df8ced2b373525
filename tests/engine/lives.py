"""Duels at every point of their lives, as tests need them."""

from random import Random

from engine import duel as life
from engine.duel import Duel, Finished, First, Offered, Playing, Terms, Withdrawn
from engine.fairness import Unrated
from engine.games.divisor import Divisor
from engine.ids import Instant, PlayerId, Span
from tests.builders import moved

ANA, BO, CY = PlayerId(1), PlayerId(2), PlayerId(3)
NOW = Instant(1_000_000)
LASTING = Span(900_000)
CLOCK = Span(86_400_000)
# A duel whose players choose who starts is unrated, see `test_fairness`.
TERMS = Terms(ANA, BO, Divisor(), First.CHALLENGER, CLOCK, Unrated.SEATS)


def at(milliseconds: int) -> Instant:
    return Instant(NOW + milliseconds)


def offered(terms: Terms = TERMS) -> Offered:
    return life.offer(terms, now=NOW, lasting=LASTING)


def after(*texts: str, terms: Terms = TERMS) -> Duel:
    """The moves of the players, whoever is to make them."""
    return moved(life.accept(offered(terms), BO, now=NOW, random=Random(0)), texts, NOW)


def playing(*texts: str, terms: Terms = TERMS) -> Playing:
    duel = after(*texts, terms=terms)
    assert isinstance(duel, Playing)
    return duel


def finished(*texts: str, terms: Terms = TERMS) -> Finished:
    duel = after(*texts, terms=terms)
    assert isinstance(duel, Finished)
    return duel


def resigned() -> Finished:
    return life.resign(playing("6"), BO, now=NOW)


def withdrawn() -> Withdrawn:
    return life.decline(offered(), BO, now=NOW)
