"""All features: their commands in the order in which Discord shows them, and their buttons."""

from typing import Any

import discord
from discord import app_commands

from bot.features.analysis import buttons as _analysis  # noqa: F401  (registers them)
from bot.features.challenge import buttons as _challenge  # noqa: F401
from bot.features.challenge.commands import accept, cancel, challenge_menu, decline, start
from bot.features.duel_list.commands import list_
from bot.features.history import buttons as _history  # noqa: F401
from bot.features.history.commands import history
from bot.features.leaderboard import buttons as _leaderboard  # noqa: F401
from bot.features.leaderboard.commands import leaderboard
from bot.features.moderation.commands import block, end, export, reset, unblock, void
from bot.features.play import buttons as _play  # noqa: F401
from bot.features.play.commands import board, move, resign
from bot.features.practice import buttons as _practice  # noqa: F401
from bot.features.practice.commands import practice
from bot.features.privacy import buttons as _privacy  # noqa: F401
from bot.features.privacy.commands import privacy
from bot.features.profile import buttons as _profile  # noqa: F401
from bot.features.profile.commands import profile, profile_menu
from bot.features.puzzle import buttons as _puzzle  # noqa: F401
from bot.features.puzzle.commands import daily, next_
from bot.features.replay import buttons as _replay  # noqa: F401
from bot.features.replay.commands import replay
from bot.features.rules import buttons as _rules  # noqa: F401
from bot.features.rules.commands import help_, rules_
from bot.features.server import buttons as _server  # noqa: F401
from bot.features.server.commands import check, variant
from bot.features.server.commands import daily as daily_channel
from bot.features.server.commands import settings as server_settings
from bot.features.settings import buttons as _settings  # noqa: F401
from bot.features.settings.commands import settings
from bot.interactions.command_texts import described
from bot.interactions.handlers import FOR_SERVERS, IN_DIRECT_MESSAGES_TOO, IN_SERVERS

duel = app_commands.Group(
    name="duel",
    description=described("duel"),
    allowed_contexts=IN_SERVERS,
    allowed_installs=FOR_SERVERS,
)
duel_admin = app_commands.Group(
    name="duel-admin",
    description=described("duel-admin"),
    allowed_contexts=IN_SERVERS,
    allowed_installs=FOR_SERVERS,
    default_permissions=discord.Permissions(manage_guild=True),
)
puzzle = app_commands.Group(
    name="puzzle",
    description=described("puzzle"),
    allowed_contexts=IN_DIRECT_MESSAGES_TOO,
    allowed_installs=FOR_SERVERS,
)
SUBCOMMANDS: dict[app_commands.Group, tuple[app_commands.Command[Any, ..., Any], ...]] = {
    duel: (
        start,
        accept,
        decline,
        cancel,
        move,
        board,
        resign,
        list_,
        rules_,
        help_,
        leaderboard,
        profile,
        history,
        replay,
        settings,
    ),
    duel_admin: (
        server_settings,
        variant,
        daily_channel,
        check,
        end,
        void,
        reset,
        block,
        unblock,
        export,
    ),
    puzzle: (daily, next_),
}
for group, subcommands in SUBCOMMANDS.items():
    for subcommand in subcommands:
        group.add_command(subcommand)

COMMANDS: tuple[
    app_commands.Group | app_commands.Command[Any, ..., Any] | app_commands.ContextMenu, ...
] = (duel, duel_admin, practice, puzzle, privacy, challenge_menu, profile_menu)
