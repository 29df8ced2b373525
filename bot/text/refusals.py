"""Turns a refusal into a sentence in the reader's language."""

import json
from collections.abc import Callable
from typing import Any

from bot.text.english import English, Words
from bot.text.format import board_url, duel_link, duration, listing, mention, parity, quoted, ranges
from bot.text.game_texts import own_refusal, title_of
from bot.text.move_names import move_ranges
from engine.durations import SECOND
from engine.games import GAMES
from engine.ids import PlayerId
from engine.refusal import (
    AlreadyOver,
    ClockOutOfBounds,
    InRatedDuel,
    MoveRefused,
    NotYourTurn,
    Refusal,
    WrongParity,
)

# Facts that no user has typed: they are neither cut nor escaped, because Discord renders them.
_OURS = {"link", "channel"}
# Facts that are user IDs.
_PEOPLE = {"challenger", "opponent", "player", "waiting_for"}


def sentence(  # noqa: PLR0913  (who reads it, and where)
    refusal: Refusal,
    words: Words = English,
    *,
    reader: PlayerId | None = None,
    pings: str | None = None,
    quote: Callable[[str], str] = quoted,
    directly: bool = False,
) -> str:
    """Return the sentence that says why not, and what to do instead.

    `reader` may get a wording of their own, and so may somebody who is told `directly`, in direct
    messages. `pings` is what a player of the duel has chosen about
    pings; without it, nothing is said about a ping.
    """
    facts = {name: _show(name, fact, words, quote) for name, fact in refusal.facts().items()}
    otherwise = words.REFUSED
    if isinstance(refusal, MoveRefused):
        if refusal.named:
            choices = listing(map(quote, refusal.named), words=words)
            runs = listing(map(quote, move_ranges(refusal.named)), words=words)
        else:
            choices, runs = listing(refusal.legal, words=words), ranges(refusal.legal)
        advice = words.ADVICE.get(refusal.demand, words.ADVICE["choose"])
        facts["advice"] = advice.format(choices=choices, ranges=runs) + "."
        otherwise = words.MOVE_REFUSED
    if own := own_refusal(refusal, facts, words):
        return own
    text = words.REFUSALS.get(refusal.code, otherwise)
    if directly:
        text = words.DIRECTLY.get(refusal.code, text)
    facts |= _in_words(refusal, words)
    if "seconds" in facts:
        facts["wait"] = duration(int(facts["seconds"]) * SECOND, words)
    if isinstance(refusal, NotYourTurn) and pings and pings in words.TURN_PINGS:
        text = f"{text} {words.TURN_PINGS[pings]}"
    about = getattr(refusal, "player", None) or getattr(refusal, "opponent", None)
    if reader is not None and about == reader:
        text = words.TO_YOU.get(refusal.code, text)
    return text.format(**facts)


def _in_words(refusal: Refusal, words: Words) -> dict[str, str]:
    """The facts of some refusals that are told in another way, or made of several."""
    if isinstance(refusal, WrongParity):
        return {"parity": parity(refusal.number, words)}
    if isinstance(refusal, AlreadyOver):
        return {"how": words.OVER.get(refusal.how, words.IS_OVER)}
    if isinstance(refusal, ClockOutOfBounds):
        return {name: duration(getattr(refusal, name), words) for name in ("least", "most")}
    if isinstance(refusal, InRatedDuel):
        url = board_url(refusal.guild, refusal.channel, refusal.message)
        return {"link": duel_link(refusal.number, url, words)}
    return {}


def _show(name: str, fact: Any, words: Words, quote: Callable[[str], str]) -> str:
    if isinstance(fact, Refusal):
        return sentence(fact, words, quote=quote)
    if isinstance(fact, tuple):
        shown = (mention(each, words) for each in fact) if name == "players" else fact
        together = name in ("players", "permissions")
        return listing(shown, words=words, last=words.AND if together else words.OR)
    if name in _OURS:
        return str(fact)
    if name in _PEOPLE:
        return mention(fact, words)
    if name == "value":
        fact = json.dumps(fact, ensure_ascii=False, default=str)
    if name == "game":
        return title_of(GAMES[fact], words)
    return quote(fact) if isinstance(fact, str) else str(fact)
