"""Duels with the bot."""

from collections.abc import Mapping
from typing import ClassVar


class Practice:
    LEVELS: ClassVar[Mapping[str, str]] = {
        "novice": "Novice",
        "casual": "Casual",
        "skilled": "Skilled",
        "expert": "Expert",
        "perfect": "Perfect",
    }
    PLAY_BOT = "Play the bot"
    PICK_LEVEL = (
        "**{title}** against me, where only you see it. It is never rated.\nHow well shall I play?"
    )
    # Where nothing that a player does decides who wins.
    NO_LEVELS = (
        "At **{title}** nobody can be better than anybody else: {because}. So there is nothing to "
        "practise."
    )
    NO_LEVELS_BUT = "{told} With other options there is."
    BOT_ACCEPTED = "**{player} plays me.**"
    AGAINST = "{title} · against me, {level}"
    PLAY_AGAIN, OTHER_LEVEL = "Play again", "Another level"
    PRACTISED = "Against me, {level}"
    WITH_HINTS = ("{line} · {hints} hint", "{line} · {hints} hints")
    HINT_BUTTON, HINT_AGAIN = "Hint", "Which move?"
    HINT_KIND = "Look for a move that {facts}."
    # Facts that are all there is to say.
    HINT_ALONE: ClassVar[Mapping[str, str]] = {
        "only": "There is only one move.",
        "any": "Every move wins here.",
    }
    HINT_NO_FACTS = "There is a move that wins, and no simple way to describe it."
    HINT_LOST = (
        "Nothing wins here unless I make a mistake. Find the move that is hardest to answer."
    )
    HINT_MOVE = "**{move}** wins."
    HINT_TRAP = "**{move}** is the hardest to answer."
    HINT_NONE = "I can't tell who wins here either: this game is too large."
    # A move that …
    HINT_FACTS: ClassVar[Mapping[str, str]] = {
        "smaller": "takes a smaller number than {last}",
        "larger": "takes a larger number than {last}",
        "divisor": "takes a divisor of {last}",
        "multiple": "takes a multiple of {last}",
        "even": "uses an even number",
        "odd": "uses an odd number",
        "low": "takes a number up to {number}",
        "high": "takes a number above {number}",
        "prime": "takes a prime number",
        "not-prime": "takes a number that isn't prime",
        "divisible": "takes a multiple of {number}",
        "splits": "splits {number}",
        "keeps-one": "keeps a 1",
        "keeps-even": "keeps an even part",
        "keeps-odd": "keeps an odd part",
        "larger-even": "makes the larger part even",
        "larger-odd": "makes the larger part odd",
        "leaves-equal": "leaves two equal numbers",
        "own-row": "goes in your own row",
        "other-row": "goes in my row",
        "pair": "makes a pair that counts",
        "no-pair": "makes no pair that counts",
        "remainder": "uses a number that divided by 3 leaves {number}",
        "ends": "ends the game",
    }
    # None, one, or several.
    HINT_COUNTS: ClassVar[Mapping[str, tuple[str, str, str]]] = {
        "leaves-to-split": (
            "leaves nothing to split",
            "leaves one number to split",
            "leaves {number} numbers to split",
        ),
        "replies": ("leaves no reply", "leaves one reply", "leaves {number} replies"),
    }
