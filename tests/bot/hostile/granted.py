"""Of everything that can be typed and pressed one that is granted in the scene as it is set: by
whoever may, with all that it needs. What differs from it in one thing is past the first look."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.interactions.custom_id import Verb


@dataclass(frozen=True)
class Typed:
    who: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Pressed:
    who: str
    on: str
    args: tuple[str, ...] = ()
    values: tuple[str, ...] | None = None


# The first duel is over, in the second Ana is to move, the sixth is her challenge to Cy.
TYPED: Mapping[str, Typed] = {
    "duel start": Typed("boss", {"game": "divisor", "opponent": "bo"}),
    "duel accept": Typed("cy", {"duel": "6"}),
    "duel decline": Typed("cy", {"duel": "6"}),
    "duel cancel": Typed("ana", {"duel": "6"}),
    "duel move": Typed("ana", {"move": "3", "duel": "2"}),
    "duel board": Typed("ana", {"duel": "2"}),
    "duel resign": Typed("ana", {"duel": "2"}),
    "duel list": Typed("ana"),
    "duel rules": Typed("ana", {"game": "split"}),
    "duel help": Typed("ana"),
    "duel leaderboard": Typed("ana", {"game": "divisor", "page": 1, "season": 1}),
    "duel profile": Typed("ana", {"player": "bo", "season": 1}),
    "duel history": Typed("cy", {"player": "bo", "opponent": "ana"}),
    "duel replay": Typed("ana", {"duel": "1"}),
    "duel settings": Typed("ana", {"pings": "never", "challenges": "nobody"}),
    "duel-admin settings": Typed("boss"),
    "duel-admin check": Typed("boss", {"channel": "games"}),
    "duel-admin end": Typed("boss", {"duel": "2"}),
    "duel-admin void": Typed("boss", {"duel": "1", "reason": "a mistake"}),
    "duel-admin reset": Typed("boss", {"confirm": "season 2"}),
    "duel-admin block": Typed("boss", {"member": "cy"}),
    "duel-admin export": Typed("boss"),
    "privacy": Typed("ana"),
    "Challenge to a duel": Typed("boss"),
    "Duel profile": Typed("ana"),
}
# Whom a menu is for.
TARGET = "bo"

PRESSED: Mapping[Verb, Pressed] = {
    Verb.ACCEPT: Pressed("cy", "offer", ("6",)),
    Verb.DECLINE: Pressed("cy", "offer", ("6",)),
    Verb.MOVE: Pressed("ana", "board", ("2", "2", "3")),
    Verb.CHOOSE: Pressed("cy", "board", ("4", "0"), ("3",)),
    Verb.BOARD: Pressed("cy", "board", ("4",)),
    Verb.RULES: Pressed("bo", "board", ("2",)),
    Verb.RESIGN: Pressed("ana", "board", ("2",)),
    Verb.RESIGN_SURELY: Pressed("ana", "panel", ("2",)),
    Verb.KEEP_PLAYING: Pressed("ana", "panel", ("2",)),
    Verb.REMATCH: Pressed("bo", "end", ("1",)),
    Verb.CHALLENGE: Pressed("boss", "end", ("bo",)),
    Verb.PICK: Pressed("boss", "panel", ("bo",), ("divisor",)),
    Verb.LADDER: Pressed("ana", "ladder", ("all", "1", "1")),
    Verb.LADDER_GAME: Pressed("ana", "ladder", ("1",), ("divisor",)),
    Verb.LADDER_SEASON: Pressed("ana", "ladder", ("all",), ("1",)),
    Verb.MY_PLACE: Pressed("ana", "ladder", ("all", "1")),
    Verb.HISTORY: Pressed("cy", "history", ("bo", "ana", "2")),
    Verb.REVIEW: Pressed("bo", "replay", ("1", "1", "2")),
    Verb.REVIEW_RECORD: Pressed("bo", "replay", ("1", "2")),
    Verb.REVIEW_ONE: Pressed("bo", "history", (), ("1",)),
    Verb.EXPLAIN: Pressed("ana", "panel", ("divisor",)),
    Verb.HOUSE_CHANNELS: Pressed("boss", "panel", (), ("games",)),
    Verb.HOUSE_CLOCK: Pressed("boss", "panel", (), ("1h",)),
    Verb.HOUSE_ROLES: Pressed("boss", "panel", (), ("1",)),
    Verb.HOUSE_RATED: Pressed("boss", "panel", (), ("5",)),
    Verb.DOWNLOAD: Pressed("ana", "panel"),
    Verb.DELETE: Pressed("ana", "panel"),
    Verb.DELETE_SURELY: Pressed("ana", "panel"),
    Verb.DELETE_NOT: Pressed("ana", "panel"),
}
