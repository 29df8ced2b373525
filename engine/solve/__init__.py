"""Perfect play: exact, or refused because the game is too large."""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from engine.games.game import Game
from engine.outcome import Seat
from engine.refusal import TooLarge
from engine.solve import shortcuts as _shortcuts  # noqa: F401  (registers them)
from engine.solve.search import BUDGET, is_solved, position_key, winning_moves

# How many legal moves `fate` may look at, in all positions together. It is called while a challenge
# is written, when no other move can be. The built-in games need 5,100 at most, which takes 50 ms.
FATE_BUDGET = 6_000


@dataclass(frozen=True)
class Verdict:
    """Perfect play in a position. `value` is 1 if the player to move wins and -1 if not; at the end
    it is that of the player whose turn it would be. No game ends level."""

    value: int
    winning: tuple[int, ...]


class Fate(Enum):
    """Whether play matters. If not, the winner is decided before the first move."""

    OPEN = "open"
    FIRST = "first"
    SECOND = "second"
    # The game has too many positions to know.
    UNKNOWN = "unknown"


_DECIDED = {Seat.FIRST: Fate.FIRST, Seat.SECOND: Fate.SECOND}


def solve(game: Game[Any], state: Any, budget: int = BUDGET) -> Verdict:
    """Raises TooLarge if the game says that it is, or if the budget doesn't suffice."""
    if over := game.outcome(state):
        return Verdict(1 if over.winner == game.to_move(state) else -1, ())
    if not game.exact:
        raise TooLarge(game.key, budget)
    winning = winning_moves(game, state, budget)
    return Verdict(1 if winning else -1, winning)


# Challenges come with the same few options again and again. An answer is only a word.
@lru_cache(maxsize=512)
def fate(game: Game[Any], budget: int = FATE_BUDGET) -> Fate:
    """Whether one seat wins whatever the players do. Play matters if the first move has both a move
    that wins and one that doesn't, or else if two ends have different winners: then there is such a
    choice somewhere on the way to them."""
    if not game.exact:
        return Fate.UNKNOWN
    start = game.start()
    legal = game.legal(start)
    if is_solved(game) and 0 < len(winning_moves(game, start, budget)) < len(legal):
        return Fate.OPEN
    winner = None
    path, seen = [(start, iter(legal))], {position_key(game, start)}
    budget -= len(legal)
    while path:
        if budget < 0:
            return Fate.UNKNOWN
        state, moves = path[-1]
        move = next(moves, None)
        if move is None:
            path.pop()
            continue
        after = game.play(state, move)
        if over := game.outcome(after):
            if winner not in (None, over.winner):
                return Fate.OPEN
            winner = over.winner
        elif (key := position_key(game, after)) not in seen:
            seen.add(key)
            legal = game.legal(after)
            budget -= len(legal)
            path.append((after, iter(legal)))
    return Fate.UNKNOWN if winner is None else _DECIDED[winner]
