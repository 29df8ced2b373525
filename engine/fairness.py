"""Which duels are rated: those in which the better player has the better chance."""

from enum import StrEnum
from typing import Any, Protocol

from engine.games.game import Game
from engine.measure.table import Measured, has_table, measured
from engine.solve import Fate, fate


class Unrated(StrEnum):
    """Why a duel changes no rating. It counts as a win and a loss all the same."""

    # The players chose an unrated duel.
    CASUAL = "casual"
    # The opponent is the bot.
    BOT = "bot"
    # With these options the winner is decided before the first move.
    FATE = "fate"
    # With these options the game is too large to know whether play matters.
    TOO_LARGE = "too-large"
    # A player chose who begins, and beginning may be all that matters.
    SEATS = "seats"
    # The players have hardly a decision to make with these options.
    NO_CHOICE = "no-choice"
    # Between equal players the seat decides with these options.
    SEAT = "seat"
    # Nobody has measured these options.
    UNMEASURED = "unmeasured"
    # The same two players have had all their rated duels for a day.
    OFTEN = "often"
    # A player was blocked when the duel ended.
    BLOCKED = "blocked"
    # The duel began before ratings were kept.
    EARLIER = "earlier"


# The measurements of games divide at these bounds. A set-up in which the two players together meet
# fewer decisions than these is settled by the options: one player at most has something to find.
LEAST_DECISIONS = 2.0
# If the seat decides more than this between equal players, that is if one seat wins three games of
# four or more, the coin that gives the seats decides more than the players do.
MOST_SEAT = 0.5

# A player who gives up before this many moves loses rating as usual, but the opponent gains none:
# otherwise friends could give points away without playing. If the loser lost nothing either,
# players would give up every duel that they begin on the worse seat.
LEAST_PLIES = 2

_BY_FATE = {
    Fate.FIRST: Unrated.FATE,
    Fate.SECOND: Unrated.FATE,
    Fate.UNKNOWN: Unrated.TOO_LARGE,
}


def by_measurement(found: Measured) -> Unrated | None:
    """The reason that a measurement gives, if there is one."""
    if found.decisions < LEAST_DECISIONS:
        return Unrated.NO_CHOICE
    return Unrated.SEAT if found.seat > MOST_SEAT else None


# What is measured of a game.
_BY_MEASUREMENT = (Unrated.NO_CHOICE, Unrated.SEAT, Unrated.UNMEASURED)


class Agreed(Protocol):
    """The part of a duel's terms that decides whether it is rated."""

    @property
    def game(self) -> Game[Any]: ...

    @property
    def unrated(self) -> Unrated | None: ...

    @property
    def seats_are_even(self) -> bool: ...


def why_unrated(terms: Agreed) -> Unrated | None:
    """The reason that shows in the terms, if there is one."""
    if terms.unrated:
        return terms.unrated
    if because := _by_setup(terms.game):
        return because
    if not terms.seats_are_even:
        return Unrated.SEATS
    return None


def in_rematch(terms: Agreed) -> Unrated | None:
    """The reason that still holds in a rematch: the players chose it, or the game has no table and
    was measured before."""
    if terms.unrated is Unrated.CASUAL:
        return terms.unrated
    is_measured = terms.unrated in _BY_MEASUREMENT and not has_table(terms.game)
    return terms.unrated if is_measured else None


def _by_setup(game: Game[Any]) -> Unrated | None:
    if found := measured(game):
        return by_measurement(found)
    if has_table(game):
        return Unrated.UNMEASURED
    # A start that the host draws is sealed: what is said of the duel mustn't tell of it. And before
    # it is drawn there may be nothing to look at. Such a game is measured over many starts.
    return None if game.draws_start else _BY_FATE.get(fate(game))
