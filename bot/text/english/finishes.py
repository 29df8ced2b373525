"""The end of a duel."""

from collections.abc import Mapping
from typing import ClassVar


class Finishes:
    WON = "🏁 **{winner} wins {title}** #{number} against {loser} in {moves}: {why}"
    WON_UNPLAYED = "🏁 **{winner} wins {title}** #{number} against {loser}: {why}"
    WON_BOTH = "🏁 **{winner} wins {title}** #{number} against {loser} 2–0 in {moves}: {why}"
    TIE = "🏁 **{title} #{number} is a tie.** {one} and {other} won a game each, in {moves}."
    TIE_REMOVED = (
        "🏁 ~~{title} #{number} is a tie between {one} and {other}.~~ A moderator removed this "
        "result."
    )
    RATING_NOW = "{player} **{rating}** ({change})"
    RATINGS_UNCHANGED = "No change against an opponent whose rating is still provisional."
    ENDED_EARLY = "Ended before move 2, so the winner gains no rating."
    RATINGS_LATER = "Results are being recalculated. `/duel profile` shows the new ratings later."
    NOBODY_WON = "🏁 **{title} #{number} was ended by a moderator.** Nobody has won."
    WIN_REMOVED = (
        "🏁 ~~{winner} wins {title} #{number} against {loser}.~~ A moderator removed this result."
    )
    MOVES_COUNT = ("{count} move", "{count} moves")
    WHY: ClassVar[Mapping[str, str]] = {
        "completed": "a sequence of five with all sums even.",
        "pairs": "{most} even pairs to {least}.",
        "tie-break": "both have {most} even pairs, and {winner} completed a sequence first.",
        "resigned": "{loser} resigned.",
        "timed-out": "{loser} ran out of time.",
        "ended": "a moderator ended the duel.",
        "level": "each won a game.",
    }
    SUMS = "{label} {numbers} · {pairs} · even pairs: **{even}**"
    NO_SUMS = "{label} {numbers}"
    EVEN_SUM, ODD_SUM = "**{sum}**", "{sum}"
