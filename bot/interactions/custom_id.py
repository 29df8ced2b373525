"""What stands in the custom_id of a button or a select: everything that pressing it means.

A custom_id comes from a client and may be made up, so that reading one proves nothing."""

import re
from dataclasses import dataclass
from enum import StrEnum

from bot.interactions.refusals import DeadButton

_FORM = re.compile(r"d1:(?P<verb>[a-z]{1,12})(?P<args>(?::[0-9a-z]{1,20}){0,4})")


class Verb(StrEnum):
    """Short, as Discord gives 100 characters; never reused for something else."""

    ACCEPT = "a"
    DECLINE = "d"
    MOVE = "m"
    CHOOSE = "s"
    BOARD = "b"
    RULES = "u"
    RESIGN = "r"
    RESIGN_SURELY = "y"
    KEEP_PLAYING = "n"
    REMATCH = "g"
    CHALLENGE = "k"
    PICK = "p"
    LADDER = "l"
    LADDER_GAME = "lg"
    LADDER_SEASON = "ls"
    MY_PLACE = "lm"
    HISTORY = "h"
    REVIEW = "v"
    REVIEW_RECORD = "vr"
    REVIEW_ONE = "vh"
    EXPLAIN = "e"
    HOUSE_CHANNELS = "hc"
    HOUSE_CLOCK = "hk"
    HOUSE_ROLES = "hr"
    HOUSE_RATED = "hn"
    DOWNLOAD = "xd"
    DELETE = "xe"
    DELETE_SURELY = "xy"
    DELETE_NOT = "xn"


@dataclass(frozen=True)
class Press:
    verb: Verb
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ":".join(("d1", self.verb, *self.args))

    def text(self, nth: int) -> str:
        if nth >= len(self.args):
            raise DeadButton
        return self.args[nth]

    def number(self, nth: int) -> int:
        return number(self.text(nth))


def number(text: str) -> int:
    """One of ours or of Discord's, which have 63 bits."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 19 or int(text) >= 2**63:
        raise DeadButton
    return int(text)


def press(verb: Verb, *args: object) -> str:
    return str(Press(verb, tuple(map(str, args))))


def read(custom_id: str) -> Press | None:
    form = _FORM.fullmatch(custom_id)
    if form is None or form["verb"] not in set(Verb):
        return None
    return Press(Verb(form["verb"]), tuple(form["args"].split(":")[1:]))
