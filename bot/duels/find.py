"""Which duel somebody means, who didn't say or said it in words."""

import re
from collections.abc import Callable

from bot.boards.links import link
from bot.interactions.refusals import (
    DuelsElsewhere,
    NoChallenge,
    NoChallengeOfYours,
    NoDuels,
    SeveralChallenges,
    SeveralDuels,
    UnreadableDuel,
)
from bot.text.languages import Words
from engine.duel import Offered, Playing
from engine.ids import PlayerId
from engine.refusal import Refusal
from storage.ids import ChannelId, DuelId, GuildId
from storage.match import Match
from storage.sqlite.store import Store

_NUMBER = re.compile(r"#?([0-9]{1,15})\b.*", re.DOTALL)


def numbered(text: str) -> DuelId:
    """The number in `12`, `#12` or `#12 Divisor Duel against …`."""
    found = _NUMBER.fullmatch(text.strip())
    if not found:
        raise UnreadableDuel(text)
    return DuelId(int(found[1]))


async def duel_here(
    store: Store, guild: GuildId, channel: ChannelId, player: PlayerId, words: Words
) -> DuelId:
    """The one duel that a player plays in this channel."""
    playing = [each for each in await store.running(guild, player) if is_playing(each)]
    here = [each for each in playing if each.board.channel == channel]
    if len(here) == 1:
        return here[0].id
    if here:
        raise SeveralDuels(len(here))
    if playing:
        raise DuelsElsewhere(", ".join(link(each, words) for each in playing[:10]))
    raise NoDuels


async def duel_anywhere(
    store: Store, guild: GuildId, channel: ChannelId, player: PlayerId
) -> DuelId:
    """The one that a player plays in this channel, or else at all."""
    playing = [each for each in await store.running(guild, player) if is_playing(each)]
    here = [each for each in playing if each.board.channel == channel] or playing
    return _only(here, SeveralDuels, NoDuels)


async def challenge_to(store: Store, guild: GuildId, player: PlayerId) -> DuelId:
    """The one challenge that waits for this player's answer."""
    offered = [each for each in await store.running(guild, player) if is_offered_to(each, player)]
    return _only(offered, SeveralChallenges, NoChallenge)


async def challenge_by(store: Store, guild: GuildId, player: PlayerId) -> DuelId:
    """The one challenge that this player may take back."""
    offered = [each for each in await store.running(guild, player) if is_offered_by(each, player)]
    return _only(offered, SeveralChallenges, NoChallengeOfYours)


def is_playing(match: Match) -> bool:
    return isinstance(match.duel, Playing)


def is_offered_to(match: Match, player: PlayerId) -> bool:
    return isinstance(match.duel, Offered) and match.duel.terms.opponent == player


def is_offered_by(match: Match, player: PlayerId) -> bool:
    return isinstance(match.duel, Offered) and match.duel.terms.challenger == player


def _only(
    matches: list[Match], several: Callable[[int], Refusal], none: Callable[[], Refusal]
) -> DuelId:
    if len(matches) > 1:
        raise several(len(matches))
    if not matches:
        raise none()
    return matches[0].id
