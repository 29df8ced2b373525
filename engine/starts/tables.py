"""Drawn starts of split: the host draws the numbers on the table."""

from dataclasses import replace
from random import Random

from engine.games.split import BOTH, Split
from engine.solve.nimbers import of_table
from engine.starts.drawing import draw_start

# How many numbers are drawn, and from which: where both parts stay on the table, one large number
# is enough.
SEVERAL, SMALL = 3, range(5, 13)
ONE, LARGE = 1, range(15, 26)


@draw_start.register
def _(game: Split, random: Random) -> Split:
    if not game.draws_start:
        return game
    count, each = (ONE, LARGE) if game.keep == BOTH else (SEVERAL, SMALL)
    # A coin chooses the player who wins. One table in nine, at least, is lost by player 1.
    mover_wins = random.random() < 0.5
    while True:
        numbers = tuple(random.choice(each) for _ in range(count))
        if (of_table(game.keep, numbers) != 0) == mover_wins:
            return replace(game, numbers=numbers)
