"""The end of a duel."""

from collections.abc import Mapping
from typing import ClassVar


class Finishes:
    # An end.
    WON = "🏁 **{winner} wins {title}** #{number} against {loser} in {moves}: {why}"
    WON_UNPLAYED = "🏁 **{winner} wins {title}** #{number} against {loser}: {why}"
    WON_BOTH = "🏁 **{winner} wins {title}** #{number} against {loser} 2–0 in {moves}: {why}"
    TIE = "🏁 **{title} #{number} is a tie.** {one} and {other} have won a leg each, in {moves}."
    TIE_REMOVED = (
        "🏁 ~~{title} #{number} is a tie between {one} and {other}.~~ A moderator has taken this "
        "result out."
    )
    RATING_NOW = "{player} **{rating}** ({change})"
    RATINGS_UNCHANGED = "Ratings are moved only by opponents who are settled."
    ENDED_EARLY = "Over before two moves were made: who won gains nothing by it."
    RATINGS_LATER = "Results are being counted again. Ratings will follow, in `/duel profile`."
    NOBODY_WON = "🏁 **{title} #{number} was ended by a moderator.** Nobody has won."
    WIN_REMOVED = (
        "🏁 ~~{winner} wins {title} #{number} against {loser}.~~ A moderator has taken this "
        "result out."
    )
    MOVES_COUNT = ("{count} move", "{count} moves")
    WHY: ClassVar[Mapping[str, str]] = {
        "completed": "a sequence of five with all sums even.",
        "pairs": "{most} even pairs to {least}.",
        "tie-break": "even pairs are level at {most}, and the first to five numbers wins then.",
        "resigned": "{loser} resigned.",
        "timed-out": "{loser} ran out of time.",
        "ended": "a moderator ended the duel.",
        "level": "each has won a leg.",
    }
    SUMS = "{label} {numbers} · {pairs} · even pairs: **{even}**"
    NO_SUMS = "{label} {numbers}"
    EVEN_SUM, ODD_SUM = "**{sum}**", "{sum}"
