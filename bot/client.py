"""The discord client: turns Discord's events into dispatches, and nothing else."""

from collections.abc import Callable, Iterable
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.delivery.request_metrics import watched
from bot.interactions.command_sync import register
from bot.interactions.command_texts import CommandTranslator
from bot.interactions.dispatch import Dispatcher
from bot.interactions.handlers import press
from bot.interactions.outdated_command import require_current
from bot.interactions.rate_limit import RateLimit
from bot.services import build_services
from bot.system_clock import system_clock
from bot.text.languages import LANGUAGES
from engine.ids import Instant
from storage.ids import MessageId
from storage.store import Store

LOG = structlog.get_logger()
Command = app_commands.Group | app_commands.Command[Any, ..., Any] | app_commands.ContextMenu


class CommandTree(app_commands.CommandTree["Duelhost"]):
    """Dispatches commands. discord.py reads their options and calls them."""

    async def _call(self, interaction: discord.Interaction["Duelhost"]) -> None:
        # No public method comes before and after everything that a command does.
        call = super()._call
        await self.client.dispatcher.dispatch(interaction, lambda _context: call(interaction))

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
        store: Store,
        commands: Iterable[Command],
        now: Callable[[], Instant] = system_clock,
        *,
        cards: bool = True,
        rate_limit: RateLimit | None = None,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            # Without caches, 25 KB a server remain.
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=watched(self._answered),
        )
        self._store = store
        self.services = build_services(self, store, now, cards=cards)
        self.dispatcher = Dispatcher(
            self.services,
            rate_limit or RateLimit(),
            now,
            self.services.scheduler.give_time_back,
            self.services.notifications.preferences,
        )
        # Whether interactions come in. Clocks wait until the client knows its servers.
        self.connected = False
        self.tree = CommandTree(self)
        for command in commands:
            self.tree.add_command(command)
        # discord.py knows a channel's last message from its cache, which nobody keeps up to date
        # without the intent to see messages; the event has it.
        self._others = self._connection.parsers["INTERACTION_CREATE"]
        self._connection.parsers["INTERACTION_CREATE"] = self._interaction_create

    @property
    def closing(self) -> bool:
        """Whether it takes no new work."""
        return self.dispatcher.closing

    async def setup_hook(self) -> None:
        # discord.py would ask for each text in each of Discord's thirty languages.
        if len(LANGUAGES) > 1:
            await self.tree.set_translator(CommandTranslator())
        await register(self.tree, self._store)

    async def on_connect(self) -> None:
        self.connected = True

    async def on_ready(self) -> None:
        LOG.info("ready", servers=len(self.guilds))
        self._start_clocks()

    async def on_resumed(self) -> None:
        self.connected = True
        self._start_clocks()

    async def on_disconnect(self) -> None:
        self.connected = False
        await self.services.scheduler.stop()

    def _interaction_create(self, event: Any) -> None:
        """Buttons and selects; commands come in through the tree. discord.py could read presses
        too, but rebuilds the whole message for each: the custom_id says everything."""
        if event["type"] != discord.InteractionType.component.value:
            self._others(event)
            return
        interaction = discord.Interaction[Any](data=event, state=self._connection)
        last = event.get("channel", {}).get("last_message_id")
        handled = self.dispatcher.dispatch(interaction, press, MessageId(int(last or 0)))
        self.services.background.start(handled, "press")

    async def close(self) -> None:
        """Close also while discord.py waits for servers, for which it would need the loop."""
        if waiting := self._connection._ready_task:  # noqa: SLF001
            waiting.cancel()
        await super().close()

    async def finish(self) -> None:
        """Refuse new work and finish what has begun. No clock runs while everybody is refused."""
        self.dispatcher.closing = True
        self.services.recalculation.stop()
        self.services.catch_up.stop()
        await self.services.scheduler.stop()
        await self.dispatcher.finish()
        await self.services.background.finish()

    def _answered(self, interaction: int) -> None:
        self.dispatcher.answered(interaction)

    def _start_clocks(self) -> None:
        if not self.closing:
            self.services.scheduler.start()
