"""The texts of a game: in the reader's language if that has them, else the game's own."""

from collections.abc import Hashable, Iterator, Mapping
from functools import lru_cache
from typing import Any, cast

from bot.text.english import English, Words
from engine.games import GAMES, preset_of
from engine.games.game import Game, Rules
from engine.games.options import Option
from engine.games.preset import CLASSIC, Preset
from engine.games.text import Text
from engine.games.view import View
from engine.outcome import Seat
from engine.refusal import Refusal

# Each board says the same of its game again, and there are only so many kinds of games at once.
_KINDS = 1024
AnyGame = Game[Any] | type[Game[Any]]


def title_of(game: AnyGame, words: Words = English) -> str:
    return words.TITLES.get(game.key, game.title)


def pitch_of(game: AnyGame, words: Words) -> str:
    return words.PITCHES.get(game.key, game.pitch)


def rules_of(game: Game[Any], words: Words) -> Rules:
    rules = words.RULES_OF.get(game.key)
    return rules(game) if rules else game.rules


def title_with_settings(game: Game[Any], words: Words = English) -> str:
    """The title, and what is special about this game, if anything is."""
    return _title_with_settings(game, cast("Hashable", words))


@lru_cache(_KINDS)
def _title_with_settings(game: Game[Any], words: Words) -> str:
    title = title_of(game, words)
    if game.is_usual:
        return title
    return words.TITLE_WITH_SETTINGS.format(title=title, settings=settings_of(game, words))


def settings_of(game: Game[Any], words: Words = English) -> str:
    """The variant that is played, or else the options, in a few words; nothing without any."""
    return variant_of(game, words) or options_of(game, words)


def options_of(game: Game[Any], words: Words = English) -> str:
    """The options that a game is played with, in a few words: `1–30, steps, drawn start`."""
    template = next(_texts(game, words)).settings
    settings = game.settings()
    # What the host draws isn't told before.
    drawn = game.start_options if game.draws_start else frozenset[str]()
    tells_drawn = any(f"{{{name}}}" in template for name in drawn)
    told = [] if tells_drawn else [game.settings_text(template)]
    if template:
        told += [
            words.OPTIONS_TOLD.get(f"{key}={value}", f"{key} {value}")
            for option in game.options()
            if option.added and not option.host
            for key, value in [(option.key, settings[option.key])]
            if value != option.default and f"{{{key}}}" not in template
        ]
    return ", ".join(filter(None, told))


def hints_of(game: Game[Any], view: View, words: Words) -> str:
    """What players of a game with these options see under each board, if anything."""
    return _hints(game, len(view.cells), cast("Hashable", words))


@lru_cache(_KINDS)
def _hints(game: Game[Any], count: int, words: Words) -> str:
    texts = (words.HINTS.get(f"{game.key}/{key}={value}") for key, value in game.settings().items())
    full = words.COUNTS.get((count + 1) // 2, "")
    hints = (text.format(count=full) for text in texts if text)
    return " · ".join(hint[:1].upper() + hint[1:] for hint in hints)


def rows_facts(
    game: Game[Any], view: View, people: Mapping[str, object], words: Words = English
) -> dict[str, object]:
    """The facts that sentences on the end of a game tell of its rows."""
    if not view.rows or view.outcome is None:
        return {}
    multiple, pairs = view.rows[0].multiple, [each.pairs for each in view.rows]
    full = (len(view.cells) + 1) // 2
    first = view.outcome.winner is Seat.FIRST
    completed = first and game.settings().get("rows", "own") == "own"
    tie = "completed" if completed else "first" if first else "second"
    one, many = words.PAIRS_KIND.get(multiple, ("", ""))
    most = max(pairs)
    return {
        "count": words.COUNTS.get(full, str(full)),
        "kind": words.SUMS_KIND.get(multiple, ""),
        "many": many,
        "tally": words.TALLY.format(count=most, pairs=one if most == 1 else many),
        "most": most,
        "least": min(pairs),
        "because": words.TIES[tie].format(**people),
    }


def variant_of(game: Game[Any], words: Words = English) -> str:
    """The name of the preset that a game is, in the reader's language; nothing for the first one,
    which is what a game's title alone means, and for options that are no preset."""
    return variant_name(game.variant, words) if game.variant and not game.is_usual else ""


def variant_name(variant: str, words: Words = English) -> str:
    return words.VARIANTS.get(variant, variant)


def about_variant(game: AnyGame, preset: Preset, words: Words = English) -> str:
    """Say how a preset is played. What all games call classic is told by the game's pitch."""
    if preset == CLASSIC:
        return pitch_of(game, words)
    return words.VARIANT_ABOUT.get(f"{game.key}/{preset.name}", preset.about)


def explained(game: Game[Any], words: Words = English) -> str:
    """How a game is played at its options, in a sentence or two."""
    if game.is_usual:
        return pitch_of(game, words)
    if game.variant:
        return about_variant(game, preset_of(game.key, game.variant), words)
    # Its pitch may be about other rules.
    return rules_of(game, words).valid


def summary_of(game: AnyGame, words: Words = English) -> str:
    """What players do in a game, and what kind of game it is; its pitch if it doesn't say so."""
    return words.SUMMARIES.get(game.key, game.summary) or pitch_of(game, words)


def about_option(game: AnyGame, option: Option, words: Words = English) -> str:
    """Explain an option in a sentence."""
    found = (each.options.get(option.key) for each in _texts(game, words))
    return next(filter(None, found), option.about)


def own_demand(
    game: Game[Any], code: str, facts: Mapping[str, object], words: Words = English
) -> str:
    """Tell the player to move what to do, if the game defines that demand itself."""
    own = (each.demands.get(code) for each in _texts(game, words))
    return _filled(own, facts) or words.ASKED["choose"].format(**facts)


def stuck(game: Game[Any], view: View, words: Words = English) -> str:
    """Why the player to move has no move."""
    facts = {"last": table(view)}
    if text := words.STUCK.get(view.demand):
        return text.format(**facts)
    own = (each.stuck.get(view.demand) for each in _texts(game, words))
    return _filled(own, facts) or words.STUCK["choose"]


def own_refusal(refusal: Refusal, facts: Mapping[str, object], words: Words) -> str | None:
    """Return the sentence of a refusal that a game defines itself."""
    for game in GAMES.values():
        own = (each.refusals.get(type(refusal)) for each in _texts(game, words))
        if text := _filled(own, facts):
            return text
    return None


def table(view: View) -> int | None:
    """The number on the table: the last one taken or left."""
    return view.trail[-1] if view.trail else view.last


def _texts(game: AnyGame, words: Words) -> Iterator[Text]:
    if game.key in words.GAME_TEXTS:
        yield words.GAME_TEXTS[game.key]
    yield game.TEXT


def _filled(templates: Iterator[str | None], facts: Mapping[str, object]) -> str | None:
    """The first template that can be filled in. A package may bring a broken one, and a plain
    sentence helps its players more than an error does."""
    for template in filter(None, templates):
        try:
            return template.format(**facts)
        except (LookupError, ValueError, AttributeError):
            continue
    return None
