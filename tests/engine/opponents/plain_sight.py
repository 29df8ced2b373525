"""Look-ahead by definition, with nothing but a game's own moves."""

from typing import Any

from engine.games.game import Game


def seen(game: Game[Any], state: Any, move: int, plies: int) -> int:
    """How a move looks to the player who makes it and sees so many plies: 1 if it wins for certain,
    -1 if it loses for certain, else 0."""
    return _after(game, game.play(state, move), game.to_move(state), plies - 1)


def _after(game: Game[Any], state: Any, seat: Any, plies: int) -> int:
    if over := game.outcome(state):
        return 1 if over.winner is seat else -1
    if not plies:
        return 0
    wanted = 1 if game.to_move(state) is seat else -1
    looks = []
    for move in game.legal(state):
        looks.append(_after(game, game.play(state, move), seat, plies - 1))
        if looks[-1] == wanted:
            break
    return wanted * max(wanted * each for each in looks)
