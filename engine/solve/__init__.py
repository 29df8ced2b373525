"""Perfect play: exact for every state of every game, at every size that may be played."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.games.game import Game
from engine.outcome import Seat
from engine.solve import shortcuts as _shortcuts  # noqa: F401  (registers them)
from engine.solve.search import essence, winning_moves


@dataclass(frozen=True)
class Verdict:
    """What perfect play makes of a state. `value` is 1 if whoever is to move wins and -1 if they
    lose; at the end it is that of the player whose turn it would be. No game ends level."""

    value: int
    winning: tuple[int, ...]


def solve(game: Game[Any], state: Any) -> Verdict:
    if over := game.outcome(state):
        return Verdict(1 if over.winner == game.to_move(state) else -1, ())
    winning = winning_moves(game, state)
    return Verdict(1 if winning else -1, winning)


@lru_cache(maxsize=512)
def fate(game: Game[Any]) -> Seat | None:
    """The seat that wins whatever anybody does at these options, or nothing if play matters.

    Play matters as soon as somewhere a player has both a move that wins and one that doesn't.
    Where there is no such state, every line ends as perfect play does.
    """
    start = game.start()
    todo, seen = [start], {essence(game, start)}
    while todo:
        state = todo.pop()
        legal = game.legal(state)
        if 0 < len(winning_moves(game, state)) < len(legal):
            return None
        for move in legal:
            after = game.play(state, move)
            if (kind := essence(game, after)) not in seen:
                seen.add(kind)
                todo.append(after)
    mover = game.to_move(start)
    return mover if solve(game, start).value > 0 else mover.other
