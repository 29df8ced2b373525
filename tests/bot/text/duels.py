"""Duels at every stage, for golden files: Ana has challenged Bo."""

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from engine import duel as life
from engine.duel import Duel, Finished, First, Offered, Playing, Terms
from engine.fairness import Unrated
from engine.games import GAMES, set_up
from engine.games.game import Game
from engine.ids import Instant, PlayerId, Span
from engine.outcome import Seat
from storage.ids import ChannelId, DuelId, GuildId, MessageId
from storage.match import Board, Gain, Match
from tests.builders import finished, moved, played_on, smallest
from tests.engine.random_play import usual_options

ANA, BO, CY, DI, BOT = map(PlayerId, (1, 2, 3, 4, 5))
GUILD = GuildId(10)
DAY = Span(86_400_000)
NOW = Instant(1_767_225_600_000)
# Games that have no moves or size here are played with their smallest moves and usual options.
MOVES = {
    "parity": "3 8 5 2 1 6",
    "evenodd": "1 2 3 4",
    "split": "14 8 5",
    "divisor": "6 12 4 20 5 15",
    "sequence": "6 3 2 5",
}
SIZES = {"parity": 8, "evenodd": 5, "split": 23, "divisor": 20}


def terms(
    key: str = "divisor", size: int | None = None, first: First = First.CHALLENGER, legs: int = 1
) -> Terms:
    options = usual_options(GAMES[key])
    if size := size or SIZES.get(key):
        options |= {"numbers": (size,)} if key == "split" else {"size": size}
    return Terms(ANA, BO, set_up(key, options), first, DAY, None, legs)


def of(game: Game[Any], legs: int = 1) -> Playing:
    """A duel that begins, of a game that was set up by the host."""
    return begun(offered(Terms(ANA, BO, game, First.CHALLENGER, DAY, None, legs)))


def offered(agreed: Terms, unrated: Unrated | None = None) -> Offered:
    """A challenge that is rated, or isn't for this reason."""
    return Offered(replace(agreed, unrated=unrated), Instant(NOW + DAY))


def begun(offer: Offered) -> Playing:
    return life.accept(offer, BO, now=NOW, random=Random(1))


def after(duel: Playing, moves: str) -> Duel:
    return moved(duel, moves.split(), NOW)


def later(duel: Playing) -> Duel:
    """Return the duel some moves later."""
    if moves := MOVES.get(duel.terms.game.key):
        return after(duel, moves)
    *_, last = islice(played_on(duel, smallest, NOW), 4)
    return last


def played_out(duel: Playing) -> Finished:
    """Play the smallest number each time until the duel is over, and return it."""
    return finished(duel, smallest, NOW)


def match(duel: Duel, gains: tuple[Gain, Gain] | None = None, number: int = 12) -> Match:
    board = Board(ChannelId(20), MessageId(30), 0)
    return Match(GUILD, DuelId(number), duel, board, gains=gains)


def won_by(duel: Playing, winner: Seat, legs: str = "") -> Finished:
    """Resigned by the other one, after these moves."""
    now = after(duel, legs)
    if not isinstance(now, Playing):
        raise TypeError(now)
    return life.resign(now, now.seats[winner.other], now=NOW)
