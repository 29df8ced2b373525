"""Finds duels with the bot in which the player hasn't moved yet. A button that begins one may be
pressed twice, and the second press leads to the same duel."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from bot.interactions.request import Request
from engine.duel import Duel, Playing, Terms
from engine.ids import PlayerId
from engine.record import Record
from storage.match import Match
from storage.store import Store


class Untouched:
    def __init__(self, store: Store) -> None:
        self._store = store
        # Held while a player begins a duel, so that two presses at once are one after the other.
        self._beginning: WeakValueDictionary[PlayerId, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def like(
        self, request: Request, terms: Terms, record: Record | None = None, *, private: bool
    ) -> AsyncIterator[Match | None]:
        """Find the duel on these terms that has begun where the record ends, or else from its
        start. The player begins no other meanwhile."""
        async with self._beginning.setdefault(request.player, asyncio.Lock()):
            running = await self._store.running(request.guild, request.player)
            yield next(
                (
                    each
                    for each in running
                    if each.private == private and _is_like(each.duel, terms, record)
                ),
                None,
            )


def _is_like(duel: Duel, terms: Terms, record: Record | None) -> bool:
    """Whether a duel has these terms, and no move has been made in it except for one by the bot,
    which answers each of the player's moves at once."""
    if not isinstance(duel, Playing) or duel.earlier or _agreed(duel.terms) != _agreed(terms):
        return False
    begun_at = record.ply if record else 0
    same = record is None or duel.record.back_to(begun_at) == record
    return same and duel.ply - begun_at <= 1


def _agreed(terms: Terms) -> tuple[object, ...]:
    game = terms.game.without_start()
    return terms.players, game, terms.first, terms.clock, terms.legs, terms.level
