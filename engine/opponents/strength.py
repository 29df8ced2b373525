"""How strong a bot plays: four numbers, and the move that follows from them."""

from dataclasses import dataclass
from random import Random
from typing import Any

from engine.games.game import Game
from engine.opponents.budget import Budget
from engine.opponents.outlook import best_moves
from engine.opponents.perfect import Exact
from engine.opponents.sight import OPEN
from engine.opponents.thumb import fewest_replies
from engine.refusal import TooLarge

# How many positions a bot looks at for a move.
POSITIONS = 3_000


@dataclass(frozen=True)
class Strength:
    """A bot sees `depth` plies, or with a chance of `slip` one less. Where it sees no end, it plays
    a winning move with a chance of `insight`, or else goes by the rule of thumb with a chance of
    `care`."""

    depth: int
    care: float = 0.0
    insight: float = 0.0
    slip: float = 0.0


def move_of(
    game: Game[Any], state: Any, strength: Strength, random: Random, positions: int = POSITIONS
) -> int:
    """The move of a bot of this strength, who looks at so many positions at most. It takes a win
    that it sees, and takes no move that is seen to lose while there is another."""
    depth = strength.depth - (random.random() < strength.slip)
    # The rest is for the winning moves, where they have to be searched for, and for the rule of
    # thumb.
    to_see = Budget(positions * 2 // 3)
    best, seen = best_moves(game, state, depth, to_see)
    if seen != OPEN:
        return random.choice(best)
    left = positions - positions * 2 // 3 + max(to_see.left, 0)
    chosen: tuple[int, ...] = ()
    if random.random() < strength.insight:
        chosen = _winning(game, state, left - len(best))
    if not chosen and random.random() < strength.care and len(best) <= left:
        chosen = fewest_replies(game, state, best)
    return random.choice(chosen or best)


def _winning(game: Game[Any], state: Any, budget: int) -> tuple[int, ...]:
    """The winning moves; none where it isn't known within the budget that there are any."""
    try:
        return Exact(game, budget).winning_moves(state)
    except TooLarge:
        return ()
