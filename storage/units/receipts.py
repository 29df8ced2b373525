"""Receipts: the answers to calls. Discord may deliver the same interaction twice, and late."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import Any, get_args, get_type_hints

from engine import refusal as refusals
from engine.duel import Duel, Finished, Offered, Playing, Terms, as_of
from engine.durations import DAY
from engine.fairness import Unrated
from engine.games import own_refusals
from engine.ids import Instant, PlayerId, Span
from engine.refusal import Refusal, RefusedBefore
from storage.backend import DB, Rows
from storage.ids import GuildId, InteractionId
from storage.match import Call, Match
from storage.units import people
from storage.units.duel_rows import known

# Interaction tokens live for 15 minutes; no interaction comes again after a day.
KEPT = Span(DAY)

REFUSALS = {
    each.code: each
    for each in vars(refusals).values()
    if isinstance(each, type) and issubclass(each, Refusal)
}


def once(db: DB, call: Call, step: Callable[[], Match]) -> Match | Refusal:
    """Take the step, or return the first answer to the same call. A refusal has a receipt too: the
    repeated call might be allowed by now, though its player was told otherwise."""
    if before := first_answer(db, call):
        return before
    try:
        answer: Match | Refusal = step()
    except Refusal as refusal:
        # A step refuses before it writes anything, so there is nothing to undo.
        answer = refusal
    write(db, call, answer)
    return answer


def first_answer(db: DB, call: Call) -> Match | Refusal | None:
    """Return what the same call was answered before."""
    row = db.execute(
        "SELECT * FROM receipt WHERE guild = ? AND interaction = ?", (call.guild, call.interaction)
    ).fetchone()
    return _answer_in(db, call.guild, row) if row else None


def forget(db: DB, guild: GuildId, now: Instant) -> None:
    db.execute("DELETE FROM receipt WHERE guild = ? AND at < ?", (guild, now - KEPT))


def rename(db: DB, guild: GuildId, player: PlayerId, name: PlayerId) -> None:
    """Rename an erased player in refusals that others were given."""
    for interaction, text in _told_of(db, guild, player):
        db.execute(
            "UPDATE receipt SET refusal = ? WHERE guild = ? AND interaction = ?",
            (_named(player).sub(str(name), text), guild, interaction),
        )


def tell_of(db: DB, guild: GuildId, player: PlayerId) -> bool:
    """Whether any receipt names a player."""
    one = (guild, player)
    called = db.execute("SELECT 1 FROM receipt WHERE guild = ? AND player = ? LIMIT 1", one)
    return called.fetchone() is not None or bool(_told_of(db, guild, player))


def _told_of(db: DB, guild: GuildId, player: PlayerId) -> list[tuple[InteractionId, str]]:
    told = db.execute(
        "SELECT interaction, refusal FROM receipt WHERE guild = ? AND refusal LIKE '%' || ? || '%'",
        (guild, str(player)),
    )
    return [(each, text) for each, text in told if _named(player).search(text)]


def _named(player: PlayerId) -> re.Pattern[str]:
    """Match the player's ID, but not inside a longer number."""
    return re.compile(rf"(?<!\d){player}(?!\d)")


def write(db: DB, call: Call, answer: Match | Refusal) -> Match | Refusal | None:
    """Write the receipt of a call. If there is one already, return the first answer."""
    return answer_before(db, call, insert(db, call, answer))


def answer_before(db: DB, call: Call, inserted: Rows) -> Match | Refusal | None:
    """Return the first answer to a call whose receipt was there already."""
    return None if inserted.rowcount else first_answer(db, call)


def insert(db: DB, call: Call, answer: Match | Refusal) -> Rows:
    """Insert the receipt of a call, unless there is one already."""
    number = step = deadline = refusal = None
    if isinstance(answer, Match):
        number, step, deadline = answer.id, answer.step, _deadline(answer.duel)
    else:
        refusal = text_of(answer)
        people.list_server(db, call.guild)
    receipt = (call.guild, call.interaction, call.at, call.player, number, step, deadline, refusal)
    return db.execute(
        "INSERT INTO receipt (guild, interaction, at, player, duel, step, deadline, refusal)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        receipt,
    )


def _answer_in(db: DB, guild: GuildId, row: Any) -> Match | Refusal:
    if row["refusal"] is not None:
        return refusal_in(row["refusal"])
    match = known(db, guild, row["duel"])
    duel = _as_of(match, row["step"], row["deadline"])
    answer = replace(match, duel=duel, again=True)
    if isinstance(duel, Finished):
        return answer
    return replace(answer, gains=None, highlights=None, good_game=(False, False))


def _as_of(match: Match, step: int, deadline: Instant) -> Duel:
    """Return the duel as it was at an earlier step."""
    if step == match.step:
        return match.duel
    if isinstance(match.duel, Finished) and match.duel.void and step == match.step - 1:
        return replace(match.duel, void=False)
    duel = replace(match.duel, terms=_agreed(match.duel.terms))
    if step == 0 or not isinstance(duel, Playing | Finished):
        return Offered(duel.terms, deadline)
    return as_of(duel, step - 1, deadline)


def _agreed(terms: Terms) -> Terms:
    """Return the terms before the end, when nobody had looked for blocked players."""
    return replace(terms, unrated=None) if terms.unrated is Unrated.BLOCKED else terms


def _deadline(duel: Duel) -> Instant | None:
    if isinstance(duel, Offered):
        return duel.expires
    return duel.deadline if isinstance(duel, Playing) else None


def text_of(refusal: Refusal) -> str:
    return json.dumps([refusal.code, refusal.facts()])


def refusal_in(text: str) -> Refusal:
    code, facts = json.loads(text)
    try:
        refusal = REFUSALS.get(code) or own_refusals()[code]
        kinds = get_type_hints(refusal)
        return refusal(**{name: _as(kinds[name], fact) for name, fact in facts.items()})
    except (KeyError, TypeError):
        return RefusedBefore()


def _as(kind: Any, fact: Any) -> Any:
    """Restore tuples and enumerations, which JSON doesn't have."""
    if isinstance(fact, list):
        return tuple(fact)
    for each in get_args(kind) or [kind]:
        if isinstance(each, type) and issubclass(each, Enum) and fact in list(each):
            return each(fact)
    return fact
