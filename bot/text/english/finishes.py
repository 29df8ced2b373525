"""The end of a duel."""

from collections.abc import Mapping
from typing import ClassVar


class Finishes:
    WON = "🏆 **{winner} beats {loser}** in {title} #{number}: {why}"
    WON_BOTH = "🏆 **{winner} beats {loser} 2–0** in {title} #{number}: {why}"
    TIE = "🏁 **{one} and {other} tie** in {title} #{number}: each won a game."
    NOBODY_WON = "🏁 **A moderator ended {title} #{number}.** Nobody wins."
    WIN_REMOVED = (
        "🏁 ~~{winner} beats {loser} in {title} #{number}.~~ A moderator removed this result."
    )
    TIE_REMOVED = (
        "🏁 ~~{one} and {other} tie in {title} #{number}.~~ A moderator removed this result."
    )
    # Profiles and leaderboards explain the question mark.
    RATING_NOW = "{player} **{rating}** ({change})"
    RATING_NOW_PROVISIONAL = "{player} **{rating}?** ({change})"
    RATINGS_UNCHANGED = "No change against an opponent whose rating is still provisional."
    ENDED_EARLY = "Ended before move 2, so the winner gains no rating."
    RATINGS_LATER = "Results are being recalculated. `/duel profile` shows the new ratings later."
    # Of a game that everybody wins alike who knows how.
    KNOWN_WAY = (
        "Well played! That way always wins by these rules. Other variants have no such recipe."
    )
    # What is remarkable about a win.
    HIGHLIGHTS = "✨ {winner}: {highlights}"
    STREAK = "{count} wins in a row"
    UPSET = "an upset from {points} points behind"
    BEST_YET = "a new best rating"
    # By one of the players, and by both.
    GOOD_GAME = ("🤝 {players} says: good game!", "🤝 {players} say: good game!")
    GOOD_GAME_BUTTON = "GG"
    GOOD_GAME_SAID = "Said! Your opponent sees it under the duel's result."
    MOVES_COUNT = ("{count} move", "{count} moves")
    # Above what is told of each game of two.
    GAME_LABELS = ("Game 1:", "Game 2:")
    WHY: ClassVar[Mapping[str, str]] = {
        "completed": "a sequence of {count} with all sums {kind}.",
        "pairs": "more {many}, {most} to {least}.",
        "tie-break": "both have {tally}, and {because}.",
        "resigned": "{loser} resigned.",
        "timed-out": "{loser} ran out of time.",
        "ended": "a moderator ended the duel.",
        "level": "each won a game.",
    }
    SUMS = "{label} {numbers} · {sums} · {pairs}: **{count}**"
    NO_SUMS = "{label} {numbers}"
    SUMS_LABEL: ClassVar[Mapping[int, str]] = {2: "even pairs", 3: "multiples of 3"}
    # A sum that counts for its pair, and one that doesn't.
    COUNTING_SUM, OTHER_SUM = "**{sum}**", "{sum}"
