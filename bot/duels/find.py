"""Finds the duel that a player means, who named none or named it in words."""

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
from bot.interactions.request import Request
from engine.duel import Offered, Playing
from engine.ids import PlayerId
from engine.refusal import Refusal
from storage.ids import DuelId
from storage.match import Match
from storage.store import Store

_NUMBER = re.compile(r"#?([0-9]{1,15})\b.*", re.DOTALL)


def numbered(text: str) -> DuelId:
    """The number in `12`, `#12` or `#12 Divisor Duel against …`."""
    found = _NUMBER.fullmatch(text.strip())
    if not found:
        raise UnreadableDuel(text)
    return DuelId(int(found[1]))


def optional_number(text: str | None) -> DuelId | None:
    return None if text is None else numbered(text)


async def duel_here(store: Store, request: Request) -> DuelId:
    """The one duel that the player plays in this channel."""
    playing = await _running(store, request, is_playing)
    here = [each for each in playing if each.board.channel == request.channel]
    if len(here) == 1:
        return here[0].id
    if here:
        raise SeveralDuels(len(here))
    if playing:
        raise DuelsElsewhere(", ".join(link(each, request.words) for each in playing[:10]))
    raise NoDuels


async def duel_anywhere(store: Store, request: Request) -> DuelId:
    """The one duel that the player plays in this channel or, if there is none, in the server."""
    playing = await _running(store, request, is_playing)
    here = [each for each in playing if each.board.channel == request.channel]
    return _only(here or playing, SeveralDuels, NoDuels)


async def challenge_to(store: Store, request: Request) -> DuelId:
    """The one challenge that waits for the player's answer."""
    return _only(await _running(store, request, is_offered_to), SeveralChallenges, NoChallenge)


async def challenge_by(store: Store, request: Request) -> DuelId:
    """The one challenge that the player may cancel."""
    offered = await _running(store, request, is_offered_by)
    return _only(offered, SeveralChallenges, NoChallengeOfYours)


def is_playing(match: Match, _player: PlayerId) -> bool:
    return isinstance(match.duel, Playing)


def is_private(match: Match, _player: PlayerId) -> bool:
    return match.private


def is_offered_to(match: Match, player: PlayerId) -> bool:
    return isinstance(match.duel, Offered) and match.duel.terms.opponent == player


def is_offered_by(match: Match, player: PlayerId) -> bool:
    return isinstance(match.duel, Offered) and match.duel.terms.challenger == player


async def _running(
    store: Store, request: Request, wanted: Callable[[Match, PlayerId], bool]
) -> list[Match]:
    running = await store.running(request.guild, request.player)
    return [each for each in running if wanted(each, request.player)]


def _only(
    matches: list[Match], several: Callable[[int], Refusal], none: Callable[[], Refusal]
) -> DuelId:
    if len(matches) > 1:
        raise several(len(matches))
    if not matches:
        raise none()
    return matches[0].id
