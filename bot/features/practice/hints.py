"""Gives hints in duels with the bot."""

import asyncio

from bot.delivery.message import Message
from bot.duels.rated_positions import require_not_in_rated_duel
from bot.features.practice.view import hint_message
from bot.interactions.request import Request
from engine.duel import Playing
from engine.hints import hint
from storage.ids import DuelId
from storage.store import Store


class Hints:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def give(self, request: Request, number: DuelId, ply: int) -> None:
        """Say which kind of move is good or, to a player who has been told which move, that."""
        if message := await self._hint(request, number, ply, 1):
            await request.respond.private(message)

    async def give_move(self, request: Request, number: DuelId, ply: int) -> None:
        """Say which move is good, in place of which kind."""
        if message := await self._hint(request, number, ply, 2):
            await request.respond.change(message)

    async def _hint(self, request: Request, number: DuelId, ply: int, steps: int) -> Message | None:
        """Return what the player has asked for, after it has been counted."""
        duel = (await self._store.duel(request.guild, number, request.player)).duel
        if isinstance(duel, Playing):
            position = duel.record.game, duel.record.state
            await require_not_in_rated_duel(self._store, request, [position])
        match = await self._store.hint(request.call, number, ply, steps)
        duel = match.duel
        if not isinstance(duel, Playing):
            return None  # a repeated call, of a duel that is over
        found = await asyncio.to_thread(hint, duel.record.game, duel.record.state)
        given = duel.hints.count(ply)
        return hint_message(match.id, duel, given, found, request.words)
