"""A player's settings as a message, with a select of pings."""

from bot.delivery.message import Message
from bot.duels.ping_choice import meaning, ping_select
from bot.interactions.custom_id import ChoosePings
from bot.text.english import Words
from storage.people import Preferences


def settings(chosen: Preferences, words: Words) -> Message:
    text = words.SETTINGS.format(
        meaning=meaning(chosen.pings, words), challenges=words.CHALLENGES[chosen.challenges]
    )
    return Message(text, (ping_select(ChoosePings(), chosen.pings, words),))
