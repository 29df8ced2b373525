"""The board of a running duel."""

from collections.abc import Mapping
from typing import ClassVar


class Boards:
    ACCEPTED = "**{opponent} accepted.**"
    TOOK = "**{player} took {move}.**"
    ANSWERED = "**{player} answered {before} with {move}.**"
    SPLIT = "**{player} split {whole} and left {move}.**"
    # Of several numbers on the table, and where both parts stay there.
    SPLIT_KEPT = "**{player} split {whole} and kept {move}.**"
    SPLIT_BOTH = "**{player} split {whole} into {sum}.**"
    PUT_OWN = "**{player} put {number} in their own row.**"
    PUT_OTHER = "**{player} put {number} in {other}'s row.**"
    # What the host did before the first move.
    OPENS = "The board opens with **{moves}**."
    OPENING = "opening {moves}"
    YOUR_MOVE = "Your move, {player}: {asked}"
    # By what the position demands. The board and its buttons name the numbers.
    ASKED: ClassVar[Mapping[str, str]] = {
        "any": "take any number",
        "even": "take an **even** number",
        "odd": "take an **odd** number",
        "even-double": "take an **even** number, at least twice {last} or at most half of it",
        "odd-double": "take an **odd** number, at least twice {last} or at most half of it",
        "related": "take a divisor or a multiple of {last}",
        "step": "add one of {last}'s divisors to it, or subtract one",
        "split": "split {last} and choose the part to leave",
        "split-one": "split {wholes}",
        "put": "put a number in either row",
        "choose": "choose {choices}",
    }
    # Where few moves are possible.
    ASKED_OF_FEW: ClassVar[Mapping[str, str]] = {
        "any": "take {choices}",
        "even": "take an **even** number: {choices}",
        "odd": "take an **odd** number: {choices}",
        "even-double": "take an **even** number: {choices}",
        "odd-double": "take an **odd** number: {choices}",
        "related": "take {choices}",
        "step": "take {choices}",
        "split": "split {last} and leave {choices}",
        "split-one": "split {wholes}: {choices}",
        "put": "put {choices}",
    }
    GONE = "Gone: {numbers}"
    STRUCK_OUT = "Struck out: {numbers}"
    # Told along with every board of a game, by its options.
    HINTS: ClassVar[Mapping[str, str]] = {
        "sequence/sums=2": "{count} in a row with even sums wins at once",
        "sequence/sums=3": (
            "Pairs that add up to a multiple of 3 count, as in [12]; {count} in a row with only "
            "those wins at once"
        ),
        "sequence/ties=second": "on equal pairs ▲ wins",
        "sequence/rows=either": "\\*5 puts 5 in the other row",
    }
    # How many numbers a complete row has.
    COUNTS: ClassVar[Mapping[int, str]] = {
        3: "three",
        4: "four",
        5: "five",
        6: "six",
        7: "seven",
    }
    LEGEND = "[n] you can take · (n) last · ·· gone"
    LEGEND_STRUCK = "[n] you can take · (n) last · ·· gone · -- struck out"
    LEGEND_TABLE = "[n] can be split · {move} splits {whole} and keeps {part}"
    LEGEND_TABLE_BOTH = "[n] can be split · {move} splits {whole} into {how}"
    # The players in the order of their seats, as they are marked in pictures too.
    MARKS = ("●", "▲")
    PLAYER, PLAYER_RATED = "{mark} {player}", "{mark} {player} {rating}"
    PLAYER_PROVISIONAL = "{mark} {player} {rating}?"
    FIRST_GAME_WON = "game 1: {winner} won"
    SEAT_LABELS = ("Player 1", "Player 2")
    POOL = "left"
    # Numbers that can't be split any more, and how often a number is on the table.
    DEAD, TIMES = "done", "{number}×{count}"
    # With options other than the usual ones.
    TITLE_WITH_SETTINGS = "{title} ({settings})"
    FOOTER = "{title} #{number} · move {move} · due {deadline}"
    LEG, LEGS = "{title}, {leg}", ("game 1", "game 2")
    LEG_WON = "**{winner} wins game 1:** {why} Now the other player starts."
    CHOOSE_NUMBER = "Take a number …"
    CHOOSE_PART = "Leave a part …"
    CHOOSE_WHOLE = "Split a number …"
    CHOOSE_PART_OF = "Split {whole} …"
    CHOOSE_OWN_ROW, CHOOSE_OTHER_ROW = "Your row …", "Their row …"
    CHOOSE_ONLY = "{placeholder} {least}"
    CHOOSE_RANGE = "{placeholder} {least} to {most}"
    HOW_LABEL = "{move} ({how})"
    LEAVE_LABEL = "leave {move} ({how})"
    KEEP_LABEL = "{whole} → {how}, keep {part}"
    SPLIT_LABEL = "{whole} → {how}"
    OWN_ROW_LABEL, OTHER_ROW_LABEL = "{move} in your row", "{move} in their row"
    WHOLE_LABEL = ("Split {whole} (in {count} way)", "Split {whole} (in {count} ways)")
    # The private answer to a number that was chosen to be split.
    WHICH_PART = "You split {whole}. Which part do you keep?"
    WHICH_PARTS = "You split {whole}. Into which parts?"
    MOVED = "Done."
    MORE_BUTTON = "⋯"
