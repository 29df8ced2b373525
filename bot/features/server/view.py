"""A server's settings as a message, with selects to change them."""

from bot.delivery.message import Choice, Kind, Message, Select
from bot.duels.variants import chosen_variant
from bot.interactions.custom_id import (
    ServerBoardMode,
    ServerChannels,
    ServerClock,
    ServerRatedLimit,
    ServerRoles,
)
from bot.text.english import Words
from bot.text.format import clock, listing, mention
from bot.text.game_texts import title_of, variant_name
from engine.durations import CLOCKS, DEFAULT_CLOCK
from engine.games import GAMES
from engine.ids import PlayerId
from storage.people import RATED_A_DAY, HouseRules

# How many channels, roles or players are named one by one.
_NAMED = 10


def server_settings(
    rules: HouseRules, blocked: tuple[PlayerId, ...], daily: str, words: Words
) -> Message:
    """`daily` says where the puzzle of the day is posted."""
    return Message(_text(rules, blocked, daily, words), _selects(rules, words))


def _text(rules: HouseRules, blocked: tuple[PlayerId, ...], daily: str, words: Words) -> str:
    channels = [f"<#{each}>" for each in sorted(rules.channels)]
    roles = [f"<@&{each}>" for each in sorted(rules.roles)]
    players = [mention(each, words) for each in blocked]
    return words.SERVER_SETTINGS.format(
        channels=_all_of(channels, words.ANY_CHANNEL, words),
        clock=clock(rules.clock or DEFAULT_CLOCK, words),
        boards=words.BOARD_MODES[rules.board_mode],
        variants=_all_of(_variants(rules, words), words.USUAL_VARIANTS, words),
        roles=_all_of(roles, words.ANYBODY, words),
        rated=_rated(rules, words),
        daily=daily,
        blocked=_all_of(players, words.NOBODY, words),
    )


def _variants(rules: HouseRules, words: Words) -> list[str]:
    chosen = ((game, chosen_variant(rules, key)) for key, game in GAMES.items())
    return [
        words.VARIANT_OF.format(
            title=title_of(game, words), variant=variant_name(variant.name, words)
        )
        for game, variant in chosen
        if variant
    ]


def _selects(rules: HouseRules, words: Words) -> tuple[Select, ...]:
    """Discord has room for five."""
    clocks = tuple(
        Choice(key, words.CLOCKS[key], chosen=span == (rules.clock or DEFAULT_CLOCK))
        for key, span in CLOCKS.items()
    )
    limit = str(_limit(rules))
    rated = tuple(Choice(key, text, chosen=key == limit) for key, text in words.RATED_A_DAY.items())
    boards = tuple(
        Choice(key, text, chosen=key == rules.board_mode) for key, text in words.BOARD_MODES.items()
    )
    channels, roles = tuple(sorted(rules.channels)), tuple(sorted(rules.roles))
    return (
        Select(ServerChannels(), words.CHOOSE_CHANNELS, kind=Kind.CHANNELS, chosen=channels),
        Select(ServerClock(), words.CHOOSE_CLOCK, clocks),
        Select(ServerBoardMode(), words.CHOOSE_BOARDS, boards),
        Select(ServerRatedLimit(), words.CHOOSE_RATED, rated),
        Select(ServerRoles(), words.CHOOSE_ROLES, kind=Kind.ROLES, chosen=roles),
    )


def _rated(rules: HouseRules, words: Words) -> str:
    """An imported server may have any limit, also one that can't be chosen here."""
    limit = _limit(rules)
    return words.RATED_A_DAY.get(str(limit), words.RATED_OTHERWISE.format(count=limit))


def _limit(rules: HouseRules) -> int:
    return RATED_A_DAY if rules.rated_a_day is None else rules.rated_a_day


def _all_of(names: list[str], none: str, words: Words) -> str:
    return listing(names, _NAMED, words, last=words.AND) if names else none
