"""Every step of a duel that is played: the store decides, and the publisher shows it."""

import re

from bot.boards import board
from bot.boards.answers import resign_question, still_playing
from bot.boards.links import url
from bot.boards.move_labels import named
from bot.boards.move_rows import moves_of_duel
from bot.delivery.message import Message
from bot.duels.find import duel_anywhere, duel_here
from bot.duels.ping_offer import PingOffer
from bot.duels.publisher import Publisher
from bot.duels.unshown import Unshown
from bot.guilds.servers import Servers
from bot.interactions.permissions import require_board_here, require_view
from bot.interactions.refusals import DeadButton, OldBoard, OldPrivateBoard
from bot.interactions.request import Request
from bot.metrics import COMMIT, MOVES
from engine.duel import Finished, Offered, Playing, in_play
from engine.refusal import AlreadyOver, NotYourTurn, Refusal, StaleBoard
from storage.ids import DuelId
from storage.match import Match
from storage.store import Store

# A move by its own name, and not by a label: `12`, `16:6` or `*5`.
_NUMBER = re.compile(r"\s*(?:[+-]?[0-9]+|[0-9]+[:.][0-9]+|\*[0-9]+)\s*")


class DuelService:
    def __init__(
        self,
        store: Store,
        publisher: Publisher,
        servers: Servers,
        unshown: Unshown,
        ping_offer: PingOffer,
    ) -> None:
        self._store = store
        self._publisher = publisher
        self._servers = servers
        self._unshown = unshown
        self._ping_offer = ping_offer

    async def play(
        self, request: Request, number: DuelId | None, text: str, ply: int | None = None
    ) -> None:
        """Make a move. A button says with `ply` which move it was for; a typed move is for now. An
        old board that only the player sees becomes the current one: that is shown nowhere else."""
        call = request.call
        if number is None and _NUMBER.fullmatch(text):
            # Usually one duel can be meant, which needn't be looked for first.
            with self._unshown.in_flight(call.guild, request.channel), COMMIT.time():
                match = await self._store.play_here(call, request.channel, text)
            if match:
                await self._show_move(request, match)
                return
        if number is None:
            number = await duel_here(self._store, request)
        if not _NUMBER.fullmatch(text):
            text = await self._move_named(request, number, text)
        with self._unshown.in_flight(call.guild, number):
            try:
                with COMMIT.time():
                    match = await self._store.play(call, number, text, ply)
            except (AlreadyOver, StaleBoard) as refusal:
                current = await self._store.duel(call.guild, number)
                if current.private and ply is not None:
                    await self._publisher.answer(request, current)
                    return
                if isinstance(refusal, AlreadyOver):
                    raise
                if self._publisher.is_on_old_board(request, current):
                    self._publisher.tidy_pressed(request, current, refusal.shown + 1)
                raise _old_board(current, refusal.shown) from refusal
        await self._show_move(request, match)

    async def ask_for_part(self, request: Request, number: DuelId, whole: int, ply: int) -> None:
        """Ask privately which part of a number is kept, where the board has no room for all."""
        match, duel = await self._in_play(request, number)
        if duel.waiting_for != request.player:
            raise NotYourTurn(duel.waiting_for)
        if duel.ply != ply:
            raise _old_board(match, ply)
        question = moves_of_duel(match.id, duel, request.words).parts_of(whole)
        if question is None:
            raise DeadButton
        await request.respond.private(question)

    async def play_privately(self, request: Request, number: DuelId, text: str, ply: int) -> None:
        """Make a move that was chosen in a private answer, and show the board in its channel."""
        call = request.call
        with self._unshown.in_flight(call.guild, number):
            try:
                with COMMIT.time():
                    match = await self._store.play(call, number, text, ply)
            except StaleBoard as stale:
                current = await self._store.duel(call.guild, number)
                if current.private:
                    await self._publisher.answer(request, current)
                    return
                raise _old_board(current, stale.shown) from stale
            if match.again:
                return
            MOVES.labels(match.duel.terms.game.key).inc()
            if match.private:
                await self._publisher.answer(request, match)
            else:
                await request.respond.change(Message(request.words.MOVED))
                await self._publisher.show(match, call.at)
        if isinstance(match.duel, Finished):
            await self._ping_offer.follow_up(request, match)

    async def ask_to_resign(self, request: Request, number: DuelId | None) -> None:
        match, duel = await self._in_play(request, number)
        await request.respond.change(resign_question(match, duel, request.player, request.words))

    async def resign(self, request: Request, number: DuelId) -> None:
        call = request.call
        with self._unshown.in_flight(call.guild, number):
            match = await self._store.resign(call, number)
            if match.private:
                await self._publisher.answer(request, match)
            elif not match.again:
                await request.respond.change(Message(request.words.RESIGNED))
                await self._publisher.show(match, call.at)
        await self._ping_offer.follow_up(request, match)

    async def keep_playing(self, request: Request, number: DuelId) -> None:
        match, duel = await self._in_play(request, number)
        if match.private:  # no link leads to its board
            await self._publisher.answer(request, match)
        else:
            await request.respond.change(still_playing(match, duel, request.words))

    async def show_board(self, request: Request, number: DuelId | None) -> None:
        """Show a duel's board again: its players move it here, everybody else sees it privately."""
        if number is None:
            number = await duel_anywhere(self._store, request)
        match = await self._store.duel(request.guild, number, request.player)
        terms = match.duel.terms
        if request.player not in terms.players:
            await require_view(request, match)
            await self._publisher.show_privately(request, match)
        elif match.private:
            await self._publisher.answer(request, match)
        else:
            if match.board.channel != request.channel:
                rules = await self._store.house_rules(request.guild)
                await require_board_here(request, rules, terms.human_opponent(request.player))
            await self._show_here(request, match)

    async def show_private_board(self, request: Request, number: DuelId) -> None:
        """Show the board of a private duel again, which no link leads to."""
        match = await self._store.duel(request.guild, number, request.player)
        if not match.private:
            raise DeadButton
        await self._publisher.answer(request, match)

    async def duel(self, request: Request, number: DuelId) -> Match:
        return await self._store.duel(request.guild, number, request.player)

    async def _show_move(self, request: Request, match: Match) -> None:
        with self._unshown.in_flight(match.guild, match.id):
            is_on_old_board = self._publisher.is_on_old_board(request, match)
            await self._publisher.answer_step(request, match)
            if not match.again:
                MOVES.labels(match.duel.terms.game.key).inc()
                if is_on_old_board:
                    self._publisher.tidy_pressed(request, match, match.step - 1)
        if isinstance(match.duel, Finished):
            await self._ping_offer.follow_up(request, match)

    async def _show_here(self, request: Request, match: Match) -> None:
        """The board moves here, but the message that tells the end stays where it is."""
        if isinstance(match.duel, Offered | Playing):
            # In another channel the player to move hasn't seen the ping.
            moves = request.channel != match.board.channel
            mine = isinstance(match.duel, Playing) and match.duel.waiting_for == request.player
            await self._publisher.answer(request, match, news=moves and not mine)
        else:
            await request.respond.public(board(match, self._servers.words(match.guild)))

    async def _in_play(self, request: Request, number: DuelId | None) -> tuple[Match, Playing]:
        """The duel that one of its players means, if it can still be resigned."""
        call = request.call
        if number is None:
            number = await duel_here(self._store, request)
        match = await self._store.duel(call.guild, number, call.player)
        return match, in_play(match.duel, call.player)

    async def _move_named(self, request: Request, number: DuelId, text: str) -> str:
        """The move that a label such as `12 (6×2)` means."""
        duel = (await self._store.duel(request.guild, number, request.player)).duel
        return named(text, duel.record, request.words) if isinstance(duel, Playing) else text


def _old_board(match: Match, ply: int) -> Refusal:
    """The refusal to play on a board with so many moves."""
    return OldPrivateBoard(ply + 1) if match.private else OldBoard(ply + 1, url(match))
