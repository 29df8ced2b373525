"""A Divisor duel as those play it who know how it ends: the first player wins if they can, the
second takes the smallest number there is."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.games.divisor import Divisor
from engine.outcome import Seat
from engine.solve import solve

SIZE = 10
FIRST = 10


@dataclass(frozen=True)
class Turn:
    mover: Seat
    # The moves that the page has to offer.
    offered: tuple[str, ...]
    move: str


def turns() -> Iterator[Turn]:
    game = Divisor(size=SIZE)
    state = game.start()
    while not game.outcome(state):
        mover, legal = game.to_move(state), game.legal(state)
        winning = solve(game, state).winning if mover is Seat.FIRST else ()
        move = (winning or legal)[0] if state != game.start() else FIRST
        yield Turn(mover, tuple(map(str, legal)), str(move))
        state = game.play(state, move)
    over = game.outcome(state)
    assert over
    assert over.winner is Seat.FIRST
