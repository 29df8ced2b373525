"""Gives hints in duels with the bot."""

import asyncio

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
        """Say which kind of move is good and, asked once more, which move. What is asked is counted
        before it is told."""
        duel = (await self._store.duel(request.guild, number)).duel
        if isinstance(duel, Playing):
            position = duel.record.game, duel.record.state
            await require_not_in_rated_duel(self._store, request, [position])
        match = await self._store.hint(request.call, number, ply)
        duel = match.duel
        if not isinstance(duel, Playing):
            return  # a repeated call, of a duel that is over
        found = await asyncio.to_thread(hint, duel.record.game, duel.record.state)
        given = duel.hints.count(ply)
        message = hint_message(match.id, duel, given, found, request.words)
        if given == 1:
            await request.respond.private(message)
        else:
            await request.respond.change(message)
