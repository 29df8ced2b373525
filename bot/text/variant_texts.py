"""A variant of a game in a line: what it is, how long it takes, and whether it is rated."""

from bot.text.english import Words
from bot.text.format import duration
from bot.text.game_texts import AnyGame, about_variant, summary_of, variant_name
from engine.durations import MINUTE
from engine.games.preset import Preset

# Discord's limit for the name of a choice, and for its description.
CHOICE = 100


def variant_choice(game: AnyGame, preset: Preset, words: Words, *, rated: bool) -> str:
    """As in `ranked · 1 to 40: divide … · 3 minutes · rated`."""
    name = variant_name(preset.name, words)
    return _fitted(f"{name} · ", about_variant(game, preset, words), _facts(preset, words, rated))


def practice_choice(game: AnyGame, preset: Preset, words: Words) -> str:
    """The same where nothing is rated: `ranked · 1 to 40: divide … · 3 minutes`."""
    name = variant_name(preset.name, words)
    about = about_variant(game, preset, words)
    return _fitted(f"{name} · ", about, f" · {_minutes(preset, words)}")


def variant_description(game: AnyGame, preset: Preset, words: Words, *, rated: bool) -> str:
    """The same where its name stands above."""
    return _fitted("", about_variant(game, preset, words), _facts(preset, words, rated))


def game_description(game: AnyGame, preset: Preset, words: Words) -> str:
    """As in `Divide or multiply · strategic · 3 minutes`."""
    return _fitted("", summary_of(game, words), f" · {_minutes(preset, words)}")


def _facts(preset: Preset, words: Words, rated: bool) -> str:  # noqa: FBT001
    return f" · {_minutes(preset, words)} · {words.RATED if rated else words.UNRATED}"


def _minutes(preset: Preset, words: Words) -> str:
    return duration(preset.minutes * MINUTE, words)


def _fitted(before: str, about: str, after: str) -> str:
    """The middle cut short at a word, so that all of it is no longer than a choice may be."""
    about, room = about.removesuffix("."), CHOICE - len(before) - len(after)
    if len(about) > room:
        about = about[: room - 1].rpartition(" ")[0].rstrip(",;:.") + "…"
    return f"{before}{about}{after}"
