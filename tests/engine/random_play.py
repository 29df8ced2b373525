"""Games as people who don't think play them, for tests that need many positions."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from engine.games import GAMES
from engine.games.game import Game
from engine.games.geography import Geography
from engine.games.options import ListOption, NumberOption, Option
from engine.games.preset import Preset
from engine.games.split import Split
from engine.refusal import NothingToTake
from tests.engine.countdown import Countdown


def boards(kind: type[Game[Any]]) -> list[Game[Any]]:
    """A game with its usual options, with each extreme of each option, and with each preset."""
    usual = usual_options(kind)
    found = [kind(**usual)]
    for option in kind.options():
        found += [kind(**{**usual, option.key: each}) for each in option.examples()[1:]]
    found += presets(kind)
    started = [start_any(game, Random(1)) if game.awaits_start else game for game in found]
    return list(dict.fromkeys(started))


def presets(kind: type[Game[Any]]) -> list[Game[Any]]:
    """A game with each preset, whose start may have to be drawn yet."""
    return [preset_game(kind, preset) for preset in kind.presets]


def preset_game(kind: type[Game[Any]], preset: Preset) -> Game[Any]:
    left_open = {
        each.key: kind.drawn(each, dict(preset.options), Random(1))
        for each in kind.options()
        if each.default is None
    }
    return kind(**{**left_open, **preset.options})


def usual_options(kind: type[Game[Any]]) -> dict[str, Any]:
    return {option.key: option.examples()[0] for option in kind.options()}


def sized(kind: type[Game[Any]], size: int) -> Game[Any]:
    """A game of this size, or of the nearest that it may have if it has sizes."""
    chosen = usual_options(kind)
    for option in kind.options():
        if option.key == "size" and isinstance(option, NumberOption):
            chosen["size"] = max(option.least, min(size, option.most))
    return kind(**chosen)


def any_game(kind: type[Game[Any]], random: Random, largest: int = 100) -> Game[Any]:
    """A game with any value of any option, also of those that only a host sets. Lists are no
    longer than `largest`."""
    chosen = {each.key: any_value(each, random) for each in kind.options() if not each.host}
    if isinstance(chosen.get("size"), int):
        chosen["size"] = min(chosen["size"], largest)
    return start_any(kind(**chosen), random)


def any_value(option: Option, random: Random) -> Any:
    if isinstance(option, NumberOption):
        return random.randint(option.least, option.most)
    if isinstance(option, ListOption):
        count = random.randint(option.shortest, option.longest)
        return [random.randint(option.least, option.most) for _ in range(count)]
    return random.choice(option.examples())


def start_any(game: Game[Any], random: Random) -> Game[Any]:
    """The game with any start that is allowed, good or bad."""
    if isinstance(game, Split):
        numbers = tuple(random.randint(5, 12) for _ in range(3))
        return replace(game, numbers=numbers) if game.awaits_start else game
    while isinstance(game, Geography):
        gone = random.sample(range(1, game.size + 1), random.randint(0, game.size // 2))
        try:
            gaps = replace(game, gone=tuple(gone), opening=())
        except NothingToTake:
            continue
        *lines, _ = line(gaps, random)
        opening, _ = random.choice(lines[: 1 + random.randint(0, 9)])
        if opening or not game.draws_start:
            return replace(gaps, opening=opening)
    return game


def line(game: Game[Any], random: Random) -> Iterator[tuple[tuple[int, ...], Any]]:
    """A random game: the moves so far and the state, from the start to the end."""
    moves: tuple[int, ...] = ()
    state = game.start()
    yield moves, state
    while legal := game.legal(state):
        move = random.choice(legal)
        moves, state = (*moves, move), game.play(state, move)
        yield moves, state


ALL = [board for kind in GAMES.values() for board in boards(kind)]
SIXTH = boards(Countdown)
