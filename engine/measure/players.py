"""The players that set-ups are measured with: they look ahead, go by a rule of thumb or play
perfectly."""

from collections.abc import Callable
from functools import partial, singledispatch
from random import Random
from typing import Any

from engine.games.game import Game
from engine.games.sequence import Sequence, Taken
from engine.games.split import Left, Split
from engine.opponents.sight import look_ahead_move
from engine.opponents.thumb import thumb_move
from engine.outcome import Seat
from engine.solve.search import BUDGET, winning_moves
from engine.solve.sequence import Essence, essence
from engine.solve.traps import hardest_trap

Player = Callable[[Game[Any], Any, Random], int]

# From how many moves a perfect player who stands to lose chooses the one that is hardest to answer.
TRAPS = 8
# More pairs than anybody can lead by.
_WON = 100


def looks_ahead(depth: int) -> Player:
    """A player who sees so many plies."""
    return partial(_look_ahead, depth)


def _look_ahead(depth: int, game: Game[Any], state: Any, random: Random) -> int:
    return ahead(game, state, depth, random)


@singledispatch
def ahead(game: Game[Any], state: Any, depth: int, random: Random) -> int:
    """The move of a player who sees so many plies, and is told the score if the game has one."""
    return look_ahead_move(game, state, depth, random)


@ahead.register
def _(game: Split, state: Left, depth: int, random: Random) -> int:
    # A move leaves at most one number fewer to split. Where the end is out of sight, any will do.
    if sum(number > 2 for number in state.numbers) > depth:
        return random.choice(game.legal(state))
    return look_ahead_move(game, state, depth, random)


@ahead.register
def _(game: Sequence, state: Taken, depth: int, random: Random) -> int:
    # The score is on the board: the player who leads in pairs.
    moves = list(game.legal(state))
    random.shuffle(moves)
    if depth < 1:
        return moves[0]
    mover = game.to_move(state)
    keys = {move: essence(game, (*state, move)) for move in moves}
    alike = {key: move for move, key in keys.items()}
    leads = {key: _lead(game, (*state, move), key, depth - 1, mover) for key, move in alike.items()}
    return max(moves, key=lambda move: leads[keys[move]])


def _lead(game: Sequence, state: Taken, at: Essence, depth: int, seat: Seat) -> int:
    """The pairs by which a seat will lead after so many plies, if both players see them."""
    if over := game.outcome(state):
        return _WON if over.winner is seat else -_WON
    if not depth:
        return at.lead if seat is Seat.FIRST else -at.lead
    after = {essence(game, (*state, move)): (*state, move) for move in game.legal(state)}
    leads = (_lead(game, each, key, depth - 1, seat) for key, each in after.items())
    return max(leads) if game.to_move(state) is seat else min(leads)


def by_thumb(game: Game[Any], state: Any, _random: Random) -> int:
    """A player who goes by the rule of thumb."""
    return thumb_move(game, state)


def perfect(game: Game[Any], state: Any, random: Random) -> int:
    """A perfect player: a winning move or else, of a few, the one with the smallest share of
    winning replies."""
    if winning := winning_moves(game, state, BUDGET):
        return random.choice(winning)
    legal = game.legal(state)
    return hardest_trap(game, state, random.sample(legal, min(TRAPS, len(legal))))


def contest(game: Game[Any], first: Player, second: Player, random: Random) -> Seat:
    """The seat that wins a game between two players."""
    state = game.start()
    while (over := game.outcome(state)) is None:
        player = first if game.to_move(state) is Seat.FIRST else second
        state = game.play(state, player(game, state, random))
    return over.winner
