"""The meaning of buttons and selects: a frozen dataclass for each verb, written into the custom_id
and read back from it.

A custom_id comes from a client and may be forged, so reading one proves nothing of the player."""

import re
from dataclasses import dataclass, fields
from functools import cache
from itertools import zip_longest
from types import NoneType
from typing import Any, ClassVar, get_args, get_type_hints

from bot.interactions.refusals import DeadButton
from engine.ids import PlayerId
from storage.ids import DuelId, PuzzleId

_FORM = re.compile(r"d1:(?P<verb>[a-z]{1,12})(?P<args>(?::[0-9a-z*.]{1,20}){0,4})")
# Stands for a value that is left out. Earlier versions wrote 0, which no ID and no season has.
_NOTHING = "x"
# Values stand between colons. A move such as `16:6` has one too, which is written as a full stop.
_WITHIN = "."
_VERBS: dict[str, "type[CustomId]"] = {}


@dataclass(frozen=True)
class CustomId:
    """Fields are whole numbers or words; one that may be None can be left out."""

    # Short, as Discord gives a custom_id 100 characters. A verb is never used again for something
    # else: boards of years ago still have it.
    verb: ClassVar[str]

    def __init_subclass__(cls, *, verb: str) -> None:
        if verb in _VERBS:
            raise ValueError(f"the verb {verb} is taken by {_VERBS[verb].__name__}")
        cls.verb = verb
        _VERBS[verb] = cls

    def encode(self) -> str:
        written = [
            _NOTHING if each is None else str(each).replace(":", _WITHIN)
            for each in vars(self).values()
        ]
        return ":".join(("d1", self.verb, *written))


def decode(text: str) -> CustomId:
    """Refuse what was never written here. A value that is missing at the end is None, as buttons
    of earlier versions have fewer."""
    form = _FORM.fullmatch(text)
    kind = _VERBS.get(form["verb"]) if form else None
    if form is None or kind is None:
        raise DeadButton
    known, given = _fields(kind.verb), form["args"].split(":")[1:]
    if len(given) > len(known):
        raise DeadButton
    pairs = zip_longest(given, known)
    return kind(
        *(_read(value, is_text=is_text, optional=optional) for value, (is_text, optional) in pairs)
    )


def number(text: str) -> int:
    """One of our numbers or of Discord's, which have 63 bits."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 19 or int(text) >= 2**63:
        raise DeadButton
    return int(text)


def _read(value: str | None, *, is_text: bool, optional: bool) -> Any:
    if optional and value in {None, _NOTHING}:
        return None
    if value is None:
        raise DeadButton
    if is_text:
        return value.replace(_WITHIN, ":")
    read = number(value)
    return None if optional and not read else read


@cache
def _fields(verb: str) -> tuple[tuple[bool, bool], ...]:
    """For each field in order: whether it is a word, and whether it may be None."""
    kind = _VERBS[verb]
    hints = get_type_hints(kind)
    kinds = (get_args(hints[each.name]) or (hints[each.name],) for each in fields(kind))
    return tuple((str in each, NoneType in each) for each in kinds)


# Challenges.


@dataclass(frozen=True)
class Accept(CustomId, verb="a"):
    duel: DuelId


@dataclass(frozen=True)
class Decline(CustomId, verb="d"):
    duel: DuelId


@dataclass(frozen=True)
class Rematch(CustomId, verb="g"):
    duel: DuelId


@dataclass(frozen=True)
class PlayRanked(CustomId, verb="gr"):
    """A challenge to the rated variant of a duel's game, between the same two."""

    duel: DuelId


@dataclass(frozen=True)
class GoodGame(CustomId, verb="gg"):
    """What a player says under the end of a duel."""

    duel: DuelId


@dataclass(frozen=True)
class Challenge(CustomId, verb="k"):
    opponent: PlayerId


@dataclass(frozen=True)
class PickGame(CustomId, verb="p"):
    """The select of a game for a challenge to somebody."""

    opponent: PlayerId


# Duels with the bot.


@dataclass(frozen=True)
class PlayBot(CustomId, verb="pb"):
    """Asks at which level the bot is to play the game of a duel."""

    duel: DuelId


@dataclass(frozen=True)
class PickLevel(CustomId, verb="pl"):
    """Begins the game of a duel with the bot at this level, for the player alone."""

    duel: DuelId
    level: str


# Where a button is pressed.
HERE = "here"


@dataclass(frozen=True)
class PlayBotVariant(CustomId, verb="pv"):
    """The same two, for a variant of a game. Without a level, it is asked for. In a place, which
    can only be `here`, everybody sees it."""

    game: str
    variant: str
    level: str | None = None
    place: str | None = None


@dataclass(frozen=True)
class PlayOn(CustomId, verb="pn"):
    """Begins a duel with the bot from a position of another duel: after `ply` moves."""

    duel: DuelId
    ply: int


@dataclass(frozen=True)
class AskHint(CustomId, verb="ph"):
    """`ply` is how many moves the duel had seen on the board that has this button."""

    duel: DuelId
    ply: int


@dataclass(frozen=True)
class AskMove(CustomId, verb="pm"):
    """The second step of a hint: which move."""

    duel: DuelId
    ply: int


# A duel that is being played.


@dataclass(frozen=True)
class Move(CustomId, verb="m"):
    """`ply` is how many moves the duel had seen on the board that has this button."""

    duel: DuelId
    ply: int
    move: str


@dataclass(frozen=True)
class ChooseMove(CustomId, verb="s"):
    """A select of moves. `start` tells the selects of one board apart."""

    duel: DuelId
    ply: int
    start: int | None = None


@dataclass(frozen=True)
class ChooseWhole(CustomId, verb="w"):
    """A select of the numbers on the table, where too many moves are possible for selects of all:
    which of them is split."""

    duel: DuelId
    ply: int
    start: int


@dataclass(frozen=True)
class ChoosePart(CustomId, verb="wp"):
    """A select of moves in the private answer to that."""

    duel: DuelId
    ply: int
    start: int


@dataclass(frozen=True)
class More(CustomId, verb="o"):
    """[⋯] on a board: what is done seldom."""

    duel: DuelId


@dataclass(frozen=True)
class PanelPings(CustomId, verb="op"):
    """The select of pings behind [⋯]."""

    duel: DuelId


@dataclass(frozen=True)
class ShowBoard(CustomId, verb="sb"):
    duel: DuelId


@dataclass(frozen=True)
class LargeBoard(CustomId, verb="b"):
    duel: DuelId


@dataclass(frozen=True)
class DuelRules(CustomId, verb="u"):
    duel: DuelId


@dataclass(frozen=True)
class Resign(CustomId, verb="r"):
    duel: DuelId


@dataclass(frozen=True)
class ConfirmResign(CustomId, verb="y"):
    duel: DuelId


@dataclass(frozen=True)
class KeepPlaying(CustomId, verb="n"):
    duel: DuelId


# Puzzles.


@dataclass(frozen=True)
class PuzzleMove(CustomId, verb="zm"):
    """A decision. `nth` is how many the attempt had on the board that has this button."""

    puzzle: PuzzleId
    nth: int
    move: str


@dataclass(frozen=True)
class ChoosePuzzleMove(CustomId, verb="zs"):
    """A select of moves. `start` tells the selects of one board apart."""

    puzzle: PuzzleId
    nth: int
    start: int


@dataclass(frozen=True)
class ChoosePuzzleWhole(CustomId, verb="zw"):
    """A select of the numbers on the table, as in a duel."""

    puzzle: PuzzleId
    nth: int
    start: int


@dataclass(frozen=True)
class ChoosePuzzlePart(CustomId, verb="zp"):
    """A select of moves in the private answer to that."""

    puzzle: PuzzleId
    nth: int
    start: int


@dataclass(frozen=True)
class NextPuzzle(CustomId, verb="zn"):
    pass


@dataclass(frozen=True)
class ShowDaily(CustomId, verb="zd"):
    """Under the post about the puzzle of a day: shows the player that of their day, which may be a
    later one."""


@dataclass(frozen=True)
class ShareDaily(CustomId, verb="zh"):
    """Posts the squares of a puzzle of the day."""

    puzzle: PuzzleId


# Pages.


@dataclass(frozen=True)
class LeaderboardPage(CustomId, verb="l"):
    """Without a season it is the current one's."""

    game: str
    page: int
    season: int | None = None


@dataclass(frozen=True)
class LeaderboardGame(CustomId, verb="lg"):
    season: int | None = None


@dataclass(frozen=True)
class LeaderboardSeason(CustomId, verb="ls"):
    game: str


@dataclass(frozen=True)
class MyPlace(CustomId, verb="lm"):
    game: str
    season: int | None = None


@dataclass(frozen=True)
class ShowTitles(CustomId, verb="tt"):
    player: PlayerId


@dataclass(frozen=True)
class History(CustomId, verb="h"):
    """With `before`, the duels that ended before that one."""

    player: PlayerId
    opponent: PlayerId | None = None
    before: DuelId | None = None


@dataclass(frozen=True)
class Replay(CustomId, verb="v"):
    """The position after `ply` moves. `button` tells apart buttons that lead to the same one."""

    duel: DuelId
    ply: int
    button: int | None = None


@dataclass(frozen=True)
class ReplayRecord(CustomId, verb="vr"):
    """The same for the records that the message carries along."""

    ply: int
    button: int | None = None


@dataclass(frozen=True)
class ReplayChosen(CustomId, verb="vh"):
    """The select of a duel in a history."""


@dataclass(frozen=True)
class Analyse(CustomId, verb="an"):
    """The analysis of a duel. Its own pages have a button to its beginning."""

    duel: DuelId
    button: int | None = None


@dataclass(frozen=True)
class AnalyseMove(CustomId, verb="am"):
    """The position after `ply` moves, in an analysis. `button` tells apart buttons that lead to
    the same one."""

    duel: DuelId
    ply: int
    button: int | None = None


@dataclass(frozen=True)
class GameRules(CustomId, verb="e"):
    game: str


# Settings of a player.


@dataclass(frozen=True)
class ChoosePings(CustomId, verb="cp"):
    """The select of pings among a player's settings."""


# Settings of a server.


@dataclass(frozen=True)
class ServerChannels(CustomId, verb="hc"):
    pass


@dataclass(frozen=True)
class ServerClock(CustomId, verb="hk"):
    pass


@dataclass(frozen=True)
class ServerRoles(CustomId, verb="hr"):
    pass


@dataclass(frozen=True)
class ServerBoardMode(CustomId, verb="hb"):
    pass


@dataclass(frozen=True)
class ServerRatedLimit(CustomId, verb="hn"):
    pass


# Personal data.


@dataclass(frozen=True)
class DownloadData(CustomId, verb="xd"):
    pass


@dataclass(frozen=True)
class DeleteData(CustomId, verb="xe"):
    pass


@dataclass(frozen=True)
class ConfirmDelete(CustomId, verb="xy"):
    pass


@dataclass(frozen=True)
class KeepData(CustomId, verb="xn"):
    pass
