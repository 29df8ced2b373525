"""Check the outcome of any deed: it is answered once, in a form that Discord accepts and visible
only to those it is for, and nobody has done what they aren't permitted to."""

import re
from collections.abc import Iterator
from typing import Any

from bot.interactions.custom_id import ShareDaily, decode
from bot.interactions.handlers import BUTTONS
from bot.interactions.refusals import DeadButton
from engine.duel import Duel, Playing
from engine.ids import PlayerId
from tests.bot.hostile.lines import forged
from tests.bot.hostile.rules import changes
from tests.bot.hostile.scene import FORM, PRESS, PRIVATE, TYPING, Came, Json, Scene, asked, pressed
from tests.bot.hostile.spoken import messages_in, strings_in, texts_in
from tests.bot.hostile.texts import means, unseen
from tests.bot.simcord.layout import walk
from tests.bot.simcord.protocol import complaints

EPHEMERAL = 1 << 6
# Kinds of answers: at once, later, later by changing what was pressed or at once so, and offers.
NOW, LATER, LATER_CHANGE, CHANGE, OFFERS = 4, 5, 6, 7, 8
# The requests that may follow each type of answer, in order: create, change and delete a message.
AFTER: dict[int, tuple[tuple[str, ...], ...]] = {
    # The question that follows a player's first duel is a message of its own.
    NOW: ((), ("POST",)),
    CHANGE: ((), ("POST",)),
    OFFERS: ((),),
    LATER: (("POST",), ("PATCH",), ("PATCH", "POST", "DELETE")),
    # A board that is posted anew deletes the one that was pressed.
    LATER_CHANGE: (("PATCH",), ("DELETE",), ("DELETE", "POST")),
}
# Commands whose answer is public though they change nothing.
LOOKS = ("duel leaderboard", "duel profile", "duel board")

_BLOCK = re.compile(r"```\n(.*?)\n```", re.DOTALL)
# A board, as wide as a phone shows it; a record to be copied; or a result to be shared.
_DRAWN = re.compile(
    r"[0-9 \[\]()·>…?\\/a-z●▲+×-]{,26}|1/[a-z]+/[a-z=0-9,]*/[0-9a-z-]*"
    r"|Duelhost daily \d+ [🟩🟥]{1,4} · streak \d+"
)


def wrong(scene: Scene, came: Came) -> list[str]:
    """Return all complaints about an outcome."""
    return [
        *_answered(came),
        *_badly_formed(came),
        *_for_others(came),
        *_pings(scene, came),
        *_more_than_text(came),
        *_faults(scene, came),
        *changes(scene, came),
    ]


def _answers(came: Came) -> list[tuple[str, str, Any]]:
    """Return the requests of this interaction: its answer and follow-ups."""
    token = f"simcord_interaction_{came.interaction}"
    return [each for each in came.said if token in each[1].split("/")]


def _answered(came: Came) -> Iterator[str]:
    answers = _answers(came)
    if not answers:
        # A form has no answer, as the bot never shows one.
        if came.deed.kind != FORM:
            yield "not answered"
        return
    (_, path, body), *others = answers
    if not path.endswith("/callback"):
        yield f"first of all {path}"
        return
    if (body["type"] == OFFERS) != (came.deed.kind == TYPING):
        yield f"answered by {body}"
    if tuple(method for method, *_ in others) not in AFTER[body["type"]]:
        yield f"answered by {body['type']}, and then {others}"
    if body["type"] == OFFERS:
        yield from _offers(body["data"]["choices"])


def _offers(choices: list[Json]) -> Iterator[str]:
    if len(choices) > 25:
        yield f"{len(choices)} are offered"
    for each in choices:
        if not (1 <= len(each["name"]) <= 100 and 1 <= len(each["value"]) <= 100):
            yield f"{each} is offered"


def _badly_formed(came: Came) -> Iterator[str]:
    yield from complaints([*came.said])
    for message in messages_in(came.said):
        for text in texts_in(message):
            if text.count("```") != 2 * len(_BLOCK.findall(text)):
                yield f"a block that isn't closed: {text}"
            for block in _BLOCK.findall(text):
                yield from (f"{each} is drawn" for each in block.split("\n") if not _fits(each))
        for part in walk(message.get("components") or []):
            if "custom_id" in part and not _works(part["custom_id"]):
                yield f"a button for nothing: {part}"


def _fits(line: str) -> bool:
    return _DRAWN.fullmatch(line) is not None


def _works(custom_id: str) -> bool:
    try:
        press = decode(custom_id)
    except DeadButton:
        return False
    return type(press) in BUTTONS and press.encode() == custom_id


def _for_others(came: Came) -> Iterator[str]:
    """Yield public messages that are neither news nor the answer of a public command."""
    shares = isinstance(pressed(came.deed), ShareDaily)
    news = came.changed("duel") or came.changed("season") or (shares and came.done)
    if news or asked(came.deed) in LOOKS:
        return
    for method, path, body in came.said:
        if method != "GET" and not _is_private(came, path, body):
            yield f"for everybody: {method} {path} {body}"


def _is_private(came: Came, path: str, body: Any) -> bool:
    if path.endswith("/callback"):
        on_private = came.deed.kind == PRESS and came.deed.on in PRIVATE
        if body["type"] in (CHANGE, LATER_CHANGE):
            return on_private
        return body["type"] == OFFERS or bool(body["data"].get("flags", 0) & EPHEMERAL)
    # A follow-up is seen by those who saw the answer.
    return path.startswith("/webhooks/")


def _pings(scene: Scene, came: Came) -> Iterator[str]:
    """Yield pings of anyone but a player who has to act, or to know, in a duel that has just
    changed."""
    actor = scene.player(came.deed.who)
    touched = [
        match.duel for number, match in came.duels.items() if came.duels_before.get(number) != match
    ]
    meant = {each for duel in touched for each in _concerned(duel, actor)}
    for message in messages_in(came.said):
        allowed = message.get("allowed_mentions", {})
        pinged = {*map(int, allowed.get("users") or ())}
        others = [allowed.get(each) for each in ("parse", "roles", "replied_user")]
        if any(others) or not pinged <= meant or len(pinged) > 1:
            yield f"pings {allowed}"
        if pinged and message.get("flags", 0) & EPHEMERAL:
            yield f"pings in private: {message}"


def _concerned(duel: Duel, actor: PlayerId) -> set[PlayerId]:
    """Seats may be drawn so that whoever has accepted begins."""
    if isinstance(duel, Playing):
        return {duel.waiting_for}
    return {duel.terms.challenger, duel.terms.opponent} - {actor}


def _more_than_text(came: Came) -> Iterator[str]:
    for message in messages_in(came.said):
        for text in strings_in(message):
            yield from (f"{each!r} in {text!r}" for each in (*means(text), *unseen(text)))


def _faults(scene: Scene, came: Came) -> Iterator[str]:
    for entry in came.logged:
        yield from forged(entry)
        if entry["log_level"] in ("error", "critical"):
            yield f"an incident: {entry}"
            scene.world.log.remove(entry)
    yield from (f"an error: {each}" for each in scene.errors.said)
    scene.errors.said.clear()
