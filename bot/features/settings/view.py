"""A player's settings as a message."""

from bot.delivery.message import Message
from bot.text.english import Words
from storage.people import Preferences


def settings(chosen: Preferences, words: Words) -> Message:
    return Message(
        words.SETTINGS.format(
            pings=words.PINGS[chosen.pings], challenges=words.CHALLENGES[chosen.challenges]
        )
    )
