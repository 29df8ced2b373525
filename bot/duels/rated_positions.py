"""Keeps the bot's help away from positions of rated duels that are being played."""

from collections.abc import Hashable, Iterable
from typing import Any

from bot.boards.links import link
from bot.interactions.refusals import InRatedDuel
from bot.interactions.request import Request
from engine.duel import Playing
from engine.games.game import Game
from engine.outcome import Seat
from engine.record import Record
from engine.review import states_of
from storage.store import Store

Position = tuple[Game[Any], Any]


async def require_not_in_rated_duel(
    store: Store, request: Request, positions: Iterable[Position]
) -> None:
    """Refuse help with positions one of which stands in a rated duel that the player is playing in
    this server."""
    running = await store.running(request.guild, request.player)
    rated = [
        (match, match.duel.record)
        for match in running
        if isinstance(match.duel, Playing) and match.duel.terms.unrated is None
    ]
    if not rated:
        return
    helped = {_place(*each) for each in positions}
    for match, record in rated:
        if _place(record.game, record.state) in helped:
            raise InRatedDuel(link(match, request.words))


def positions_of(record: Record) -> Iterable[Position]:
    """All positions of a game, from its start to where it ended."""
    return ((record.game, state) for state in states_of(record))


def _place(game: Game[Any], state: Any) -> Hashable:
    """What is the same for two positions that are played on in the same way. How a game came there
    makes no difference: neither its start, nor who is to move in it."""
    begins = game.start_options | {"board"}
    rules = frozenset((key, each) for key, each in game.settings().items() if key not in begins)
    if isinstance(state, tuple):
        state = tuple(each for each in state if not isinstance(each, Seat))
    return game.key, rules, state
