"""The titles and explanations of games, and the demands of positions."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from engine.games.game import Game, Rules
from engine.games.text import Text


class Games:
    # Titles, pitches and rules by the key of the game. The English ones are in the game itself.
    TITLES: ClassVar[Mapping[str, str]] = {}
    PITCHES: ClassVar[Mapping[str, str]] = {}
    RULES_OF: ClassVar[Mapping[str, Callable[[Game[Any]], Rules]]] = {}
    # Summaries by the key of the game, the names of presets by their English ones, and what is
    # special about a preset by `game/preset`, in another language.
    SUMMARIES: ClassVar[Mapping[str, str]] = {}
    VARIANTS: ClassVar[Mapping[str, str]] = {}
    VARIANT_ABOUT: ClassVar[Mapping[str, str]] = {}
    # The sentences that games bring along, in another language, by the game's key.
    GAME_TEXTS: ClassVar[Mapping[str, Text]] = {}

    # The task of the player to move, by what the position demands.
    DEMANDS: ClassVar[Mapping[str, str]] = {
        "any": "Take any number that is left",
        "even": "You must take an even number: {choices}",
        "odd": "You must take an odd number: {choices}",
        "even-double": (
            "You must take an even number, at least twice {last} or at most half of it: {choices}"
        ),
        "odd-double": (
            "You must take an odd number, at least twice {last} or at most half of it: {choices}"
        ),
        "related": "You must take a divisor or a multiple of {last}: {choices}",
        "step": "You must add one of {last}'s divisors to it, or subtract one: {choices}",
        "split": "Split {last} and name the part you leave: {ranges}",
        "split-one": "Split {wholes}: {ranges}",
        "put": "Put a number in your row or, with a star, in the other one: {ranges}",
        "choose": "Choose {choices}",
    }
    # Why the player to move has no move, by what the position demands.
    STUCK: ClassVar[Mapping[str, str]] = {
        "any": "No number is left.",
        "even": "No even number is left.",
        "odd": "No odd number is left.",
        "even-double": (
            "No even number is left that is at least twice {last} or at most half of it."
        ),
        "odd-double": "No odd number is left that is at least twice {last} or at most half of it.",
        "related": "Nothing left divides {last} or is a multiple of it.",
        "step": "No divisor of {last} leads from it to a number that is left.",
        "split": "{last} can't be split into two different parts.",
        "split-one": "Nothing on the table can be split into two different parts.",
        "put": "No number is left.",
        "choose": "There is nothing left to choose.",
    }
    WINS: ClassVar[Mapping[str, str]] = {
        "stuck": "{loser} has no move. {winner} wins!",
        "completed": "{winner} completes a sequence with all sums {kind} and wins!",
        "pairs": "{winner} wins with more {many}, {most} to {least}!",
        "tie-break": "Both have {tally}; {because}. {winner} wins!",
    }
    # What sums have to be multiples of: what is said of them, and of the pairs that have them.
    SUMS_KIND: ClassVar[Mapping[int, str]] = {2: "even", 3: "multiples of 3"}
    PAIRS_KIND: ClassVar[Mapping[int, tuple[str, str]]] = {
        2: ("even pair", "even pairs"),
        3: ("pair that adds up to a multiple of 3", "pairs that add up to a multiple of 3"),
    }
    TALLY = "{count} {pairs}"
    # Why the winner wins on equal pairs.
    TIES: ClassVar[Mapping[str, str]] = {
        "completed": "{winner} completed a sequence first",
        "first": "that goes to the player who started",
        "second": "that goes to the player who didn't start",
    }
    # Options other than the usual ones, in a few words.
    OPTIONS_TOLD: ClassVar[Mapping[str, str]] = {
        "rule=doubles": "doubles",
        "rule=steps": "steps",
        "first=even": "even first",
        "board=drawn": "drawn start",
        "keep=both": "both parts stay",
        "keep=larger": "the larger part stays",
        "sums=3": "sums of 3",
        "ties=second": "ties to player 2",
        "rows=either": "either row",
    }
    RULES: ClassVar[Mapping[str, str]] = {
        "objective": "Objective",
        "turn": "A turn",
        "valid": "Valid moves",
        "end": "The end",
        "example": "Example",
        "variants": "Variants",
        "options": "Options",
    }
    VARIANT_LINE = "- {variant}: {about}"
    # An option by its kind: a number, one of some words, or several numbers.
    OPTION_NUMBER = "- {key} ({least}–{most}): {about}"
    OPTION_CHOICE = "- {key} ({allowed}): {about}"
    OPTION_LIST = "- {key} ({shortest}–{longest} numbers of {least}–{most}): {about}"

    # Help.
    RULES_TITLE = "**{title}**\n{pitch}"
    RULES_PART = "**{part}.** {text}"
    RULES_LIST = "**{part}.**\n{lines}"
    RULES_ALL = "Which game?"
    HELP = (
        "**Number duels for two.** Type `/duel start`, pick a game and an opponent. When they "
        "press Accept, you take turns with the buttons or with `/duel move`. Of the variants, "
        "`ranked` is the one to play for ratings.\n"
        "Nobody there? `/practice` plays you against me, and `/puzzle daily` has a position to "
        "solve.\n"
        "{games}\n"
        "`/duel rules` explains a game · `/duel list` shows what is waiting for you · "
        "`/duel board` shows a board again · `/duel leaderboard` shows who plays best · "
        "`/duel settings` turns pings off · `/privacy` shows or deletes your data"
    )
    HELP_GAME = "- **{title}**: {pitch}"
