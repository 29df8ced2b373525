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
    # What the bot's answers are told after.
    BOTH_MOVED = "{player} {bot}"
    PLAY_AGAIN, OTHER_LEVEL = "Play again", "Another level"
    PRACTISED = "Against me, {level}"
    WITH_HINTS = ("{line} · {hints} hint", "{line} · {hints} hints")
