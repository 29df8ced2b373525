"""What players and servers have chosen, and what they may choose."""

from bot.boards.times import CLOCKS, clock
from bot.delivery.message import Choice, Kind, Message, Select
from bot.interactions.custom_id import Verb, press
from bot.text.format import listing, mention
from bot.text.game_texts import title_of
from bot.text.languages import Words
from engine.games import GAMES
from engine.ids import PlayerId
from storage.people import RATED_A_DAY, HouseRules, Preferences

# What applies as long as a server has chosen no clock.
CLOCK = CLOCKS["1d"]
_NAMED = 10


def settings(chosen: Preferences, words: Words) -> Message:
    return Message(
        words.SETTINGS.format(
            pings=words.PINGS[chosen.pings], challenges=words.CHALLENGES[chosen.challenges]
        )
    )


def pick_game(opponent: PlayerId, words: Words) -> Message:
    choices = tuple(Choice(key, title_of(game, words)) for key, game in GAMES.items())
    select = Select(press(Verb.PICK, opponent), words.CHOOSE_GAME, choices)
    return Message(words.PICK_GAME.format(player=mention(opponent, words)), (select,))


def house(rules: HouseRules, blocked: tuple[PlayerId, ...], words: Words) -> Message:
    channels = [f"<#{each}>" for each in sorted(rules.channels)]
    roles = [f"<@&{each}>" for each in sorted(rules.roles)]
    shut_out = [mention(each, words) for each in blocked]
    text = words.SERVER_SETTINGS.format(
        channels=_all_of(channels, words.ANY_CHANNEL, words),
        clock=clock(rules.clock or CLOCK, words),
        roles=_all_of(roles, words.ANYBODY, words),
        rated=_rated(rules, words),
        blocked=_all_of(shut_out, words.NOBODY, words),
    )
    clocks = tuple(
        Choice(key, words.CLOCKS[key], chosen=span == (rules.clock or CLOCK))
        for key, span in CLOCKS.items()
    )
    most = RATED_A_DAY if rules.rated_a_day is None else rules.rated_a_day
    rated = tuple(
        Choice(key, text, chosen=key == str(most)) for key, text in words.RATED_A_DAY.items()
    )
    rows = (
        Select(
            press(Verb.HOUSE_CHANNELS),
            words.CHOOSE_CHANNELS,
            kind=Kind.CHANNELS,
            chosen=tuple(sorted(rules.channels)),
        ),
        Select(press(Verb.HOUSE_CLOCK), words.CHOOSE_CLOCK, clocks),
        Select(press(Verb.HOUSE_RATED), words.CHOOSE_RATED, rated),
        Select(
            press(Verb.HOUSE_ROLES),
            words.CHOOSE_ROLES,
            kind=Kind.ROLES,
            chosen=tuple(sorted(rules.roles)),
        ),
    )
    return Message(text, rows)


def _rated(rules: HouseRules, words: Words) -> str:
    most = RATED_A_DAY if rules.rated_a_day is None else rules.rated_a_day
    # Of another Duelhost's choices a server may have brought along any number.
    return words.RATED_A_DAY.get(str(most), words.RATED_OTHERWISE.format(count=most))


def _all_of(names: list[str], none: str, words: Words) -> str:
    return listing(names, _NAMED, words, last=words.AND) if names else none
