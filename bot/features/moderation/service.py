"""Serves moderators: duels, results, seasons and players."""

import structlog

from bot.background import Background
from bot.boards.removed_result import removed_result
from bot.delivery.message import File, Message
from bot.duels.publisher import Publisher
from bot.duels.recalculation import Recalculation
from bot.duels.unshown import Unshown
from bot.guilds.servers import Servers
from bot.interactions.one_at_a_time import one_at_a_time
from bot.interactions.permissions import require_moderator
from bot.interactions.refusals import NotConfirmed
from bot.interactions.request import Request
from bot.text.format import mention
from bot.text.markdown import escaped
from engine.ids import PlayerId
from storage.ids import DuelId
from storage.store import EXPORT, Store
from storage.trouble import NothingKept

LOG = structlog.get_logger()


class Moderation:
    def __init__(  # noqa: PLR0913, PLR0917
        self,
        store: Store,
        publisher: Publisher,
        servers: Servers,
        background: Background,
        recalculation: Recalculation,
        unshown: Unshown,
    ) -> None:
        self._store = store
        self._publisher = publisher
        self._servers = servers
        self._background = background
        self._recalculation = recalculation
        self._unshown = unshown
        # Servers whose export is being made.
        self._exporting: set[int] = set()

    async def end(self, request: Request, number: DuelId) -> None:
        """End a running duel; nobody wins."""
        require_moderator(request)
        with self._unshown.in_flight(request.guild, number):
            match = await self._store.end(request.call, number)
            if not match.again:
                _log(request, ended=number)
                text = request.words.DUEL_ENDED.format(number=number)
                await request.respond.private(Message(text))
                await self._publisher.show(match, request.now)

    async def remove_result(self, request: Request, number: DuelId, reason: str | None) -> None:
        """Remove a result. The message that told it is changed, and the channel is told, but of no
        private duel."""
        require_moderator(request)
        with self._unshown.in_flight(request.guild, number):
            match = await self._store.void(request.call, number)
            if not match.again:
                _log(request, removed=number)
                text = request.words.RESULT_REMOVED.format(number=number)
                await request.respond.private(Message(text))
                await self._publisher.show(match, request.now)
                if not match.private:
                    words = self._servers.words(request.guild)
                    line = removed_result(match, escaped(reason) if reason else None, words)
                    await self._publisher.post_line(match, line)
        self._background.start(self._recalculation.run(), "recalculate")

    async def begin_season(self, request: Request, confirmed: str | None) -> None:
        """Begin the next season, once its name was typed."""
        require_moderator(request)
        guild, words = request.guild, request.words
        last = (await self._store.leaderboard(guild, most=0)).seasons
        asked = words.CONFIRM_SEASON.format(number=last + 1)
        if confirmed is None or " ".join(confirmed.split()).casefold() != asked.casefold():
            raise NotConfirmed(asked, last + 1, last)
        begun = await self._store.begin_season(guild, last + 1, request.now)
        _log(request, season=begun.number)
        text = self._servers.words(guild).SEASON_BEGUN.format(number=begun.number, last=last)
        await request.respond.public(Message(text))

    async def block(self, request: Request, player: PlayerId, *, blocked: bool) -> None:
        require_moderator(request)
        guild, words = request.guild, request.words
        await self._store.block(guild, player, blocked=blocked)
        _log(request, player=player, blocked=blocked)
        text = words.BLOCKED if blocked else words.UNBLOCKED
        await request.respond.private(Message(text.format(player=mention(player, words))))

    async def export(self, request: Request) -> None:
        """Answer with all duels of the server as a file."""
        require_moderator(request)
        guild, words = request.guild, request.words
        most = min(request.interaction.filesize_limit, EXPORT)
        with one_at_a_time(self._exporting, guild):
            await request.respond.wait()
            try:
                data = await self._store.exported(guild, most)
            except NothingKept:
                await request.respond.private(Message(words.EXPORT_EMPTY))
                return
        if data is None:
            text = words.EXPORT_TOO_LARGE.format(guild=guild)
            await request.respond.private(Message(text))
            return
        _log(request, exported=len(data))
        file = File(f"duelhost-{guild}.jsonl.gz", data)
        await request.respond.private(Message(words.EXPORTED, files=(file,)))


def _log(request: Request, **facts: object) -> None:
    LOG.info("moderated", moderator=request.player, guild=request.guild, **facts)
