"""The tests of a good start by their definition, with nothing but a game's own moves and perfect
play. Drawn starts are held to them."""

from random import Random
from typing import Any

from engine.games.game import Game
from engine.opponents.thumb import thumb_move
from engine.outcome import Seat
from engine.solve import solve

NOISE = 0.2


def judged(game: Game[Any]) -> str:
    """The first test without chance that a start fails, or "ok"."""
    start = game.start()
    legal = game.legal(start)
    if not 3 <= len(legal) <= 25:
        return "legal"
    if winning := solve(game, start).winning:
        easy = len(winning)
    else:
        after = [game.play(start, move) for move in legal]
        easy = sum(solve(game, each).winning == game.legal(each) for each in after)
    if easy * 2 > len(legal):
        return "easy"
    return "shallow" if sure(game, start, 4) else "ok"


def sure(game: Game[Any], state: Any, depth: int) -> int:
    """1 if the player to move is sure to win within so many plies, -1 if sure to lose, else 0."""
    if _sure_to_win(game, state, depth):
        return 1
    return -1 if _sure_to_lose(game, state, depth) else 0


def _sure_to_win(game: Game[Any], state: Any, depth: int) -> bool:
    if over := game.outcome(state):
        return over.winner is game.to_move(state)
    return depth > 0 and any(
        _sure_to_lose(game, game.play(state, move), depth - 1) for move in game.legal(state)
    )


def _sure_to_lose(game: Game[Any], state: Any, depth: int) -> bool:
    if over := game.outcome(state):
        return over.winner is not game.to_move(state)
    return depth > 0 and all(
        _sure_to_win(game, game.play(state, move), depth - 1) for move in game.legal(state)
    )


def decisions(game: Game[Any], random: Random) -> list[int]:
    """The decisions that each player meets in a game between players who play perfectly, but for
    a random move now and then."""
    met = [0, 0]
    state = game.start()
    while legal := game.legal(state):
        winning = solve(game, state).winning
        met[game.to_move(state)] += 0 < len(winning) < len(legal)
        perfect = winning if winning and random.random() >= NOISE else legal
        state = game.play(state, random.choice(perfect))
    return met


def thumb_loses(game: Game[Any], random: Random) -> bool:
    """Whether a player who goes by the rule of thumb loses a won game against perfect play."""
    state = game.start()
    thumb = Seat.FIRST if solve(game, state).winning else Seat.SECOND
    while legal := game.legal(state):
        if game.to_move(state) == thumb:
            move = thumb_move(game, state)
        else:
            move = random.choice(solve(game, state).winning or legal)
        state = game.play(state, move)
    return game.to_move(state) == thumb
