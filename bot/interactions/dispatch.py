"""Where every interaction is dispatched: once only, within its rate limit, logged, and with an
answer also when it is refused or fails."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from secrets import token_hex
from typing import Generic, TypeVar

import discord
import structlog
from discord import app_commands

from bot.delivery.message import Message
from bot.duels.notifications import Notifications
from bot.guilds.members import Members
from bot.interactions.context import Context
from bot.interactions.incoming import Incoming
from bot.interactions.rate_limit import RateLimit
from bot.interactions.recent_interactions import RecentInteractions
from bot.interactions.refusals import Closing, DatabaseAway
from bot.interactions.respond import Responder
from bot.metrics import IGNORED, REFUSALS
from bot.text.english import Words
from bot.text.languages import language_for
from bot.text.markdown import escaped_quote
from bot.text.refusals import sentence
from bot.text.troubles import trouble
from engine.ids import Instant
from engine.refusal import NotYourTurn, Refusal
from storage.trouble import AWAY, Trouble

LOG = structlog.get_logger()
S = TypeVar("S")
Handler = Callable[[Context[S]], Awaitable[None]]

DONE, FAILED = "done", "failed"


class Dispatcher(Generic[S]):
    def __init__(  # noqa: PLR0913, PLR0917
        self,
        services: S,
        rate_limit: RateLimit,
        recent: RecentInteractions,
        now: Callable[[], Instant],
        give_time_back: Callable[[], Awaitable[Instant]],
        notifications: Notifications,
        members: Members,
    ) -> None:
        self._services = services
        self._rate_limit = rate_limit
        self._recent = recent
        self._now = now
        self._give_time_back = give_time_back
        self._notifications = notifications
        self._members = members
        self._contexts: dict[int, Context[S]] = {}
        self._in_flight = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self.closing = False

    async def dispatch(self, source: Incoming, handle: Handler[S]) -> None:
        if source.id in self._recent:
            LOG.info("an interaction came again", **source.facts())
            return
        limit = self._rate_limit
        too_fast = limit.too_fast(source.player, source.guild, typing=source.is_suggesting)
        if too_fast and (source.is_suggesting or not limit.tells(source.player, source.guild)):
            self._ignore(source)
            return
        began, result = self._recent.begin(source.id), FAILED
        self._in_flight += 1
        self._idle.clear()
        respond = Responder(source, language_for(source.locale))
        try:
            self._require_open(source, too_fast)
            await handle(await self._context(source, respond))
            result = DONE
        except Exception as error:  # noqa: BLE001  (the player hears of it, and so does the log)
            result = await self._failed(source, respond, error)
        finally:
            self._end(source.id)
            spent = round((time.perf_counter() - began) * 1000, 1)
            LOG.info("interaction", **source.facts(), result=result, ms=spent)

    def context(self, interaction: discord.Interaction) -> Context[S]:
        """The context of an interaction that is being handled."""
        return self._contexts[interaction.id]

    async def _context(self, source: Incoming, respond: Responder) -> Context[S]:
        # A full disk is no reason not to show a board. The scheduler tries again, and logs it.
        with suppress(Trouble):
            await self._give_time_back()
        if source.guild is None:
            self._members.meet(source.player, lambda: source.interaction.user)
        else:
            self._notifications.seen(source.guild, source.player, source.channel, self._now())
        made = Context(
            source,
            respond,
            respond.words,
            source.player,
            self._now,
            anywhere=False,
            services=self._services,
        )
        self._contexts[source.id] = made
        return made

    async def finish(self) -> None:
        """Refuse new interactions, and wait for those in flight."""
        self.closing = True
        await self._idle.wait()

    def _require_open(self, source: Incoming, too_fast: Refusal | None) -> None:
        if too_fast:
            raise too_fast
        if self.closing and not source.is_suggesting:
            raise Closing

    def _end(self, interaction: int) -> None:
        self._contexts.pop(interaction, None)
        self._in_flight -= 1
        if not self._in_flight:
            self._idle.set()

    def _ignore(self, source: Incoming) -> None:
        IGNORED.inc()
        if self._rate_limit.is_news(source.player, source.guild):
            LOG.warning("somebody asks far too much", guild=source.guild, player=source.player)

    async def _failed(self, source: Incoming, respond: Responder, error: Exception) -> str:
        """Answer why not. Returns what the log says of it: a refusal's code, or an incident's."""
        if isinstance(error, app_commands.CommandInvokeError):
            error = error.original
        if isinstance(error, AWAY):
            # A traceback for each press would only fill the log.
            LOG.warning("the database is away", failed=trouble(error), **source.facts())
            error = DatabaseAway()
        if isinstance(error, Refusal):
            try:
                why = await self._why(source, respond.words, error)
            except Exception as worse:  # noqa: BLE001  (a game's own sentence may be broken)
                error = worse
            else:
                REFUSALS.labels(error.code).inc()
                await respond.private(Message(why))
                return error.code
        code = token_hex(2).upper()
        LOG.error("incident", code=code, **source.facts(), exc_info=error)
        await respond.broken(code)
        return code

    async def _why(self, source: Incoming, words: Words, refusal: Refusal) -> str:
        pings = await self._pings(source) if isinstance(refusal, NotYourTurn) else None
        return sentence(
            refusal,
            words,
            reader=source.player,
            pings=pings,
            quote=escaped_quote,
            directly=source.guild is None,
        )

    async def _pings(self, source: Incoming) -> str | None:
        """When the player is pinged for their turn, if that can be told."""
        with suppress(Trouble):
            if source.guild is not None:
                return (await self._notifications.preferences(source.guild, source.player)).pings
        return None
