"""The discord client of a shard: turns Discord's events into dispatches, and nothing else."""

from collections.abc import Callable, Iterable
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.http import HTTPClient

from bot.background import Background
from bot.delivery.discord_api import DiscordApi
from bot.interactions.command_sync import register
from bot.interactions.command_texts import CommandTranslator
from bot.interactions.dispatch import Dispatcher
from bot.interactions.handlers import press
from bot.interactions.incoming import PRESS, Incoming
from bot.interactions.outdated_command import require_current
from bot.json_codec import Json
from bot.services import Context, Shared, build_services
from bot.text.languages import LANGUAGES
from storage.shards import ONLY, Shard

LOG = structlog.get_logger()
Command = app_commands.Group | app_commands.Command[Any, ..., Any] | app_commands.ContextMenu


class CommandTree(app_commands.CommandTree["Duelhost"]):
    """Dispatches commands. discord.py reads their options and calls them."""

    async def call(self, context: Context) -> None:
        """Call the command that was typed, or what suggests its options."""
        # No public method does, and none lets errors through to the dispatcher.
        await self._call(context.interaction)

    async def interaction_check(self, interaction: discord.Interaction["Duelhost"], /) -> bool:
        return await require_current(interaction)

    async def on_error(
        self,
        _interaction: discord.Interaction["Duelhost"],
        error: app_commands.AppCommandError,
        /,
    ) -> None:
        """Errors have one way out, through the dispatcher."""
        raise error


class Duelhost(discord.Client):
    """Everything here can be lost at any time: what the bot knows is in the store."""

    def __init__(
        self,
        shared: Shared,
        commands: Iterable[Command],
        shard: Shard = ONLY,
        http: HTTPClient | None = None,
        settled: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(
            shard_id=shard.number,
            shard_count=shard.count,
            intents=discord.Intents(guilds=True),
            # Without caches, 25 KB a server remain.
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.shard = shard
        self._shared = shared
        self._api = DiscordApi(self)
        if http:
            self._api.use_http(http)
        self._api.take_interactions(self._take)
        self.services = shared.homes[shard] = build_services(self, shard, shared)
        self.dispatcher = Dispatcher(
            self.services,
            shared.rate_limit,
            shared.recent,
            shared.now,
            self.services.scheduler.give_time_back,
            self.services.notifications,
            self.services.members,
        )
        self._registration = Background()
        # Called each time that Discord has told of all servers.
        self._settled = settled
        # Whether interactions come in. Clocks wait until the client knows its servers.
        self.connected = False
        self.tree = CommandTree(self)
        for command in commands:
            self.tree.add_command(command)

    @property
    def closing(self) -> bool:
        """Whether it takes no new work."""
        return self.dispatcher.closing

    async def setup_hook(self) -> None:
        """The first shard registers the commands of all. Discord may take minutes over that, so
        nothing waits for it: neither this shard nor the leases of the others."""
        if self.shard.number:
            return
        # discord.py would ask for each text in each of Discord's thirty languages.
        if len(LANGUAGES) > 1:
            await self.tree.set_translator(CommandTranslator())
        self._registration.start(register(self.tree, self._shared.store), "register commands")

    async def on_connect(self) -> None:
        self.connected = True

    async def on_ready(self) -> None:
        LOG.info("ready", servers=len(self.guilds))
        self._settled()
        self.start_clocks()
        self.services.background.start(self._shared.puzzle_pool.prepare(self.shard), "puzzles")

    async def on_resumed(self) -> None:
        self.connected = True
        self.start_clocks()

    async def on_disconnect(self) -> None:
        self.connected = False
        await self.services.scheduler.stop()

    def _take(self, raw: Json) -> None:
        """Take an interaction: presses are ours, and discord.py reads what is typed."""
        if self._shared.lease_guard.has_lapsed:
            return  # another process hears it too, and answers
        incoming = Incoming(raw, self._api)
        handle = press if incoming.kind == PRESS else self.tree.call
        self.services.background.start(self.dispatcher.dispatch(incoming, handle), "interaction")

    async def close(self) -> None:
        """Close also while discord.py waits for servers, for which it would need the loop."""
        self._shared.homes.pop(self.shard, None)
        if waiting := self._connection._ready_task:  # noqa: SLF001
            waiting.cancel()
        await super().close()

    async def finish(self) -> None:
        """Refuse new work and finish what has begun. No clock runs while everybody is refused."""
        self.dispatcher.closing = True
        self.services.recalculation.stop()
        self.services.catch_up.stop()
        self.services.daily_channels.stop()
        await self._registration.cancel()
        await self.services.scheduler.stop()
        await self.dispatcher.finish()
        await self.services.background.finish()

    async def abandon(self) -> None:
        """Stop all work at once, unfinished, and say nothing more: another process does both."""
        self._api.take_interactions(lambda _raw: None)
        self.dispatcher.closing = True
        self.services.recalculation.stop()
        self.services.catch_up.stop()
        self.services.daily_channels.stop()
        await self._registration.cancel()
        await self.services.scheduler.stop()
        await self.services.background.cancel()

    def start_clocks(self) -> None:
        """Start them unless the connection has broken again while the servers were awaited, or
        another process may have the shard."""
        may_speak = not self._shared.lease_guard.has_lapsed
        if self.connected and may_speak and not self.closing:
            self.services.scheduler.start()
