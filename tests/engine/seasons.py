"""Seasons played by the rules of the house among people whose skill is known, to see what a ladder
makes of them."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from random import Random
from typing import Any

from engine import duel as life
from engine.duel import Duel, Finished, First, Playing, Terms
from engine.fairness import Unrated
from engine.games.game import Game
from engine.ids import Instant, PlayerId, Span
from engine.ledger import EVERY_GAME, End, Ledger
from engine.outcome import Seat
from engine.possible_duel import is_possible
from engine.solve import solve

DAY = Span(24 * 60 * 60 * 1000)
# The number of rated duels a day between the same two players.
OFTEN = 5


@dataclass(frozen=True)
class Habit:
    """The habits of an account in its challenges; it plays as well as it can."""

    first: First = First.DRAWN
    legs: int = 1
    # On the worse seat they resign after this many moves.
    gives_up: int | None = None
    # The number of rematches that they ask for as long as they lose.
    rematches: int = 0


PLAIN = Habit()


@cache
def better_seat(game: Game[Any]) -> Seat:
    return Seat.FIRST if solve(game, game.start()).value > 0 else Seat.SECOND


@cache
def winning(game: Game[Any], state: Any) -> tuple[int, ...]:
    return solve(game, state).winning


class Season:
    """A simulated season. A player of skill 1 always finds a winning move, one of skill 0 moves at
    random."""

    def __init__(self, skills: dict[PlayerId, float], seed: int) -> None:
        self.skills = skills
        self.random = Random(seed)
        self.ledger = Ledger()
        self.now = Instant(0)
        self._nth = count(1)
        self._today: Counter[frozenset[PlayerId]] = Counter()

    def next_day(self) -> None:
        self.now = Instant(self.now + DAY)
        self._today.clear()

    def value(self, player: PlayerId, game: str = EVERY_GAME) -> float:
        rank = self.ledger.standing((player, game)).rank
        return rank.rating.value if rank else 1500.0

    def is_established(self, player: PlayerId, game: str = EVERY_GAME) -> bool:
        rank = self.ledger.standing((player, game)).rank
        return rank is not None and rank.established

    def duel(self, one: PlayerId, other: PlayerId, game: Game[Any], habit: Habit = PLAIN) -> None:
        """A duel, and the rematches that the challenger asks for."""
        over = self._play(Terms(one, other, game, habit.first, DAY, legs=habit.legs), habit)
        for _ in range(habit.rematches):
            if over.champion == one:
                return
            again = life.rematch(over, one, now=self.now, lasting=DAY)
            over = self._play(again.terms, habit)

    def result(self, one: PlayerId, other: PlayerId, winner: PlayerId, game: str) -> None:
        """A duel of which only the result matters, because it was agreed or is a matter of
        chance."""
        rated = self._is_rated(one, other)
        facts = rated, 9, self.now, True
        self.ledger.apply(End(next(self._nth), game, (one, other), winner, *facts))

    def _play(self, terms: Terms, habit: Habit) -> Finished:
        offered = life.offer(terms, now=self.now, lasting=DAY)
        if not offered.terms.unrated and not self._is_rated(terms.challenger, terms.opponent):
            offered = replace(offered, terms=replace(offered.terms, unrated=Unrated.OFTEN))
        duel: Duel = life.accept(offered, terms.opponent, now=self.now, random=self.random)
        while isinstance(duel, Playing):
            duel = self._step(duel, habit)
        assert isinstance(duel, Finished)
        assert is_possible(duel)
        rated = duel.terms.unrated is None
        end = End(
            next(self._nth),
            terms.game.key,
            duel.seats,
            duel.champion,
            rated,
            duel.ply,
            duel.at,
            duel.played_out,
        )
        self.ledger.apply(end)
        return duel

    def _step(self, duel: Playing, habit: Habit) -> Duel:
        challenger, game, state = duel.terms.challenger, duel.terms.game, duel.record.state
        good = duel.seats[better_seat(game)] == challenger
        if duel.ply == habit.gives_up and not good:
            return life.resign(duel, challenger, now=self.now)
        moves = winning(game, state)
        if not moves or self.random.random() >= self.skills[duel.waiting_for]:
            moves = duel.record.legal
        move = self.random.choice(moves)
        return life.play(duel, duel.waiting_for, game.text(move), now=self.now, ply=duel.ply)

    def _is_rated(self, one: PlayerId, other: PlayerId) -> bool:
        """Return whether these two are below their daily limit of rated duels."""
        pair = frozenset((one, other))
        self._today[pair] += 1
        return self._today[pair] <= OFTEN
