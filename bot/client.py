"""The bot as Discord sees it: one client, one tree of commands, one way in for whatever is
pressed."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.background import Background
from bot.cards.drawing_queue import Gallery
from bot.delivery.request_metrics import watched
from bot.delivery.sender import Delivery
from bot.duels.end_card import Illustrating
from bot.duels.notifications import Bell
from bot.duels.publisher import Stage
from bot.duels.recalculation import Recounting
from bot.duels.scheduler import Clock
from bot.duels.service import Referee
from bot.features import buttons
from bot.features.commands import COMMANDS
from bot.features.lookup import Lookup
from bot.features.privacy.personal_data import Keeper
from bot.guilds.members import Members
from bot.interactions.command_sync import register
from bot.interactions.dispatch import Desk
from bot.interactions.outdated_command import require_current
from bot.interactions.rate_limit import Pace
from engine.ids import Instant
from storage.ids import GuildId
from storage.store import Store
from storage.trouble import Trouble

LOG = structlog.get_logger()


def by_the_clock() -> Instant:
    return Instant(time.time_ns() // 1_000_000)


class Tree(app_commands.CommandTree["Duelhost"]):
    """Serves commands at the desk."""

    async def _call(self, interaction: discord.Interaction["Duelhost"]) -> None:
        # The only place before and after everything that a command does.
        await self.client.serve(interaction, super()._call)

    async def interaction_check(self, interaction: discord.Interaction["Duelhost"], /) -> bool:
        return await require_current(interaction)

    async def on_error(
        self,
        interaction: discord.Interaction["Duelhost"],
        error: app_commands.AppCommandError,
        /,
    ) -> None:
        await self.client.desk.turn_down(interaction, error)


class Duelhost(discord.Client):
    """What it knows is in the store; everything here can be lost at any time."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], Instant] = by_the_clock,
        *,
        cards: bool = True,
        pace: Pace | None = None,
    ) -> None:
        self.desk = Desk(pace or Pace())
        super().__init__(
            intents=discord.Intents(guilds=True),
            # What isn't needed isn't kept: 25 KB a server remain.
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=watched(self.desk.answered),
        )
        # Whether interactions come in. Clocks wait until it is known which servers there are.
        self.connected = False
        self.store = store
        self.now = now
        # For whom something is being made that takes long: a server, or a player.
        self.waiting: set[int] = set()
        self.bell = Bell(store)
        self.background = Background()
        self.members = Members(self, now)
        self.gallery = Gallery(closed=not cards)
        # For boards too large for a message, which nobody can do without.
        self.easel = Gallery()
        illustrating = Illustrating(
            store, Delivery(self), self.members, self.gallery, self.background
        )
        self.stage = Stage(self, store, self.bell, illustrating, self.background)
        self.referee = Referee(store, self.stage, self.bell, now)
        self.keeper = Keeper(store, self.stage, self.bell, self.background, now)
        self.lookup = Lookup(store, self.members, self.gallery, now, self._name)
        self.recounting = Recounting(store)
        # One change of what somebody has chosen at a time: it is read first.
        self.choosing = asyncio.Lock()
        self.clock = Clock(store, self.stage, self.background, self.recounting, now)
        self.tree = Tree(self)
        for command in COMMANDS:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        await register(self.tree, self.store)

    async def on_connect(self) -> None:
        self.connected = True

    async def on_ready(self) -> None:
        LOG.info("ready", servers=len(self.guilds))
        self._go_on()

    async def on_resumed(self) -> None:
        self.connected = True
        self._go_on()

    def _go_on(self) -> None:
        if not self.desk.closing:
            self.clock.start()

    async def on_disconnect(self) -> None:
        self.connected = False
        await self.clock.stop()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Commands have come in through the tree by now. discord.py could take buttons apart too,
        but rebuilds the whole message for each press; all that we need is in the custom_id."""
        if interaction.type is discord.InteractionType.component:
            await self.serve(interaction, buttons.pressed)

    async def serve(
        self, ask: discord.Interaction[Any], handle: Callable[[Any], Awaitable[None]]
    ) -> None:
        async def in_time(ask: discord.Interaction[Any]) -> None:
            # A full disk is no reason not to show a board. The clock tries again, and says so.
            with suppress(Trouble):
                await self.clock.give_back()
            await handle(ask)

        await self.desk.serve(ask, in_time)

    def _name(self, guild: GuildId) -> str:
        known = self.get_guild(guild)
        return known.name if known else ""

    async def close(self) -> None:
        """Servers that are yet to come in discord.py would go on waiting for without a loop."""
        if waiting := self._connection._ready_task:  # noqa: SLF001
            waiting.cancel()
        await super().close()

    async def finish(self) -> None:
        """Refuse new work and finish what has begun. Nobody's time runs while all are refused."""
        self.desk.closing = True
        self.recounting.stop()
        await self.clock.stop()
        await self.desk.finish()
        await self.background.finish()
