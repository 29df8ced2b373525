"""The variant of a game that a server plays."""

from engine.games import kind_of
from engine.games.preset import Preset
from storage.people import HouseRules


def chosen_variant(rules: HouseRules, game: str) -> Preset | None:
    """Return the preset of a game that a server has chosen. A name that the game doesn't have any
    more counts as none."""
    name = rules.variant_of(game)
    return next((each for each in kind_of(game).presets if each.name == name), None)


def usual_variant(rules: HouseRules, game: str) -> Preset:
    """Return the preset that is played in a server unless the players choose another: the one that
    the server has chosen, or else the game's first."""
    return chosen_variant(rules, game) or kind_of(game).presets[0]
