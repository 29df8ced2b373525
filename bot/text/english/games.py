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
    # The sentences that games bring along, in another language, by the game's key.
    GAME_TEXTS: ClassVar[Mapping[str, Text]] = {}

    # The task of the player to move, by what the position demands.
    DEMANDS: ClassVar[Mapping[str, str]] = {
        "any": "Take any number that is left",
        "even": "You must take an even number: {choices}",
        "odd": "You must take an odd number: {choices}",
        "related": "You must take a divisor or a multiple of {last}: {choices}",
        "split": "Split {last} and name the part you leave: {ranges}",
        "choose": "Choose {choices}",
    }
    # Why the player to move has no move, by what the position demands.
    STUCK: ClassVar[Mapping[str, str]] = {
        "any": "No number is left.",
        "even": "No even number is left.",
        "odd": "No odd number is left.",
        "related": "Nothing left divides {last} or is a multiple of it.",
        "split": "{last} can't be split into two different parts.",
        "choose": "There is nothing left to choose.",
    }
    WINS: ClassVar[Mapping[str, str]] = {
        "stuck": "{loser} has no move. {winner} wins!",
        "completed": "{winner} completes a sequence with all sums even and wins!",
        "pairs": "{winner} wins with more even pairs, {most} to {least}!",
        "tie-break": ("Both have {most} even pairs; {winner} completed a sequence first and wins!"),
    }
    RULES: ClassVar[Mapping[str, str]] = {
        "objective": "Objective",
        "turn": "A turn",
        "valid": "Valid moves",
        "end": "The end",
        "example": "Example",
        "options": "Options",
    }
    OPTION = "{key} ({allowed}): {about}"

    # Help.
    RULES_TITLE = "**{title}**\n{pitch}"
    RULES_PART = "**{part}.** {text}"
    RULES_ALL = "Which game?"
    HELP = (
        "**Number duels for two.** Type `/duel start`, pick a game and an opponent. When they "
        "press Accept, you take turns with the buttons or with `/duel move`.\n"
        "{games}\n"
        "`/duel rules` explains a game · `/duel list` shows what is waiting for you · "
        "`/duel board` shows a board again · `/duel leaderboard` shows who plays best · "
        "`/duel settings` turns pings off · `/privacy` shows or deletes your data"
    )
    HELP_GAME = "- **{title}**: {pitch}"
