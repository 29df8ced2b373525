"""The turning point of a game alone, for which only the moves after it need to be judged."""

from engine.record import Record
from engine.refusal import TooLarge
from engine.review import states_of
from engine.solve.search import solver


def turning_point(record: Record, budget: int) -> int | None:
    """The number of the last move that turned a won position into a lost one, the same that a
    review finds. Nothing if there is none. The search goes back from the end of the game and stops
    there. Raises TooLarge if that takes more positions than the budget has."""
    game = record.game
    if not game.exact:
        raise TooLarge(game.key, budget)
    winning_in = solver(game, budget)
    states = list(states_of(record))
    for nth in range(record.ply, 0, -1):
        winning, move = winning_in(states[nth - 1]), record.moves[nth - 1]
        if winning and move not in winning:
            return nth
    return None
