"""Games from installed packages: each is an entry point of the group `duelhost.games`.

Such a game is other people's code. One that can't be loaded or used is left out, and the reason is
kept: it never stops the bot."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import EntryPoint, entry_points
from random import Random
from typing import Any

from engine import refusal as refusals
from engine.games.game import Game, as_text
from engine.games.notation import MOST_MOVES, MOVE
from engine.games.options import ChoiceOption, ListOption, NumberOption, Option
from engine.games.preset import Preset

GROUP = "duelhost.games"

Kind = type[Game[Any]]

# Discord offers 25 choices at most, and one of them is "all games".
MOST_GAMES = 24
# All titles together have to fit into the help page, which is one message.
MOST_TITLE = 50
# The longest text of a choice on Discord.
MOST_ABOUT = 100
# A few words beside the title, in a choice.
MOST_SUMMARY = 50
# Discord offers 25 choices at most.
MOST_PRESETS = 24
# A sentence or two.
MOST_PITCH = 200
# The rules are one message of 2,000 characters, and their headings need the rest.
MOST_RULES = 1_800
# A challenge explains the valid moves, and has to fit into a message too.
MOST_VALID = 1_000
# A board has four lists of 25 choices at most, and a row of buttons.
MOST_CHOICES = 100
# The limits of a record.
MOST_OPTIONS = 8
LARGEST_NUMBER = 999_999
MOST_NUMBERS = 100
LARGEST_IN_A_LIST = 999
_NAME = re.compile(r"[a-z]{1,20}")
_WORD = re.compile(r"[0-9a-z]{1,20}")
# The name of the ladder over all games.
_RESERVED = {"all"}


@dataclass(frozen=True)
class LeftOut:
    """A game that can't be played. `code` names the reason, and `detail` what is wrong."""

    package: str
    name: str
    code: str
    detail: str


class _Unfit(Exception):
    """A code and a detail: why a game is left out."""


def installed(known: Mapping[str, Kind]) -> tuple[dict[str, Kind], list[LeftOut]]:
    """The games of installed packages that fit beside the known ones, by key, and the others."""
    games = dict(known)
    left_out = []
    for point in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
        try:
            kind = _loaded(point)
            _check(kind, games)
        except _Unfit as unfit:
            package = point.dist.name if point.dist else ""
            left_out.append(LeftOut(package, point.name, *unfit.args))
        else:
            games[kind.key] = kind
    return {key: games[key] for key in games if key not in known}, left_out


def _loaded(point: EntryPoint) -> Kind:
    try:
        kind = point.load()
    except (Exception, SystemExit) as failed:
        raise _Unfit("import-failed", _shown(failed)) from failed
    if not isinstance(kind, type) or not issubclass(kind, Game):
        raise _Unfit("not-a-game", point.value)
    return kind


def _check(kind: Kind, games: Mapping[str, Kind]) -> None:
    try:
        _check_names(kind, games)
        for option in kind.options():
            _check_option(option)
        _check_refusals(kind, games)
        _try(_usual(kind))
        _check_presets(kind)
    except _Unfit:
        raise
    except (Exception, SystemExit) as failed:
        raise _Unfit("unusable", _shown(failed)) from failed


def _check_names(kind: Kind, games: Mapping[str, Kind]) -> None:
    if not _NAME.fullmatch(kind.key):
        raise _Unfit("bad-key", kind.key)
    if kind.key in games or kind.key in _RESERVED:
        raise _Unfit("key-taken", kind.key)
    if len(games) >= MOST_GAMES:
        raise _Unfit("too-many-games", str(MOST_GAMES))
    for text, most in ((kind.title, MOST_TITLE), (kind.pitch, MOST_PITCH)):
        if not 0 < len(text) <= most or not text.isprintable():
            raise _Unfit("bad-text", text[:most])
    if len(kind.summary) > MOST_SUMMARY or not kind.summary.isprintable():
        raise _Unfit("bad-text", kind.summary[:MOST_SUMMARY])
    if len(kind.options()) > MOST_OPTIONS:
        raise _Unfit("too-many-options", str(MOST_OPTIONS))
    names = [name for option in kind.options() for name in option.names]
    for name in names:
        if names.count(name) > 1:
            raise _Unfit("bad-option", name)


def _check_option(option: Option) -> None:
    named = all(map(_NAME.fullmatch, option.names))
    fits = named and 0 < len(option.about) <= MOST_ABOUT
    if isinstance(option, NumberOption):
        fits = fits and 0 <= option.least <= option.most <= LARGEST_NUMBER
    if isinstance(option, ChoiceOption):
        fits = fits and all(map(_WORD.fullmatch, option.words))
    if isinstance(option, ListOption):
        fits = fits and 0 <= option.least <= option.most <= LARGEST_IN_A_LIST
        fits = fits and 0 <= option.shortest <= option.longest <= MOST_NUMBERS
        # A record has no text for an empty list: it leaves one out.
        fits = fits and (option.shortest > 0 or (option.added and option.default == ()))
    usual = option.drawn if option.default is None else [option.default]
    if not fits or not usual or not all(map(option.accepts, usual)):
        raise _Unfit("bad-option", option.key)


def _check_refusals(kind: Kind, games: Mapping[str, Kind]) -> None:
    """Receipts find a refusal by its code alone, and shared refusals belong to no game."""
    shared = {getattr(each, "code", None) for each in vars(refusals).values()}
    theirs = {own.code: own for game in games.values() for own in game.TEXT.refusals}
    for own in kind.TEXT.refusals:
        if own.code in shared or theirs.get(own.code, own) is not own:
            raise _Unfit("refusal-taken", own.code)


def _check_presets(kind: Kind) -> None:
    """The first preset is the game with the usual options. The others can be played, too, and a
    game is known again as the preset that it is."""
    if not 0 < len(kind.presets) <= MOST_PRESETS:
        raise _Unfit("bad-presets", str(MOST_PRESETS))
    names = [preset.name for preset in kind.presets]
    for preset in kind.presets:
        game = _with_preset(kind, preset)
        if game is None or game.variant != preset.name or names.count(preset.name) > 1:
            raise _Unfit("bad-preset", str(preset.name)[:MOST_ABOUT])
        if not game.awaits_start:
            _try(game)
    if not _usual(kind).is_usual:
        raise _Unfit("unusual-preset", kind.presets[0].name)


def _with_preset(kind: Kind, preset: Preset) -> Game[Any] | None:
    """The game, unless the preset itself is wrong."""
    chosen = {option.key for option in kind.options() if not option.host}
    if (
        not _NAME.fullmatch(preset.name)
        or not 0 < len(preset.about) <= MOST_PITCH
        or not preset.about.isprintable()
        or not preset.minutes > 0
        or not preset.options.keys() <= chosen
    ):
        return None
    settings = dict(preset.options)
    for option in kind.options():
        if option.key not in settings and option.default is None:
            settings[option.key] = kind.drawn(option, settings, Random(0))
    try:
        return kind(**settings)
    except refusals.Refusal:
        return None


def _usual(kind: Kind) -> Game[Any]:
    return kind(**{option.key: option.examples()[0] for option in kind.options()})


def _try(game: Game[Any]) -> None:
    """Play a game to its end and look at each board, as every duel does. Then read it again from
    the texts of its options and moves, as every record is read."""
    game.settings_text()
    if _length_of_rules(game) > MOST_RULES:
        raise _Unfit("long-rules", str(MOST_RULES))
    if len(game.rules.valid) > MOST_VALID:
        raise _Unfit("long-valid", str(MOST_VALID))
    texts, end = _played(game)
    again = _read_again(game)
    state = again.start()
    for text in texts:
        state = again.play(state, again.read(state, text))
    if (again, state) != (game, end):
        raise _Unfit("unrepeatable", "-".join(texts)[:MOST_ABOUT])


def _read_again(game: Game[Any]) -> Game[Any]:
    known = {name: option for option in game.options() for name in option.names}
    pairs = (pair.split("=") for pair in as_text(game.recorded()).split(",") if pair)
    return type(game)(**{known[name].key: known[name].read(value) for name, value in pairs})


def _played(game: Game[Any]) -> tuple[list[str], Any]:
    """The texts of the first legal move, and the next one, and so on; and the state at the end."""
    state, moves, texts = game.start(), list[int](), list[str]()
    _look(game, moves, state)
    while game.outcome(state) is None:
        if len(moves) == MOST_MOVES:
            raise _Unfit("too-many-moves", str(MOST_MOVES))
        moves.append(game.legal(state)[0])
        texts.append(game.text(moves[-1]))
        if not MOVE.fullmatch(texts[-1]):
            raise _Unfit("bad-move", texts[-1][:MOST_ABOUT])
        state = game.play(state, moves[-1])
        _look(game, moves, state)
    return texts, state


def _look(game: Game[Any], moves: list[int], state: Any) -> None:
    if len(game.view(tuple(moves), state).choices) > MOST_CHOICES:
        raise _Unfit("too-many-choices", str(MOST_CHOICES))


def _length_of_rules(game: Game[Any]) -> int:
    explained = game.pitch
    if game.variant and not game.is_usual:
        explained = next(each.about for each in game.presets if each.name == game.variant)
    parts = [game.title, explained, *asdict(game.rules).values()]
    for option in game.options():
        parts += (option.key, option.allowed, option.about)
    return sum(map(len, parts))


def _shown(failed: BaseException) -> str:
    return f"{type(failed).__name__}: {failed}"[:200]
