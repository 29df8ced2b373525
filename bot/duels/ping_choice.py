"""The choice of pings, as every message that offers it shows it."""

from bot.delivery.message import Choice, Message, Select
from bot.duels.notifications import PRESENT
from bot.interactions.custom_id import ChoosePings, CustomId
from bot.text.english import Words
from bot.text.format import duration
from storage.people import Pings


def meaning(pings: Pings, words: Words) -> str:
    """Say when a player is pinged."""
    return words.PINGS_MEAN[pings].format(clock=duration(PRESENT, words))


def ping_select(press: CustomId, pings: Pings, words: Words) -> Select:
    choices = tuple(
        Choice(key, text, chosen=key == pings) for key, text in words.PING_CHOICES.items()
    )
    return Select(press, words.CHOOSE_PINGS, choices)


def ping_offer(pings: Pings, words: Words) -> Message:
    """The question after a player's first duel."""
    text = words.PINGS_OFFER.format(meaning=meaning(pings, words))
    return Message(text, (ping_select(ChoosePings(), pings, words),))
