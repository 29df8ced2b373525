"""Where duels are shown: boards are posted here, remembered, and tidied when they are replaced.

What the store has accepted stands, whether or not it could be shown; what couldn't be is shown
later."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import discord
import structlog

from bot.background import Background
from bot.boards import board
from bot.boards.reminder import reminder
from bot.delivery.message import Message
from bot.delivery.payload import FAILURES, hopeless, repacked
from bot.delivery.sender import Delivery
from bot.duels.end_card import Illustrating
from bot.duels.notifications import Bell
from bot.duels.past_boards import Tidying
from bot.interactions.in_flight import counted
from bot.text.languages import Words, language_for
from engine.duel import Finished, Offered, Playing, Withdrawn
from engine.ids import Instant, PlayerId
from engine.refusal import Refusal
from storage.ids import ChannelId, DuelId, GuildId, MessageId
from storage.match import Board, Match
from storage.sqlite.store import Store

LOG = structlog.get_logger()

# How much of a server is caught up with at a time, so that none holds up the others.
UNSHOWN = 100


class Stage:
    def __init__(
        self,
        client: discord.Client,
        store: Store,
        bell: Bell,
        illustrating: Illustrating,
        background: Background,
    ) -> None:
        self._client = client
        self._store = store
        self._bell = bell
        self._delivery = Delivery(client)
        self._tidying = Tidying(self._delivery, background)
        self._illustrating = illustrating
        self._under_way: Counter[tuple[GuildId, DuelId | None]] = Counter()
        # Where something could not be shown and is worth trying again.
        self._behind: set[GuildId] = set()
        self._catching_up = asyncio.Lock()
        # What was shown while the store wouldn't note it.
        self._unnoted: dict[tuple[GuildId, DuelId], Board] = {}

    async def answer(
        self, ask: discord.Interaction[Any], match: Match, now: Instant, *, news: bool = True
    ) -> None:
        """Answer with the board, which is from now on where the answer is. What is no news pings
        nobody."""
        if match.again:
            return  # the first delivery has been answered, or is about to be
        channel = ChannelId(ask.channel_id or match.board.channel)
        with self.under_way(match.guild, match.id):
            message = board(match, self.words(match.guild))
            ping = await self._ping(match, message, now) if news else None
            sent = await self._delivery.answer(ask, message, ping)
            if sent is None:
                what = "board" if channel == match.board.channel and news else f"for {ask.id}"
                await self._post(match, message, ping, channel, what)
            else:
                await self._remember(match, channel, sent)

    async def show(self, match: Match, now: Instant) -> None:
        """Show a duel, where it is, without anybody's waiting for an answer."""
        with self.under_way(match.guild, match.id):
            message = board(match, self.words(match.guild))
            if not await self._redrawn(match, message):
                ping = await self._ping(match, message, now)
                await self._post(match, message, ping, match.board.channel, "board")

    async def redraw(self, ask: discord.Interaction[Any], match: Match) -> bool:
        """Answer the press of a button on a challenge by changing that very message."""
        if ask.message is None or ask.message.id != match.board.message:
            return False
        with self.under_way(match.guild, match.id):
            message = board(match, self.words(match.guild))
            try:
                await ask.response.edit_message(**repacked(message))
            except FAILURES as failed:
                LOG.warning("an answer didn't get through", failed=str(failed), duel=match.id)
                return False
            await self._remember(match, match.board.channel, MessageId(ask.message.id))
        return True

    async def remind(self, match: Match, duel: Playing, now: Instant) -> None:
        """Once, unless whoever is to move wants no pings."""
        player, channel = duel.waiting_for, match.board.channel
        rings = await self._bell.rings(match.guild, player, now)
        if (await self._store.duel(match.guild, match.id)).step != match.step:
            return  # they have moved since
        if rings:
            message = reminder(match, duel, self.words(match.guild))
            try:
                await self._delivery.post(match, message, player, channel, "reminder")
            except FAILURES as failed:
                LOG.warning("a reminder wasn't posted", failed=str(failed), duel=match.id)
                if not hopeless(failed):
                    return
        await self._store.told(match.guild, match.id, match.step)

    async def say(self, match: Match, line: str) -> None:
        """A line where the duel is, that pings nobody. That place may have gone."""
        try:
            await self._delivery.post(match, Message(line), None, match.board.channel, "line")
        except FAILURES as failed:
            LOG.warning("a line can't be posted", failed=str(failed), duel=match.id)

    async def catch_up(self, guilds: tuple[GuildId, ...], now: Instant) -> None:
        """Show what has happened and not been shown: the bot or Discord may have been away."""
        async with self._catching_up:
            self._behind.update(guilds)
            for guild in guilds:
                self._behind.discard(guild)
                with self._or_later(guild):
                    await self._catch_up(guild, now)

    async def try_again(self, now: Instant) -> None:
        if self._behind and not self._catching_up.locked():
            await self.catch_up(tuple(self._behind), now)

    async def _catch_up(self, guild: GuildId, now: Instant) -> None:
        unshown = await self._store.unshown(guild, UNSHOWN)
        for found in unshown:
            # Whoever is about to show it may have finished while it was read, or have begun.
            busy = self._is_under_way(found)
            match = await self._store.duel(guild, found.id)
            if busy or self._is_under_way(match):
                self._behind.add(guild)
            elif match.step != match.board.shown:
                await self._catch_up_with(match, now)
        if len(unshown) == UNSHOWN:
            self._behind.add(guild)

    async def _catch_up_with(self, match: Match, now: Instant) -> None:
        """It may have been shown, and only not been noted."""
        unnoted = self._unnoted.get((match.guild, match.id))
        if unnoted and unnoted.shown == match.step and unnoted.message:
            await self._remember(match, unnoted.channel, unnoted.message)
        else:
            await self.show(match, now)

    def words(self, guild: GuildId) -> Words:
        """The language of a server."""
        known = self._client.get_guild(guild)
        return language_for(str(known.preferred_locale) if known else None)

    def is_in(self, guild: GuildId) -> bool:
        """Not where the bot was thrown out, nor where Discord itself has an outage."""
        known = self._client.get_guild(guild)
        return known is not None and not known.unavailable

    @contextmanager
    def under_way(self, guild: GuildId, number: DuelId | None) -> Iterator[None]:
        """Between a step and its board. An offer has no number yet."""
        with counted(self._under_way, (guild, number)), self._or_later(guild):
            yield

    @contextmanager
    def _or_later(self, guild: GuildId) -> Iterator[None]:
        """What could not be shown for a fault of ours is tried again. Where something was refused,
        nothing has happened."""
        try:
            yield
        except Refusal:
            raise
        except BaseException:
            self._behind.add(guild)
            raise

    def _is_under_way(self, match: Match) -> bool:
        """Whether somebody is about to show it anyway."""
        offered = isinstance(match.duel, Offered) and (match.guild, None) in self._under_way
        return offered or (match.guild, match.id) in self._under_way

    async def _ping(self, match: Match, message: Message, now: Instant) -> PlayerId | None:
        player = message.ping
        if player is None or player <= 0:
            return None
        return player if await self._bell.rings(match.guild, player, now) else None

    async def _post(
        self,
        match: Match,
        message: Message,
        ping: PlayerId | None,
        channel: ChannelId,
        what: str,
    ) -> None:
        try:
            # What was posted before a restore is a line by now.
            anew = what + await self._store.restored()
            sent = await self._delivery.post(match, message, ping, channel, anew)
        except FAILURES as failed:
            LOG.warning("a board wasn't posted", failed=str(failed), duel=match.id)
            if not hopeless(failed):
                self._behind.add(match.guild)
            elif channel == match.board.channel:
                # It has gone, or isn't ours to post in. `/duel board` brings the duel back.
                given_up = Board(channel, None, match.step)
                await self._store.posted(match.guild, match.id, given_up)
        else:
            await self._remember(match, channel, sent)

    async def _redrawn(self, match: Match, message: Message) -> bool:
        """A challenge that has come to nothing, or a result that was taken out, is told where the
        challenge or the result stands. Not where the bot was killed before it knew where that is:
        somebody may be looking at it."""
        duel, at = match.duel, match.board
        if at.shown is None:
            return False
        if not (isinstance(duel, Withdrawn) or (isinstance(duel, Finished) and duel.void)):
            return False
        if at.message is not None:
            try:
                await self._delivery.edit(match.guild, at.channel, at.message, message)
            except FAILURES as failed:
                LOG.warning("a message wasn't changed", failed=str(failed), duel=match.id)
                if not hopeless(failed):
                    self._behind.add(match.guild)
                    return True
        now_there = Board(at.channel, at.message, match.step)
        await self._store.posted(match.guild, match.id, now_there)
        return True

    async def _remember(self, match: Match, channel: ChannelId, message: MessageId) -> None:
        """This is the board now; the one before becomes a line. Unless a later one came first."""
        key, board = (match.guild, match.id), Board(channel, message, match.step)
        self._unnoted[key] = board
        before = await self._store.posted(*key, board)
        self._unnoted.pop(key, None)
        words = self.words(match.guild)
        if before is None:
            self._tidying.tidy(match, board, words)
            return
        if before.message != message:
            self._tidying.tidy(match, before, words, now_at=board)
        self._illustrating.illustrate(match, channel, message, words)
