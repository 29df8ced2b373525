"""Measures a set-up by playing it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random
from typing import Any, Protocol

from engine.fairness import LEAST_DECISIONS, MOST_SEAT
from engine.games.game import Game
from engine.measure.players import contest
from engine.measure.table import Measured
from engine.opponents.outlook import ahead
from engine.outcome import Seat
from engine.refusal import NoStart, TooLarge
from engine.solve.search import BUDGET, Search, is_solved, winning_moves
from engine.starts import draw_start

# Gives a game to play, with another start each time where starts are drawn.
Begin = Callable[[Random], Game[Any]]

# How many games a set-up is measured with: more where it is close to what decides about ratings.
LEAST_GAMES, MOST_GAMES = 100, 3_200
# So many standard errors have to be between a figure and its bound.
CLEAR = 4
# The share of moves that perfect players make at random, while decisions are counted.
NOISE = 0.2
# How many plies the equal players see.
SIGHT = 2


class Players(Protocol):
    """The players that a set-up is measured with."""

    def winning(self, game: Game[Any], state: Any) -> tuple[int, ...]:
        """Every move of perfect play that wins."""

    def equal(self, game: Game[Any], state: Any, random: Random) -> int:
        """The move of one of two equal players."""


class Unbounded:
    """The players, for games that are known not to be too large."""

    def winning(self, game: Game[Any], state: Any) -> tuple[int, ...]:
        return winning_moves(game, state, BUDGET)

    def equal(self, game: Game[Any], state: Any, random: Random) -> int:
        return ahead(game, state, SIGHT, random)


class Bounded:
    """The same players, who together look at no more positions than a budget has."""

    def __init__(self, budget: int) -> None:
        self._budget = self._left = budget
        self._search: Search | None = None

    def winning(self, game: Game[Any], state: Any) -> tuple[int, ...]:
        if not game.exact:
            raise TooLarge(game.key, self._budget)
        legal = game.legal(state)
        self._spend(game, len(legal))
        if is_solved(game):
            return winning_moves(game, state, self._left)
        if self._search is None or self._search.game != game:
            self._search = Search(game, self._left)
        before = self._search.left
        found = self._search.winning_moves(state)
        self._spend(game, before - self._search.left)
        return found

    def equal(self, game: Game[Any], state: Any, random: Random) -> int:
        legal = game.legal(state)
        self._spend(game, len(legal))
        self._spend(game, sum(len(game.legal(game.play(state, move))) for move in legal))
        return ahead(game, state, SIGHT, random)

    def _spend(self, game: Game[Any], positions: int) -> None:
        self._left -= positions
        if self._left < 0:
            raise TooLarge(game.key, self._budget)


@dataclass
class Tally:
    """The games that a set-up was measured with so far."""

    games: int = 0
    decisions: int = 0
    squares: int = 0
    plies: int = 0
    won_by_first: int = 0

    def add(self, game: Game[Any], players: Players, random: Random) -> None:
        decisions, plies = _decisions(game, players, random)
        winner = contest(game, players.equal, players.equal, random)
        self.games += 1
        self.decisions += decisions
        self.squares += decisions**2
        self.plies += plies
        self.won_by_first += winner is Seat.FIRST

    @property
    def found(self) -> Measured:
        games = self.games
        return Measured(
            self.decisions / games, self.plies / games, abs(2 * self.won_by_first / games - 1)
        )

    @property
    def is_clear(self) -> bool:
        """Whether more games would hardly change whether the set-up is rated."""
        decisions, _, seat = self.found
        variance = self.squares / self.games - decisions**2
        margin = CLEAR / sqrt(self.games)
        choice = decisions - LEAST_DECISIONS
        if abs(choice) <= margin * sqrt(variance):
            return False
        return choice < 0 or abs(seat - MOST_SEAT) > margin


def measure(begin: Begin, random: Random) -> Measured:
    """The figures of a set-up, of which one game after another begins."""
    return _measured(begin, Unbounded(), random, Tally())


def _measured(begin: Begin, players: Players, random: Random, tally: Tally) -> Measured:
    while not tally.games or (tally.games < MOST_GAMES and not tally.is_clear):
        for _ in range(LEAST_GAMES):
            tally.add(begin(random), players, random)
    return tally.found


def measure_within(game: Game[Any], random: Random, budget: int) -> Measured | None:
    """What can be measured by looking at so many positions: nothing, if they don't suffice for a
    hundred games. It is for games that somebody else has written: nobody knows how large they are.
    Drawing a start isn't counted."""
    tally = Tally()
    try:
        return _measured(partial(draw_start, game), Bounded(budget), random, tally)
    except (TooLarge, NoStart):
        return tally.found if tally.games >= LEAST_GAMES else None


def _decisions(game: Game[Any], players: Players, random: Random) -> tuple[int, int]:
    """How many decisions perfect players meet who sometimes make any move, and how many plies they
    play."""
    state, decisions, plies = game.start(), 0, 0
    while game.outcome(state) is None:
        legal, winning = game.legal(state), players.winning(game, state)
        decisions += 0 < len(winning) < len(legal)
        good = winning if winning and random.random() >= NOISE else legal
        state = game.play(state, random.choice(good))
        plies += 1
    return decisions, plies
