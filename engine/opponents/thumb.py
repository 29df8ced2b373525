"""The rule of thumb: leave the opponent few replies."""

from functools import singledispatch
from math import inf
from typing import Any

from engine.games.game import Game
from engine.games.geography import Chain, Geography
from engine.games.numbers import numbers


@singledispatch
def thumb_move(game: Game[Any], state: Any) -> int:
    """The move of a player who goes by the rule of thumb.

    The lowest move that wins at once, if there is one. Otherwise a move after which the opponent
    can't win at once, if there is one; of those a move that leaves the fewest replies; and of those
    the highest."""
    ranks = []
    mover = game.to_move(state)
    for move in game.legal(state):
        after = game.play(state, move)
        over = game.outcome(after)
        if over and over.winner is mover:
            return move
        replies = game.legal(after)
        threat = _wins_at_once(game, after, replies)
        ranks.append((over is not None, threat, len(replies), -move))
    return -min(ranks)[-1]


def fewest_replies(game: Game[Any], state: Any, moves: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some moves that leave the opponent the fewest replies. A move that ends the game
    leaves the most."""
    replies = {move: len(game.legal(game.play(state, move))) or inf for move in moves}
    fewest = min(replies.values())
    return tuple(move for move in moves if replies[move] == fewest)


def _wins_at_once(game: Game[Any], state: Any, moves: tuple[int, ...]) -> bool:
    """Whether one of the moves ends the game in favour of the player to move."""
    mover = game.to_move(state)
    ends = (game.outcome(game.play(state, move)) for move in moves)
    return any(over and over.winner is mover for over in ends)


@thumb_move.register
def _(game: Geography, state: Chain) -> int:
    reach, (free, last) = game.reach, state
    legal = numbers(free & reach[last])
    left = [(free & reach[move]).bit_count() for move in legal]
    if 0 in left:
        return legal[left.index(0)]
    # The opponent can win at once with a number that has only the move beside it.
    careless = 0
    for number in numbers(free):
        near = free & reach[number]
        if not near & (near - 1):
            careless |= near
    ranks = zip(left, legal, strict=True)
    return -min((careless >> move & 1, replies, -move) for replies, move in ranks)[2]
