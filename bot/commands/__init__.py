"""What can be typed: each command reads its options and hands them on.

Every file registers what it holds with the group it imports."""

from typing import Any

from discord import app_commands

from bot.commands import challenging, choosing, looking, playing
from bot.commands.admin import duel_admin
from bot.commands.group import duel
from bot.commands.menus import challenge, profile
from bot.commands.privacy import privacy

__all__ = ["COMMANDS", "challenging", "choosing", "looking", "playing"]

COMMANDS: tuple[
    app_commands.Group | app_commands.Command[Any, ..., Any] | app_commands.ContextMenu, ...
] = (duel, duel_admin, privacy, challenge, profile)
