"""Records and duels at any point of their lives, for tests of all rooms."""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from engine import duel as life
from engine.duel import Duel, Finished, Playing, Terms
from engine.games.game import Game
from engine.ids import Instant
from engine.record import Record

Choose = Callable[[Playing], str]


def at_random(random: Random) -> Choose:
    """Makes any legal move."""
    return lambda duel: duel.record.game.text(random.choice(duel.record.legal))


def smallest(duel: Playing) -> str:
    """The first of the legal moves."""
    return duel.record.game.text(duel.record.legal[0])


def moved(duel: Duel, texts: Iterable[str], now: Instant) -> Duel:
    """The duel after these moves, each by the player whose turn it is."""
    for text in texts:
        assert isinstance(duel, Playing)
        duel = life.play(duel, duel.waiting_for, text, now=now)
    return duel


def steps(terms: Terms, random: Random, now: Instant) -> Iterator[Duel]:
    """Yield each step of a duel, from the challenge to the end, with random moves."""
    duel: Duel = life.offer(terms, now=now, lasting=terms.clock)
    yield duel
    duel = life.accept(duel, terms.opponent, now=now, random=random)
    yield duel
    yield from played_on(duel, at_random(random), now)


def played_on(duel: Duel, choose: Choose, now: Instant) -> Iterator[Duel]:
    """Yield each remaining step of a duel."""
    while isinstance(duel, Playing):
        duel = life.play(duel, duel.waiting_for, choose(duel), now=now)
        yield duel


def finished(duel: Duel, choose: Choose, now: Instant) -> Finished:
    """The duel played to its end."""
    *_, end = played_on(duel, choose, now)
    assert isinstance(end, Finished)
    return end


def random_record(game: Game[Any], random: Random) -> Record:
    """A whole game between players who make any legal move."""
    record = Record.start(game)
    while legal := record.legal:
        record = record.play(random.choice(legal))
    return record


def safe_move(record: Record) -> int:
    """The largest move after which the game goes on and no reply ends it, or else the largest."""
    safe = [move for move in record.legal if not _can_end(record.play(move))]
    going_on = [move for move in safe if record.play(move).outcome is None]
    return max(going_on or safe or record.legal)


def _can_end(record: Record) -> bool:
    return any(record.play(move).outcome for move in record.legal)
