"""Games to review: as beginners and as players who look ahead play them."""

from random import Random
from typing import Any

from engine.games import GAMES
from engine.games.divisor import Divisor
from engine.games.game import Game
from engine.games.parity import Parity
from engine.games.sequence import Sequence
from engine.games.split import Split
from engine.measure.players import looks_ahead
from engine.record import Record
from tests.engine.random_play import any_game
from tests.engine.review.misere import AFTER_TWO, NEVER, Misere

# Positions of these are few enough to look at all of them.
SMALL: list[Game[Any]] = [
    *(Divisor(size, rule=rule) for size in (6, 9) for rule in ("classic", "steps")),
    Divisor(9, gone=(4,), opening=(6, 3)),
    Parity(7),
    Parity(8, rule="doubles"),
    Split((9,)),
    Split((4, 5, 6)),
    *(Split((12,), keep) for keep in ("both", "larger")),
    *(Sequence(5, sums, ties) for sums in (2, 3) for ties in ("first", "second")),
    Sequence(5, rows="either"),
    *(Misere(12, again) for again in (NEVER, AFTER_TWO)),
]


def played(game: Game[Any], random: Random) -> Record:
    """A game between two players, each of whom sees up to three plies and errs now and then."""
    sees_most = 2 if isinstance(game, Sequence) else 3
    players = [looks_ahead(random.randint(0, sees_most)) for _ in range(2)]
    record = Record.start(game)
    while record.outcome is None:
        player = looks_ahead(0) if random.random() < 0.2 else players[record.to_move]
        record = record.play(player(game, record.state, random))
    return record


def any_played(random: Random) -> Record:
    """A game with any options, from any start."""
    kind = random.choice([*GAMES.values()])
    return played(any_game(kind, random, largest=random.choice((12, 30, 60))), random)


def parsed(text: str) -> Record:
    return Record.parse(f"1/{text}")
