"""The board of a running duel."""

from collections.abc import Mapping
from typing import ClassVar


class Boards:
    # A board.
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
    SEATED = "1st {first} · 2nd {second}"
    SEAT_LABELS = ("1st", "2nd")
    POOL = "pool"
    FOOTER = "{title} #{number} · move {move} · due {deadline}"
    LEG, LEGS = "{title}, {leg}", ("1st leg", "2nd leg")
    LEG_WON = "**{winner} wins the 1st leg:** {why} The seats are swapped."
    LAST_TAKEN = "last: {last} ({parity})"
    LEGEND = "[n] you can take · (n) last · ·· gone"
    PART_BUTTONS = "the button is the part you leave"
    GOAL = "five in a row with even sums win at once"
    CHOOSE_NUMBER = "Take a number …"
    CHOOSE_PART = "Leave a part …"
    CHOOSE_RANGE = "{placeholder} {least} to {most}"
    HOW_LABEL = "{move} ({how})"
    LEAVE_LABEL = "leave {move} ({how})"
