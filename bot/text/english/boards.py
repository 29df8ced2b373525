"""The board of a running duel."""

from collections.abc import Mapping
from typing import ClassVar


class Boards:
    ACCEPTED = "**{opponent} accepted.**"
    TOOK = "**{player} took {move}.**"
    ANSWERED = "**{player} answered {before} with {move}.**"
    SPLIT = "**{player} split {whole} and left {move}.**"
    YOUR_MOVE = "Your move, {player}: {asked}"
    # By what the position demands. The board and its buttons name the numbers.
    ASKED: ClassVar[Mapping[str, str]] = {
        "any": "take any number",
        "even": "take an **even** number",
        "odd": "take an **odd** number",
        "related": "take a divisor or a multiple of {last}",
        "split": "split {last} and choose the part to leave",
        "choose": "choose {choices}",
    }
    # Where few moves are possible.
    ASKED_OF_FEW: ClassVar[Mapping[str, str]] = {
        "any": "take {choices}",
        "even": "take an **even** number: {choices}",
        "odd": "take an **odd** number: {choices}",
        "related": "take {choices}",
        "split": "split {last} and leave {choices}",
    }
    GONE = "Gone: {numbers}"
    # Told along with every board of a game.
    HINTS: ClassVar[Mapping[str, str]] = {
        "sequence": "Five in a row with even sums wins at once",
    }
    LEGEND = "[n] you can take · (n) last · ·· gone"
    # The players in the order of their seats, as they are marked in pictures too.
    MARKS = ("●", "▲")
    PLAYER, PLAYER_RATED = "{mark} {player}", "{mark} {player} {rating}"
    FIRST_GAME_WON = "game 1: {winner} won"
    SEAT_LABELS = ("Player 1", "Player 2")
    POOL = "left"
    # With options other than the usual ones.
    TITLE_WITH_SETTINGS = "{title} ({settings})"
    FOOTER = "{title} #{number} · move {move} · due {deadline}"
    LEG, LEGS = "{title}, {leg}", ("game 1", "game 2")
    LEG_WON = "**{winner} wins game 1:** {why} Now the other player starts."
    CHOOSE_NUMBER = "Take a number …"
    CHOOSE_PART = "Leave a part …"
    CHOOSE_RANGE = "{placeholder} {least} to {most}"
    HOW_LABEL = "{move} ({how})"
    LEAVE_LABEL = "leave {move} ({how})"
    MORE_BUTTON = "⋯"
