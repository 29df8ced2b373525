"""The changes that a user may make to the database, by the engine's own rules: a duel changes only
by a step that they may take, and every other row belongs to somebody."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from bot.interactions.custom_id import ConfirmDelete
from engine import duel as life
from engine.duel import Duel, Finished, Offered, Playing, Withdrawn
from engine.ids import Instant, PlayerId
from engine.refusal import Refusal
from storage.match import Match
from tests.bot.hostile.scene import Came, Deed, Scene, pressed
from tests.bot.simcord.world import Seating

MODERATOR = "boss"
# Tables of a moderator's choices, and tables that are recalculated from duels.
CHOSEN = ("season", "blocked", "server_channel", "server_role", "server_variant")
COUNTED = ("standing", "course", "census", "rung")


def changes(scene: Scene, came: Came) -> Iterator[str]:
    """Yield the changes that weren't allowed."""
    actor, is_moderator = scene.player(came.deed.who), came.deed.who == MODERATOR
    if _erases(came.deed):
        yield from _of_others(came, actor)
        return
    yield from _of_duels(came, actor, scene.world.now(), is_moderator=is_moderator)
    if not is_moderator:
        yield from _of_the_server(came)
    for _, player, *_ in came.changed("preferences"):
        if player != actor:
            yield f"what {player} chose"
    for table in ("attempt", "solver"):
        for _, player, *_ in came.changed(table):
            if player != actor:
                yield f"{table} of {player}"
    for row in came.after["receipt"] - came.before["receipt"]:
        if (row[1], row[3]) != (came.interaction, actor):
            yield f"a receipt: {row}"


def _of_duels(came: Came, actor: PlayerId, now: Instant, *, is_moderator: bool) -> Iterator[str]:
    for number, match in came.duels.items():
        before = came.duels_before.get(number)
        if before != match and not _may(before, match, actor, now, is_moderator=is_moderator):
            yield f"{came.deed.who} did this: {before} became {match}"
    if came.duels_before.keys() - came.duels.keys():
        yield "a duel is gone"
    if not came.changed("duel"):
        yield from (f"counted: {each}" for table in COUNTED for each in came.changed(table))


def _of_the_server(came: Came) -> Iterator[str]:
    yield from (f"chosen: {each}" for table in CHOSEN for each in came.changed(table))
    # A look at a profile has wins judged: the last column says up to which end.
    if len({(row[4], *row[6:-1]) for row in came.changed("server")}) > 1:
        yield "the server has another clock, more rated duels, or other boards"


def _erases(deed: Deed) -> bool:
    return isinstance(pressed(deed), ConfirmDelete)


def _of_others(came: Came, actor: PlayerId) -> Iterator[str]:
    """Deleting one's own data changes no duel of other players."""
    for number, before in came.duels_before.items():
        terms = before.duel.terms
        others = actor not in (terms.challenger, terms.opponent)
        if others and came.duels[number].duel != before.duel:
            yield f"{actor} was forgotten, and {before} became {came.duels[number]}"


def _may(
    before: Match | None, after: Match, actor: PlayerId, now: Instant, *, is_moderator: bool
) -> bool:
    terms = after.duel.terms
    if before is None:
        is_begun = isinstance(after.duel, Offered) or terms.level is not None
        return is_begun and terms.challenger == actor
    if _timeless(before.duel) == _timeless(after.duel):
        # The only change is where the duel is shown, or how it is counted.
        return is_moderator or actor in (terms.challenger, terms.opponent)
    steps = _steps(before.duel, actor, now, is_moderator=is_moderator)
    return _timeless(after.duel) in map(_timeless, steps)


def _steps(duel: Duel, actor: PlayerId, now: Instant, *, is_moderator: bool) -> Iterator[Duel]:
    """Yield each duel that one permitted step of the actor leads to."""
    terms = duel.terms
    tried: list[Callable[[], Duel]] = [
        *(
            partial(life.accept, duel, actor, now=now, random=Seating(each))
            for each in (terms.challenger, terms.opponent)
        ),
        *(partial(step, duel, actor, now=now) for step in (life.decline, life.cancel, life.resign)),
    ]
    if isinstance(duel, Playing):
        texts = [duel.record.game.text(move) for move in duel.record.legal]
        tried += [partial(life.play, duel, actor, text, now=now) for text in texts]
    if is_moderator:
        tried += [partial(life.end, duel, now=now), partial(life.void, duel, now=now)]
    for step in tried:
        try:
            after = step()
        except Refusal:
            continue
        yield after
        yield from _replies(after, now)


def _replies(duel: Duel, now: Instant) -> Iterator[Duel]:
    """Yield the duel after each move that the bot can answer with, if it is the opponent."""
    if not (isinstance(duel, Playing) and duel.terms.level):
        return
    if duel.waiting_for == duel.terms.opponent:
        yield from (life.after_move(duel, move, now) for move in duel.record.legal)


def _timeless(duel: Duel) -> tuple[Any, ...]:
    """Return the duel without its times and without whether it is rated, which others decide
    too."""
    terms = replace(duel.terms, unrated=None)
    match duel:
        case Offered():
            return (terms,)
        case Withdrawn(how=how):
            return (terms, how)
        case Playing(seats=seats, record=record, earlier=earlier):
            return (terms, seats, record.text, earlier and earlier.text)
        case Finished(seats=seats, record=record, earlier=earlier):
            end = (duel.winner, duel.reason, duel.void)
            return (terms, seats, record.text, earlier and earlier.text, *end)
