"""Puzzles: that of the day, and others."""

from collections.abc import Mapping
from typing import ClassVar


class Puzzles:
    PUZZLE_DAILY = "**Daily puzzle {nth}** · {weekday}, {hardness} · {title}"
    PUZZLE_TITLE = "**Puzzle** · {hardness} · {title}"
    WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    # By how many moves a player has to look ahead.
    PUZZLE_HARDNESS: ClassVar[Mapping[int, str]] = {
        3: "easy",
        4: "fairly easy",
        5: "medium",
        6: "fairly hard",
        7: "hard",
    }
    PUZZLE_PLAYERS = ("You", "Opponent")
    PUZZLE_ASKED = "**Find a move that wins:** {asked}."
    # Of a wrong decision, and of a right one.
    PUZZLE_SQUARES = ("🟥", "🟩")
    PUZZLE_RIGHT = "{squares} Right, **{move}** wins."
    PUZZLE_WRONG = "{squares} **{move}** loses. {better} would have won."
    PUZZLE_GOES_ON = "The game goes on: {moves}."
    # Where the game goes on, and where it is over.
    PUZZLE_SOLUTION = (
        "The solution begins: {moves}. From there you win.",
        "The solution: {moves}, and you win.",
    )
    # Before the first move of the puzzle.
    PUZZLE_ONE_TRY = "You have one try: your first move decides whether you solve it"
    PUZZLE_RESULT = ("Not solved this time.", "**Solved!**")
    # Where later moves were wrong.
    PUZZLE_SOLVED_AT_FIRST = "**Solved:** your first move was right, and that is what counts."
    PUZZLE_RATING = "Your puzzle rating: {before} → {after} ({change})."
    PUZZLE_SHARE = "Duelhost daily {nth} {squares} · streak {streak}"
    PUZZLE_SHARED = "{player}: {line}"
    PUZZLE_SHARED_BEFORE = (
        "You have shared this result already. If it isn't there, copy the line above yourself."
    )
    PUZZLE_NONE = "I have no new puzzle for you yet, but I'm making some. Try again in a moment."
    NEXT_PUZZLE, SHARE = "Next puzzle", "Share"

    # The post about the puzzle of the day, in a channel.
    DAILY_YESTERDAY = "**Yesterday:** {tried} tried, {solved} solved it."
    DAILY_YESTERDAY_UNSOLVED = "**Yesterday:** {tried} tried, and nobody solved it."
    DAILY_FAULTLESS = "Every move right: {players}."
    DAILY_FAULTLESS_PLAYER = "{player} {squares}"
    DAILY_PAUSE = (
        "Nobody has tried these for a while, so this is the last one for now. I'll post again the "
        "day after somebody has."
    )
    SOLVE_DAILY = "Solve it"
