"""A player's settings as a message, with a select of pings, and the choices of local times."""

from discord import app_commands

from bot.delivery.message import Message
from bot.duels.ping_choice import meaning, ping_select
from bot.features.settings.local_time import local_time, next_midnight, zone
from bot.interactions.custom_id import ChoosePings
from bot.text.english import Words
from bot.text.format import moment
from engine.ids import Instant
from engine.puzzles.days import Days
from storage.people import Preferences


def settings(chosen: Preferences, days: Days, now: Instant, words: Words) -> Message:
    local = local_time(now, days.offset)
    day = words.YOUR_DAY.format(
        weekday=words.WEEKDAYS[local.weekday],
        time=local.text,
        zone=zone(days.offset),
        when=moment(next_midnight(now, days.offset)),
    )
    text = words.SETTINGS.format(
        meaning=meaning(chosen.pings, words),
        challenges=words.CHALLENGES[chosen.challenges],
        day=day,
    )
    return Message(text, (ping_select(ChoosePings(), chosen.pings, words),))


def time_choice(offset: int, now: Instant, words: Words) -> app_commands.Choice[str]:
    """The time that it is now where clocks have this offset."""
    local = local_time(now, offset)
    is_afternoon, half = local.half
    name = words.TIME_CHOICE.format(
        time=local.text,
        half=words.HALVES[is_afternoon].format(time=half),
        weekday=words.WEEKDAYS[local.weekday],
    )
    return app_commands.Choice(name=name, value=zone(offset))
