"""Facts into sentences: the only place that knows what a refusal or a board sounds like."""

import json
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from bot.words import en
from engine.games import GAMES
from engine.games.view import View
from engine.refusal import MoveRefused, Refusal, WrongParity
from storage.trouble import DatabaseTrouble, Trouble

_LISTED = 10
_QUOTED = 40


def sentence(refusal: Refusal) -> str:
    """Why not, and what to do instead."""
    facts = {name: _show(name, fact) for name, fact in refusal.facts().items()}
    words = en.REFUSALS.get(refusal.code, en.REFUSED)
    if isinstance(refusal, MoveRefused):
        choices, runs = listing(refusal.legal), ranges(refusal.legal)
        facts["advice"] = _stop(en.ADVICE[refusal.demand].format(choices=choices, ranges=runs))
        words = en.REFUSALS.get(refusal.code, en.MOVE_REFUSED)
    if isinstance(refusal, WrongParity):
        facts["parity"] = parity(refusal.number)
    return words.format(**facts)


def trouble(failed: Trouble) -> str:
    """What failed, and what to do about it."""
    facts = failed.facts()
    if isinstance(failed, DatabaseTrouble):
        facts["folder"] = failed.path.parent
    for name in facts.keys() & {"stored", "counted"}:
        facts[name] = en.STANDING.format(**vars(facts[name])) if facts[name] else en.NO_STANDING
    return en.TROUBLES.get(failed.code, en.TROUBLE).format(**facts)


def ask(view: View) -> str:
    """What the player to move has to do, and with what."""
    moves = [choice.move for choice in view.choices]
    asked = en.DEMANDS[view.demand]
    return asked.format(last=_last(view), choices=listing(moves, None), ranges=ranges(moves)) + "."


def stuck(view: View) -> str:
    return en.STUCK[view.demand].format(last=_last(view))


def parity(number: int) -> str:
    return en.EVEN_OR_ODD[number % 2]


def listing(items: Iterable[object], most: int | None = _LISTED) -> str:
    """`1, 2 or 3`; of more than `most` the first ones and an ellipsis."""
    words = [str(item) for item in items]
    if most is not None and len(words) > most:
        return f"{', '.join(words[:most])} {en.MORE}"
    *others, last = words or [en.NONE]
    return f"{', '.join(others)} {en.OR} {last}" if others else last


def ranges(numbers: Iterable[int]) -> str:
    """`1-5, 7` for ascending numbers."""
    runs = [
        [number for _, number in run]
        for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    ]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def quoted(text: str) -> str:
    """Somebody's text, safe to print: short, and nothing in it that moves a cursor."""
    shown = "".join(each if each.isprintable() else "�" for each in text[:_QUOTED])
    return shown + en.MORE if len(text) > _QUOTED else shown


def _last(view: View) -> int | None:
    return view.trail[-1] if view.trail else view.last


def _stop(text: str) -> str:
    return text if text.endswith(en.MORE) else f"{text}."


def _show(name: str, fact: Any) -> str:
    if isinstance(fact, Refusal):
        return sentence(fact)
    if isinstance(fact, tuple):
        return listing(fact)
    if name == "game":
        return GAMES[fact].title
    if name == "value":
        return quoted(json.dumps(fact, ensure_ascii=False, default=str))
    return quoted(str(fact))
