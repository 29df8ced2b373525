"""Whether a duel is rated, why it isn't, and which variant of its game would be."""

from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from bot.delivery.message import Button
from bot.interactions import custom_id
from bot.text.english import Words
from bot.text.game_texts import variant_name
from engine.duel import Terms
from engine.fairness import Unrated, why_unrated
from engine.games import kind_of, set_up
from engine.games.game import Game
from engine.games.preset import Preset
from storage.ids import DuelId

# Why a duel is unrated that another variant of its game would not be.
BY_OPTIONS = frozenset(
    (Unrated.FATE, Unrated.TOO_LARGE, Unrated.NO_CHOICE, Unrated.SEAT, Unrated.UNMEASURED)
)
# What games call the preset that is best to be rated.
RANKED = "ranked"


@dataclass(frozen=True)
class _Agreed:
    """Terms about which nothing but the game could be unfair."""

    game: Game[Any]
    unrated: Unrated | None = None
    seats_are_even: bool = True


def preset_game(key: str, preset: Preset) -> Game[Any]:
    """A game by a preset, without a start if the host draws one."""
    return set_up(key, preset.options, SystemRandom()).without_start()


def is_rated(game: Game[Any]) -> bool:
    """Whether duels with these options can be rated."""
    return why_unrated(_Agreed(game)) is None


def ranked_preset(key: str) -> Preset | None:
    """The preset of a game that is rated: the one with that name, or else the first."""
    rated = [each for each in kind_of(key).presets if is_rated(preset_game(key, each))]
    return next((each for each in rated if each.name == RANKED), next(iter(rated), None))


def not_rated(terms: Terms, words: Words) -> list[str]:
    """A line that says why, unless the players wanted it so."""
    if terms.unrated is None or terms.unrated not in words.UNRATED_BECAUSE:
        return []
    because = words.UNRATED_BECAUSE[terms.unrated]
    return [words.SMALL.format(line=words.NOT_RATED.format(because=because))]


def ranked_button(number: DuelId, terms: Terms, words: Words) -> tuple[Button, ...]:
    """A button that leads to the rated variant of a duel's game, unless that is what it is."""
    preset = ranked_preset(terms.game.key)
    if preset is None or terms.game.variant == preset.name:
        return ()
    label = words.RANKED_BUTTON.format(variant=variant_name(preset.name, words))
    return (Button(label, custom_id.PlayRanked(number)),)


def is_unrated_by_options(terms: Terms) -> bool:
    """Whether a duel with other options of the game could be rated."""
    return terms.unrated in BY_OPTIONS
