"""Duels with the bot: it accepts at once, and answers every move together with it."""

from collections.abc import Hashable, Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType

from engine.duel import (
    MOST_HINTS,
    Duel,
    Finished,
    Playing,
    Terms,
    accept,
    after_move,
    in_play,
    offer,
)
from engine.durations import CHALLENGE_LASTS
from engine.fairness import Unrated
from engine.ids import Instant, PlayerId
from engine.opponents.levels import reply
from engine.positions import place
from engine.record import Record
from engine.refusal import GameOver, NoHintHere, Refusal, StaleBoard

# Places of positions in which the bot doesn't move, each with the refusal that says why.
Kept = Mapping[Hashable, Refusal]
NONE_KEPT: Kept = MappingProxyType({})


def begin(terms: Terms, *, now: Instant, random: Random, record: Record | None = None) -> Playing:
    """Begin a duel whose opponent is the bot. It may have to move: see `after_reply`. With a record
    the duel is of that game, and goes on as if the two had made its moves."""
    if record and (over := record.outcome):
        raise GameOver(over.winner)
    if record:
        terms = replace(terms, game=record.game, played_from=record.ply)
    offered = offer(replace(terms, unrated=Unrated.BOT), now=now, lasting=CHALLENGE_LASTS)
    begun = accept(offered, terms.opponent, now=now, random=random)
    return replace(begun, record=record) if record else begun


def awaits_bot(duel: Playing | Finished) -> bool:
    """Whether the bot is to move."""
    if not isinstance(duel, Playing) or duel.terms.level is None:
        return False
    return duel.waiting_for == duel.terms.opponent


def after_reply(
    duel: Playing | Finished, *, now: Instant, random: Random, kept: Kept = NONE_KEPT
) -> Playing | Finished:
    """The duel after the bot has moved, if it has to. It moves twice where one leg ends and it
    begins the next. In a kept position it refuses to move."""
    level = duel.terms.level
    while level and isinstance(duel, Playing) and awaits_bot(duel):
        game, state = duel.record.game, duel.record.state
        if kept and (refusal := kept.get(place(game, state))):
            raise refusal
        duel = after_move(duel, reply(game, state, level, random), now)
    return duel


def hint(duel: Duel, by: PlayerId, ply: int, steps: int) -> Playing:
    """The duel after the player has asked for these steps of the hint about the board with so many
    moves: the first says which kind of move is good, the second which move. Steps that they have
    asked for already don't count again."""
    playing = in_play(duel, by)
    if playing.terms.level is None:
        raise NoHintHere
    if ply != playing.ply:
        raise StaleBoard(ply, playing.ply)
    more = min(steps, MOST_HINTS) - playing.hints.count(ply)
    return replace(playing, hints=(*playing.hints, *(ply for _ in range(more))))
