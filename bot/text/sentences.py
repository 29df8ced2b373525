"""Facts into sentences: the only place that knows what a refusal or a board sounds like."""

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any

from bot.text import terminal
from bot.text.english import English
from engine.games import GAMES
from engine.games.game import Game, Rules
from engine.games.view import View
from engine.ids import PlayerId
from engine.refusal import AlreadyOver, MoveRefused, Refusal, WrongParity
from engine.standing import Standing
from storage.trouble import DatabaseTrouble, Trouble, WrongStanding

# A language is a class with everything that English has.
Words = type[English]
LANGUAGES: Mapping[str, Words] = {"en": English}

_LISTED = 10
_QUOTED = 40
# Facts that no player has written. They may be longer than what anybody is quoted with, and mean
# something to Discord.
_OURS = {"link", "channel"}
# Facts that are people.
_PEOPLE = {"challenger", "opponent", "player", "waiting_for"}


def spoken(locale: str | None) -> Words:
    """The words of a locale such as `en-GB`; those who speak none of ours get English."""
    return LANGUAGES.get((locale or "").partition("-")[0], English)


def quoted(text: str) -> str:
    """Somebody's text, safe to print: short, and nothing in it that moves a cursor."""
    shown = "".join(each if each.isprintable() else "�" for each in text[:_QUOTED])
    return shown + English.MORE if len(text) > _QUOTED else shown


def sentence(
    refusal: Refusal,
    words: Words = English,
    *,
    reader: PlayerId | None = None,
    quote: Callable[[str], str] = quoted,
) -> str:
    """Why not, and what to do instead. Some are worded differently to whoever they are about."""
    facts = {name: _show(name, fact, words, quote) for name, fact in refusal.facts().items()}
    text = words.REFUSALS.get(refusal.code, words.REFUSED)
    if isinstance(refusal, MoveRefused):
        choices, runs = listing(refusal.legal, words=words), ranges(refusal.legal)
        facts["advice"] = stop(words.ADVICE[refusal.demand].format(choices=choices, ranges=runs))
        text = words.REFUSALS.get(refusal.code, words.MOVE_REFUSED)
    if isinstance(refusal, WrongParity):
        facts["parity"] = parity(refusal.number, words)
    if isinstance(refusal, AlreadyOver):
        facts["how"] = words.OVER.get(refusal.how, words.IS_OVER)
    about = getattr(refusal, "player", None) or getattr(refusal, "opponent", None)
    if reader is not None and about == reader:
        text = words.TO_YOU.get(refusal.code, text)
    return text.format(**facts)


def trouble(failed: Trouble) -> str:
    """What failed, and what whoever hosts the bot can do about it."""
    facts = failed.facts()
    if isinstance(failed, DatabaseTrouble):
        facts["folder"] = failed.path.parent
    for name in facts.keys() & {"stored", "counted"}:
        facts[name] = _standing(facts[name])
    text = terminal.TROUBLES.get(failed.code, terminal.TROUBLE)
    if isinstance(failed, WrongStanding) and facts["stored"] == facts["counted"]:
        text = terminal.ODD_STANDING
    return text.format(**facts)


def _standing(standing: Standing | None) -> str:
    if standing is None:
        return terminal.NO_STANDING
    rating = terminal.NO_RATING
    if standing.rank:
        numbers = {name: f"{number:.1f}" for name, number in vars(standing.rank.rating).items()}
        rating = terminal.RATING.format(**numbers)
    return terminal.STANDING.format(**vars(standing), rating=rating)


def mention(player: PlayerId, words: Words = English) -> str:
    """A name in every script, which nobody can fake or break a line with."""
    return f"<@{player}>" if player > 0 else words.DELETED_PLAYER


def title_of(game: Game[Any] | type[Game[Any]], words: Words = English) -> str:
    """Games speak for themselves in English. Another language has its own words for them."""
    return words.TITLES.get(game.key, game.title)


def pitch_of(game: Game[Any] | type[Game[Any]], words: Words) -> str:
    return words.PITCHES.get(game.key, game.pitch)


def rules_of(game: Game[Any], words: Words) -> Rules:
    rules = words.RULES_OF.get(game.key)
    return rules(game) if rules else game.rules


def ask(view: View) -> str:
    """What the player to move has to do, and with what."""
    moves = [choice.move for choice in view.choices]
    asked = English.DEMANDS[view.demand]
    return asked.format(last=table(view), choices=listing(moves, None), ranges=ranges(moves)) + "."


def stuck(view: View, words: Words = English) -> str:
    return words.STUCK[view.demand].format(last=table(view))


def table(view: View) -> int | None:
    """The number on the table: the last one taken or left."""
    return view.trail[-1] if view.trail else view.last


def parity(number: int, words: Words = English) -> str:
    return words.EVEN_OR_ODD[number % 2]


def listing(
    items: Iterable[object], most: int | None = _LISTED, words: Words = English, last: str = ""
) -> str:
    """`1, 2 or 3`; of more than `most` the first ones and an ellipsis."""
    shown = [str(item) for item in items]
    if most is not None and len(shown) > most:
        return f"{', '.join(shown[:most])} {words.MORE}"
    *others, end = shown or [words.NONE]
    return f"{', '.join(others)} {last or words.OR} {end}" if others else end


def ranges(numbers: Iterable[int]) -> str:
    """`1-5, 7` for ascending numbers."""
    runs = [
        [number for _, number in run]
        for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    ]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def signed(change: int) -> str:
    """`+9`, `−9` or `±0`."""
    return f"{'+' if change > 0 else '−' if change < 0 else '±'}{abs(change)}"


def stop(text: str) -> str:
    """Nothing ends in `….`."""
    return text if text.endswith(English.MORE) else f"{text}."


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
