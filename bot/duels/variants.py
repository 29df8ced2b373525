"""The variants of games, and what players agree to when they choose one."""

from collections.abc import Mapping
from dataclasses import replace
from random import SystemRandom
from typing import Any

from bot.boards.unrated import preset_game, ranked_preset
from bot.interactions.refusals import DeadButton
from engine.duel import First, Terms
from engine.games import agreed, kind_of, named_options, preset_of
from engine.games.game import Game
from engine.games.preset import Preset
from engine.ids import PlayerId
from engine.opponents.levels import levels_of
from engine.refusal import HostsOption
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


def presets_for(key: str, rules: HouseRules) -> tuple[Preset, ...]:
    """The presets of a game, the usual one first."""
    usual = usual_variant(rules, key)
    return (usual, *(each for each in kind_of(key).presets if each is not usual))


def agreed_game(
    key: str, variant: str | None, options: Mapping[str, object], rules: HouseRules
) -> Game[Any]:
    """The game that players have agreed to: a variant, or else what the server usually plays, but
    with these options. Of an option that they leave open, its value is drawn."""
    if variant is not None:
        return _with_options(key, preset_of(key, variant), options)
    try:
        return _with_options(key, usual_variant(rules, key), options)
    except HostsOption:
        # The server usually has this drawn, and these players choose it.
        return _with_options(key, kind_of(key).presets[0], options)


def practised_game(
    key: str, variant: str | None, options: Mapping[str, object], rules: HouseRules
) -> Game[Any]:
    """The game that a player has chosen for a duel with the bot. Where they leave everything open
    and nobody can be better at what is usually played, it is the first variant where somebody
    can."""
    usual = agreed_game(key, variant, options, rules)
    if variant or options or levels_of(usual):
        return usual
    games = (preset_game(key, each) for each in presets_for(key, rules))
    return next((each for each in games if levels_of(each)), usual)


def _with_options(key: str, preset: Preset, options: Mapping[str, object]) -> Game[Any]:
    known = named_options(kind_of(key))
    chosen = {known[name].key for name in options if name in known}
    kept = {name: value for name, value in preset.options.items() if known[name].key not in chosen}
    return agreed(key, {**kept, **options}, SystemRandom())


def ranked_terms(terms: Terms, player: PlayerId) -> Terms:
    """The same, but to the ranked variant of the game and from this player, with drawn seats."""
    preset = ranked_preset(terms.game.key)
    if preset is None:
        raise DeadButton
    return replace(
        terms,
        challenger=player,
        opponent=terms.other(player),
        game=preset_game(terms.game.key, preset),
        first=First.DRAWN,
        unrated=None,
    )
