"""Every step of a duel, from whoever asks to whoever reads: the store decides, the stage shows."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.boards import board
from bot.boards.links import url
from bot.boards.moves import named
from bot.boards.removed_result import taken_out
from bot.delivery.message import Button, Look, Message
from bot.duels.find import challenge_by, challenge_to, duel_here
from bot.duels.notifications import Bell
from bot.duels.publisher import Stage
from bot.interactions.custom_id import Verb, press
from bot.interactions.dispatch import Asked, hold, instead, plain, privately, publicly
from bot.interactions.refusals import DeadButton, OldBoard
from bot.metrics import MOVES
from bot.text.format import mention
from bot.text.game_texts import title_of
from bot.text.languages import Words, language_for
from engine import duel as life
from engine.duel import Offered, Playing, Terms
from engine.durations import MINUTE
from engine.ids import Instant, PlayerId, Span
from engine.refusal import StaleBoard
from storage.ids import ChannelId, DuelId, GuildId, InteractionId
from storage.match import Call, Match, Posting
from storage.sqlite.store import Store

OFFER_LASTS = Span(15 * MINUTE)
_PLAIN = re.compile(r"\s*[+-]?[0-9]+\s*")


class Referee:
    def __init__(self, store: Store, stage: Stage, bell: Bell, now: Callable[[], Instant]) -> None:
        self._store = store
        self._stage = stage
        self._bell = bell
        self._now = now

    async def challenge(self, ask: Asked, terms: Terms) -> None:
        call = self.call(ask)
        with self._stage.under_way(call.guild, None):
            match = await self._store.offer(call, terms, _posting(ask))
            await self._stage.answer(ask, match, call.at)

    async def rematch(self, ask: Asked, number: DuelId) -> None:
        call = self.call(ask)
        with self._stage.under_way(call.guild, None):
            match = await self._store.rematch(call, number, _posting(ask))
            await self._stage.answer(ask, match, call.at)

    async def accept(self, ask: Asked, number: DuelId | None) -> None:
        call = self.call(ask)
        if number is None:
            number = await challenge_to(self._store, call.guild, call.player)
        await self._step(ask, call, number, self._store.accept(call, number))

    async def decline(self, ask: Asked, number: DuelId | None) -> None:
        call = self.call(ask)
        if number is None:
            number = await challenge_to(self._store, call.guild, call.player)
        withdrawn = self._store.decline(call, number)
        await self._withdraw(ask, call, number, withdrawn, words_of(ask).DECLINED)

    async def cancel(self, ask: Asked, number: DuelId | None) -> None:
        call = self.call(ask)
        if number is None:
            number = await challenge_by(self._store, call.guild, call.player)
        withdrawn = self._store.cancel(call, number)
        await self._withdraw(ask, call, number, withdrawn, words_of(ask).CANCELLED)

    async def move(
        self, ask: Asked, number: DuelId | None, text: str, ply: int | None = None
    ) -> None:
        """From a board, `ply` says which move it was for; typed, the move is for the last one."""
        call, words = self.call(ask), words_of(ask)
        if number is None:
            channel = ChannelId(ask.channel_id or 0)
            number = await duel_here(self._store, call.guild, channel, call.player, words)
        if not _PLAIN.fullmatch(text):
            text = await self._named(call.guild, number, text, words)
        try:
            await self._step(ask, call, number, self._played(call, number, text, ply))
        except StaleBoard as stale:
            match = await self._store.duel(call.guild, number)
            raise OldBoard(stale.shown + 1, url(match)) from stale

    async def _played(self, call: Call, number: DuelId, text: str, ply: int | None) -> Match:
        match = await self._store.play(call, number, text, ply)
        if not match.again:
            MOVES.labels(match.duel.terms.game.key).inc()
        return match

    async def show_here(self, ask: Asked, match: Match) -> None:
        """The board again, where its player wants it. The one before becomes a line, unless it
        tells how the duel ended: that stays where it was told."""
        call = self.call(ask)
        if isinstance(match.duel, Offered | Playing):
            # Where the board was, its player has been pinged for nothing if it goes elsewhere.
            moves = ask.channel_id != match.board.channel
            await self._stage.answer(
                ask, match, call.at, news=moves and not _waits_for(match, call.player)
            )
        else:
            await publicly(ask, board(match, self._stage.words(match.guild)))

    async def ask_to_resign(self, ask: Asked, number: DuelId | None) -> None:
        """Resigning can't be undone, so it takes two presses."""
        (match, duel), words = await self._in_play(ask, number), words_of(ask)
        opponent = next(each for each in duel.seats if each != ask.user.id)
        text = words.RESIGN_SURE if duel.terms.legs == 1 else words.RESIGN_LEGS_SURE
        sure = text.format(
            title=title_of(duel.terms.game, words),
            number=match.id,
            opponent=mention(opponent, words),
        )
        buttons = (
            Button(words.RESIGN_YES, press(Verb.RESIGN_SURELY, match.id), Look.STOP),
            Button(words.NEVER_MIND, press(Verb.KEEP_PLAYING, match.id)),
        )
        await privately(ask, Message(sure, (buttons,)))

    async def resign(self, ask: Asked, number: DuelId) -> None:
        call = self.call(ask)
        with self._stage.under_way(call.guild, number):
            match = await self._store.resign(call, number)
            if not match.again:
                await instead(ask, Message(words_of(ask).RESIGNED))
                await self._stage.show(match, call.at)

    async def keep_playing(self, ask: Asked, number: DuelId) -> None:
        (match, duel), words = await self._in_play(ask, number), words_of(ask)
        player = mention(duel.waiting_for, words)
        await instead(ask, Message(words.KEPT_PLAYING.format(player=player, link=url(match))))

    async def end(self, ask: Asked, number: DuelId) -> None:
        call = self.call(ask)
        with self._stage.under_way(call.guild, number):
            match = await self._store.end(call, number)
            if not match.again:
                text = words_of(ask).DUEL_ENDED.format(number=number)
                await privately(ask, Message(text))
                await self._stage.show(match, call.at)

    async def void(self, ask: Asked, number: DuelId, reason: str | None) -> None:
        """Take a result out. The message that told it is changed, and everybody is told."""
        call = self.call(ask)
        with self._stage.under_way(call.guild, number):
            match = await self._store.void(call, number)
            if not match.again:
                text = words_of(ask).RESULT_REMOVED.format(number=number)
                await privately(ask, Message(text))
                await self._stage.show(match, call.at)
                words = self._stage.words(call.guild)
                line = taken_out(match, plain(reason) if reason else None, words)
                await self._stage.say(match, line)

    async def _in_play(self, ask: Asked, number: DuelId | None) -> tuple[Match, Playing]:
        """The duel that one of its players means, if it can still be resigned."""
        call = self.call(ask)
        if number is None:
            channel = ChannelId(ask.channel_id or 0)
            number = await duel_here(self._store, call.guild, channel, call.player, words_of(ask))
        match = await self._store.duel(call.guild, number)
        return match, life.in_play(match.duel, call.player)

    def call(self, ask: Asked) -> Call:
        if ask.guild_id is None:
            raise DeadButton
        guild, player, now = GuildId(ask.guild_id), PlayerId(ask.user.id), self._now()
        self._bell.seen(guild, player, now)
        return Call(guild, player, InteractionId(ask.id), now)

    async def _step(self, ask: Asked, call: Call, number: DuelId, step: Awaitable[Match]) -> None:
        """The answer to a step is the new board, unless the duel is played somewhere else."""
        with self._stage.under_way(call.guild, number):
            match = await step
            if ask.channel_id == match.board.channel:
                await self._stage.answer(ask, match, call.at)
            elif not match.again:
                await hold(ask)
                await self._stage.show(match, call.at)
                await self._answer_elsewhere(ask, await self._store.duel(call.guild, number))

    async def _answer_elsewhere(self, ask: Asked, match: Match) -> None:
        """Where the duel is, unless that place has gone. It doesn't come here by itself: the
        opponent might not see it."""
        words = words_of(ask)
        text = words.MOVED_ELSEWHERE.format(link=url(match))
        await privately(ask, Message(text if match.board.message else words.MOVED_NOWHERE))

    async def _withdraw(
        self, ask: Asked, call: Call, number: DuelId, step: Awaitable[Match], text: str
    ) -> None:
        with self._stage.under_way(call.guild, number):
            match = await step
            if not match.again and not await self._stage.redraw(ask, match):
                await privately(ask, Message(text))
                await self._stage.show(match, call.at)

    async def _named(self, guild: GuildId, number: DuelId, text: str, words: Words) -> str:
        duel = (await self._store.duel(guild, number)).duel
        return named(text, duel.record.view, words) if isinstance(duel, Playing) else text


def _waits_for(match: Match, player: PlayerId) -> bool:
    return isinstance(match.duel, Playing) and match.duel.waiting_for == player


def words_of(ask: Asked) -> Words:
    """The language of whoever asks."""
    return language_for(str(ask.locale))


def _posting(ask: discord.Interaction[Any]) -> Posting:
    return Posting(ChannelId(ask.channel_id or 0), OFFER_LASTS)
