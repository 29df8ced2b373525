"""Perfect play by search: what every game has without doing anything for it."""

from collections.abc import Hashable
from functools import lru_cache, singledispatch
from typing import Any

from engine.games.game import Game
from engine.outcome import Seat


@singledispatch
def winning_moves(game: Game[Any], state: Any) -> tuple[int, ...]:
    """Every legal move after which the mover can no longer be beaten, ascending."""
    mover = game.to_move(state)
    return tuple(
        move for move in game.legal(state) if _winner(game, game.play(state, move)) == mover
    )


@singledispatch
def essence(_game: Game[Any], state: Hashable) -> Hashable:
    """What of a state decides who wins it. States of one essence are searched only once."""
    return state


@lru_cache(maxsize=8)
def _found(_game: Game[Any]) -> dict[Hashable, Seat]:
    """The winners that the search has found so far, by essence."""
    return {}


def _winner(game: Game[Any], state: Any) -> Seat:
    if over := game.outcome(state):
        return over.winner
    found, kind = _found(game), essence(game, state)
    if kind not in found:
        mover = game.to_move(state)
        wins = any(_winner(game, game.play(state, move)) == mover for move in game.legal(state))
        found[kind] = mover if wins else mover.other
    return found[kind]
