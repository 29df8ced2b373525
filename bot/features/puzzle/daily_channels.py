"""Posts the puzzle of the day in the channels that servers have chosen for it, once a UTC day."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import aiohttp
import discord
import structlog

from bot.delivery.failures import FAILURES, code_of, hopeless
from bot.delivery.message import File
from bot.delivery.sender import Sender, nonce
from bot.duels.board_pictures import BoardPictures
from bot.features.puzzle.daily_post import NAMED, daily_post
from bot.features.puzzle.view import names_by_seat
from bot.guilds.servers import Servers
from bot.interactions.permissions import missing_for_posts
from bot.puzzles.daily_pause import is_paused
from bot.puzzles.daily_puzzles import DailyPuzzles
from engine.durations import HOUR, MINUTE
from engine.ids import Instant, Span
from engine.puzzles.attempt import Attempt
from engine.puzzles.days import date_at
from storage.ids import GuildId
from storage.puzzles import BEFORE_ALL, Daily, DailyPost, DailyResults
from storage.shards import Shard
from storage.store import Store

LOG = structlog.get_logger()

# How often to look which servers want a post, and how many of them are read at a time.
LOOKS, AT_A_TIME = Span(MINUTE), 100
# How many seconds a process waits before each post. Thousands of servers want one at midnight, and
# moves come first.
PAUSE = 0.4
# Discord knows a nonce for "a few minutes".
NONCE_KNOWN = Span(2 * MINUTE)


class Post(NamedTuple):
    wanted: DailyPost
    daily: Daily
    yesterday: DailyResults
    # For how many days in a row nobody has tried the puzzle.
    untried: int


class DailyChannels:
    """A post that Discord refuses is given up for the day. One that fails otherwise is tried again,
    less and less often."""

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        store: Store,
        sender: Sender,
        servers: Servers,
        dailies: DailyPuzzles,
        pictures: BoardPictures,
        pace: asyncio.Lock,
        now: Callable[[], Instant],
        shard: Shard,
    ) -> None:
        self._store = store
        self._sender = sender
        self._servers = servers
        self._dailies = dailies
        self._pictures = pictures
        # Of all shards of a process, one waits at a time.
        self._pace = pace
        self._now = now
        self._shard = shard
        self._running = asyncio.Lock()
        self._stopped = False
        self._looked: Instant | None = None
        # What is remembered of a day: until when servers are put off, with how long the next wait
        # is, and of which it was logged that the bot lacks something there.
        self._day = 0
        self._put_off: dict[GuildId, tuple[Instant, Span]] = {}
        self._lacking: set[GuildId] = set()

    def stop(self) -> None:
        """Leave the rest for when the bot is back."""
        self._stopped = True

    async def post_due(self, now: Instant) -> None:
        """Post where it is due. A second call has nothing to do meanwhile."""
        just_looked = self._looked is not None and 0 <= now - self._looked < LOOKS
        if just_looked or self._running.locked():
            return
        async with self._running:
            self._looked, day = now, date_at(now)
            if day != self._day:
                self._day, self._put_off, self._lacking = day, {}, set()
            after = BEFORE_ALL
            while page := await self._store.dailies_to_post(day, self._shard, AT_A_TIME, after):
                for each in page:
                    if self._is_over(day):
                        return
                    await self._post_alone(each, day)
                after = page[-1].guild

    def _is_over(self, day: int) -> bool:
        """Whether nothing is to be posted of that day any more. A past day's puzzle never is."""
        return self._stopped or date_at(self._now()) != day

    async def _post_alone(self, wanted: DailyPost, day: int) -> None:
        """Whatever goes wrong must not hold up other servers."""
        if not self._is_possible(wanted):
            return
        try:
            await self._post(wanted, day)
        except Exception:
            LOG.exception("a daily post failed", guild=wanted.guild)
            self._wait(wanted.guild)

    def _is_possible(self, wanted: DailyPost) -> bool:
        """Whether the bot is in the server and may post in the channel, as far as it knows. If it
        may later that day, it posts then."""
        guild, channel = wanted.guild, wanted.channel
        found = self._servers.known(guild)
        if found is None or not self._servers.is_in(guild):
            return False
        if guild in self._put_off and self._now() < self._put_off[guild][0]:
            return False
        lacking = missing_for_posts(found, channel)
        if lacking == ():
            return True
        if guild not in self._lacking:
            self._lacking.add(guild)
            code = "no-channel" if lacking is None else "no-permission"
            LOG.warning("a daily post isn't possible", guild=guild, channel=channel, code=code)
        return False

    async def _post(self, wanted: DailyPost, day: int) -> None:
        """Post the puzzle, unless nobody tries it there."""
        guild = wanted.guild
        yesterday = await self._store.daily_results(guild, day - 1, NAMED)
        # In some time zones yesterday isn't over.
        before = yesterday if yesterday.tried else await self._store.daily_results(guild, day - 2)
        untried = 0 if before.tried else wanted.untried + 1
        if untried and is_paused(wanted.untried):
            await self._store.daily_posted(guild, day, untried)
            return
        post = Post(wanted, await self._dailies.of(guild, day), yesterday, untried)
        picture = await self._picture(post)
        async with self._pace:
            await asyncio.sleep(PAUSE)
        if self._is_over(day):
            return
        if not await self._store.begin_daily_post(wanted, day, self._now(), NONCE_KNOWN):
            self._wait(guild)
            return
        if date_at(self._now()) != day:
            return
        failed = await self._send(post, picture)
        if failed and picture and hopeless(failed):
            # It may be the picture that Discord doesn't take.
            failed = await self._send(post, None)
        await self._note(post, failed)

    async def _picture(self, post: Post) -> File | None:
        """The board, if it has too many numbers for text."""
        words = self._servers.words(post.wanted.guild)
        attempt = Attempt(post.daily.stored.puzzle)
        place = post.wanted.guild, post.wanted.channel
        names = names_by_seat(attempt, words)
        return await self._pictures.of_record(attempt.record, names, place, words)

    async def _send(self, post: Post, picture: File | None) -> BaseException | None:
        """Returns why not, if Discord can't or won't have it."""
        guild, channel = post.wanted.guild, post.wanted.channel
        words, is_last = self._servers.words(guild), is_paused(post.untried)
        message = daily_post(post.daily, post.yesterday, picture, words, is_last=is_last)
        # Without the channel: a server that has changed it gets no second one.
        known_by = nonce("daily", guild, post.daily.day)
        try:
            await self._sender.post_once(guild, channel, message, known_by)
        except FAILURES as failed:
            LOG.warning(
                "a daily post wasn't sent",
                guild=guild,
                channel=channel,
                failed=str(failed),
                code=code_of(failed),
            )
            return failed
        return None

    async def _note(self, post: Post, failed: BaseException | None) -> None:
        guild, day = post.wanted.guild, post.daily.day
        if failed is None or hopeless(failed):
            await self._store.daily_posted(guild, day, post.untried)
            return
        if isinstance(failed, discord.HTTPException | aiohttp.ClientConnectorError):
            await self._store.daily_not_posted(guild, day)
        # Of any other failure nobody knows whether Discord has it.
        self._wait(guild)

    def _wait(self, guild: GuildId) -> None:
        """Put a server off: at first until the next look, in which Discord still knows the
        nonce."""
        now, (_, wait) = self._now(), self._put_off.get(guild, (None, Span(0)))
        self._put_off[guild] = Instant(now + wait), Span(min(HOUR, max(LOOKS, 2 * wait)))
