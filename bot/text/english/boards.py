"""The board of a running duel."""

from collections.abc import Mapping
from typing import ClassVar


class Boards:
    ACCEPTED = "**{opponent} accepted.**"
    TOOK = "**{player} took {move}.**"
    SPLIT = "**{player} split {whole} into {sum} and left {opponent} {move}.**"
    YOUR_MOVE = "Your move, {player}: {asked}"
    ASKED: ClassVar[Mapping[str, str]] = {
        "any": "take any number that is left",
        "even": "take an **even** number: {choices}",
        "odd": "take an **odd** number: {choices}",
        "related": "{choices}",
        "split": "split {last} and choose what to leave",
        "choose": "choose {choices}",
    }
    GONE = "Gone: {numbers}"
    NOTHING_GONE = "Nothing is gone yet"
    SPLITS = "Splits of {last}: {splits}"
    SEATED = "P1 {first} · P2 {second}"
    SEAT_LABELS = ("Player 1", "Player 2")
    SHORT_SEAT_LABELS = ("P1", "P2")
    POOL = "left"
    # With options other than the usual ones.
    TITLE_WITH_SETTINGS = "{title} ({settings})"
    FOOTER = "{title} #{number} · move {move} · due {deadline}"
    LEG, LEGS = "{title}, {leg}", ("game 1", "game 2")
    LEG_WON = "**{winner} wins game 1:** {why} Now the other player starts."
    LAST_TAKEN = "last: {last} ({parity})"
    LEGEND = "[n] you can take · (n) last · ·· gone"
    PART_BUTTONS = "press the number you leave"
    PART_LIST = "choose the number you leave"
    GOAL = "five in a row with even sums wins at once"
    CHOOSE_NUMBER = "Take a number …"
    CHOOSE_PART = "Leave a part …"
    CHOOSE_RANGE = "{placeholder} {least} to {most}"
    HOW_LABEL = "{move} ({how})"
    LEAVE_LABEL = "leave {move} ({how})"
