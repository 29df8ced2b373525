"""The analysis of a game: who stood to win before each move, and which moves gave the win away.

A mistake turns a won position into a lost one. Only the player who stands to win can make one, so
the mistakes of the two alternate, and the loser makes as many as the winner or one more."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from math import log2
from typing import Any

from engine.games.game import Game
from engine.opponents.sight import value
from engine.outcome import Seat
from engine.record import Record
from engine.refusal import TooLarge
from engine.solve.search import BUDGET, solver


class Judgement(StrEnum):
    """What a move did to the chances of the player who made it."""

    # There was nothing to decide: one legal move, or all of them win, or none does.
    FORCED = "forced"
    SAFE = "safe"
    LOST = "lost"
    # A decision answered right: by one of several winning moves, or by the only one.
    GOOD = "good"
    ONLY = "only"
    # A mistake, by how many plies it takes to see that it loses: 2 at most, 3 or 4, more.
    BLUNDER = "blunder"
    SLIP = "slip"
    DEEP = "deep"


MISTAKES = frozenset((Judgement.BLUNDER, Judgement.SLIP, Judgement.DEEP))
DECISIONS = MISTAKES | {Judgement.GOOD, Judgement.ONLY}
# How many plies a player sees who makes no blunders, and one who makes no slips either.
BLUNDER_DEPTH = 2
SLIP_DEPTH = 4


@dataclass(frozen=True)
class Ply:
    """The nth move of a game and what it was worth. `legal` and `winning` are the moves there were
    before it. A missed win is a mistake directly after one of the opponent."""

    nth: int
    seat: Seat
    move: int
    legal: tuple[int, ...]
    winning: tuple[int, ...]
    judgement: Judgement
    is_missed_win: bool = False

    @property
    def is_mistake(self) -> bool:
        return self.judgement in MISTAKES

    @property
    def bits(self) -> float:
        """How hard the decision was; 0 where there was nothing to decide."""
        if self.judgement not in DECISIONS:
            return 0.0
        return log2(len(self.legal) / len(self.winning))


@dataclass(frozen=True)
class Review:
    """The moves of a game that are judged: all of them, unless the game is so large that perfect
    play is known towards its end only, or the first ones were made in another duel. `favourites`
    are the players who stood to win before each of them and at the end."""

    record: Record
    plies: tuple[Ply, ...]
    favourites: tuple[Seat, ...]
    # How many moves at the beginning were made in another duel.
    made_elsewhere: int = 0

    @property
    def skipped(self) -> int:
        """How many moves at the beginning are not judged."""
        return self.record.ply - len(self.plies)

    @property
    def mistakes(self) -> tuple[Ply, ...]:
        """The moves that gave the win away. It changed hands with each of them."""
        return tuple(ply for ply in self.plies if ply.is_mistake)

    @property
    def turning_point(self) -> Ply | None:
        """The last mistake."""
        return self.mistakes[-1] if self.mistakes else None

    def since(self, moves: int) -> "Review":
        """The same without so many moves at the beginning, which were made in another duel."""
        more = max(moves - self.skipped, 0)
        return replace(
            self,
            plies=self.plies[more:],
            favourites=self.favourites[more:],
            made_elsewhere=moves,
        )

    def accuracy(self, seat: Seat) -> float | None:
        """The share of decisions that a player answered right, weighted by how hard they were.
        Nothing if the player had none."""
        met = [ply for ply in self.plies if ply.seat is seat]
        right = sum(ply.bits for ply in met if not ply.is_mistake)
        total = sum(ply.bits for ply in met)
        return right / total if total else None


def review(record: Record, budget: int = BUDGET) -> Review:
    """Judge the moves of a record, of a game that is over or was broken off.

    The last moves are judged first, all out of one budget of positions. If it doesn't suffice, the
    first moves are left out. Raises TooLarge if no move can be judged at all, or if the game says
    that it is too large at its options."""
    game, states = record.game, list(states_of(record))
    if not game.exact:
        raise TooLarge(game.key, budget)
    winning_in = solver(game, budget)
    known: list[tuple[int, ...]] = []
    for state in reversed(states):
        try:
            known.append(() if game.outcome(state) else winning_in(state))
        except TooLarge:
            if len(known) < 2:
                raise
            break
    known.reverse()
    first = len(states) - len(known)
    return Review(
        record,
        tuple(_judged(record, states, first, known)),
        tuple(_favourite(game, *each) for each in zip(states[first:], known, strict=True)),
    )


def states_of(record: Record) -> Iterator[Any]:
    """The states of a game, from its start to where it ended or was broken off."""
    state = record.game.start()
    yield state
    for move in record.moves:
        state = record.game.play(state, move)
        yield state


def _favourite(game: Game[Any], state: Any, winning: tuple[int, ...]) -> Seat:
    """The player who stands to win."""
    if over := game.outcome(state):
        return over.winner
    mover = game.to_move(state)
    return mover if winning else mover.other


def _judged(
    record: Record, states: list[Any], first: int, known: list[tuple[int, ...]]
) -> Iterator[Ply]:
    game, before = record.game, None
    for nth, (move, winning) in enumerate(
        zip(record.moves[first:], known, strict=False), first + 1
    ):
        state, after = states[nth - 1], states[nth]
        seat, legal = game.to_move(state), game.legal(state)
        judgement = _judgement(game, after, move, legal, winning)
        missed = judgement in MISTAKES and before is not None and before.is_mistake
        before = Ply(nth, seat, move, legal, winning, judgement, missed)
        yield before


def _judgement(
    game: Game[Any], after: Any, move: int, legal: tuple[int, ...], winning: tuple[int, ...]
) -> Judgement:
    if len(legal) == 1:
        return Judgement.FORCED
    if not winning:
        return Judgement.LOST
    if len(winning) == len(legal):
        return Judgement.SAFE
    if move in winning:
        return Judgement.ONLY if len(winning) == 1 else Judgement.GOOD
    # What is seen is true: that the opponent wins.
    depths = range(1, SLIP_DEPTH + 1)
    seen = next((depth for depth in depths if value(game, after, depth - 1)), None)
    if seen is None:
        return Judgement.DEEP
    return Judgement.BLUNDER if seen <= BLUNDER_DEPTH else Judgement.SLIP
