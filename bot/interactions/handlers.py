"""How features are called: with a context, for what was pressed, typed or is being typed."""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import discord
import structlog
from discord import app_commands

from bot.delivery.message import PER_SELECT
from bot.interactions.context import Context
from bot.interactions.custom_id import CustomId, decode
from engine.refusal import Refusal

LOG = structlog.get_logger()
P = ParamSpec("P")
Pressed = TypeVar("Pressed", bound=CustomId)
Choices = list[app_commands.Choice[str]]
S = TypeVar("S")
Command = Callable[Concatenate[Context[S], P], Coroutine[Any, Any, None]]
Suggest = Callable[[Context[S], str], Awaitable[Choices]]
Press = Callable[[Context[S], Pressed], Awaitable[None]]

BUTTONS: dict[type[CustomId], Callable[[Any, Any], Awaitable[None]]] = {}
# Those that do the same in direct messages.
ANYWHERE: set[type[CustomId]] = set()

# Where commands can be used, and by whom the bot can be installed.
IN_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
IN_DIRECT_MESSAGES_TOO = app_commands.AppCommandContext(
    guild=True, dm_channel=True, private_channel=False
)
FOR_SERVERS = app_commands.AppInstallationType(guild=True, user=False)


def on(
    kind: type[Pressed], *, anywhere: bool = False
) -> Callable[[Press[S, Pressed]], Press[S, Pressed]]:
    """Have presses of these buttons, or choices in these selects, handled by a function."""

    def register(handle: Press[S, Pressed]) -> Press[S, Pressed]:
        if kind in BUTTONS:
            raise ValueError(f"{kind.__name__} has a handler already")
        BUTTONS[kind] = handle
        if anywhere:
            ANYWHERE.add(kind)
        return handle

    return register


async def press(context: Context[Any]) -> None:
    """Anybody may press anything: the button may be years old, and its custom_id forged."""
    pressed = decode(str(context.data.get("custom_id")))
    kind = type(pressed)
    if context.incoming.guild is None and kind in ANYWHERE:
        context = replace(context, anywhere=True)
    await BUTTONS[kind](context, pressed)


def with_context(
    command: Command[S, P],
) -> Callable[Concatenate[discord.Interaction, P], Coroutine[Any, Any, None]]:
    """A command as discord.py calls it, from one that takes a context."""

    @wraps(command)
    async def call(interaction: discord.Interaction, /, *args: P.args, **options: P.kwargs) -> None:
        await command(_context(interaction), *args, **options)

    return call


def with_context_anywhere(
    command: Command[S, P],
) -> Callable[Concatenate[discord.Interaction, P], Coroutine[Any, Any, None]]:
    """The same, for a command that can be used in direct messages too."""

    @wraps(command)
    async def call(interaction: discord.Interaction, /, *args: P.args, **options: P.kwargs) -> None:
        await command(replace(_context(interaction), anywhere=True), *args, **options)

    return call


def suggestions(
    suggest: Suggest[S],
) -> Callable[[discord.Interaction, str], Coroutine[Any, Any, Choices]]:
    """Suggestions as discord.py asks for them, in direct messages too: only those commands can be
    typed there that can be used there. Nobody can be told of a failure while they are typing, so
    nothing is suggested then."""

    @wraps(suggest)
    async def call(interaction: discord.Interaction, typed: str) -> Choices:
        try:
            context = replace(_context(interaction), anywhere=True)
            return (await suggest(context, typed))[:PER_SELECT]
        except Refusal:
            return []
        except Exception:
            LOG.exception("nothing could be suggested", interaction=interaction.id)
            return []

    return call


def _context(interaction: discord.Interaction[Any]) -> Context[Any]:
    found: Context[Any] = interaction.client.dispatcher.context(interaction)
    return found
