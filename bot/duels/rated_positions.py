"""Keeps the bot's help away from positions of rated duels that are being played."""

from collections.abc import Iterable
from typing import Any

from bot.interactions.request import Request
from engine.games.game import Game
from engine.positions import place
from engine.record import Record
from engine.review import states_of
from storage.rated_positions import refusals_by_place
from storage.store import Store

Position = tuple[Game[Any], Any]


async def require_not_in_rated_duel(
    store: Store, request: Request, positions: Iterable[Position]
) -> None:
    """Refuse help with positions one of which stands in a rated duel that the player is playing,
    in whichever server."""
    refusals = refusals_by_place(await store.rated_running(request.player))
    if not refusals:
        return
    helped = {place(*each) for each in positions}
    for where, refusal in refusals.items():
        if where in helped:
            raise refusal


def positions_of(record: Record) -> Iterable[Position]:
    """All positions of a game, from its start to where it ended."""
    return ((record.game, state) for state in states_of(record))
