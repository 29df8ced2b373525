"""What can be typed: each command reads its options and hands them on. Here they are put in order,
which is how Discord shows them."""

from typing import Any

from discord import app_commands

from bot.features import looking, menus
from bot.features.challenge import commands as challenging
from bot.features.moderation import commands as admin
from bot.features.play import commands as playing
from bot.features.privacy import commands as privacy
from bot.features.replay import commands as replaying
from bot.features.settings import commands as choosing
from bot.interactions.asking import FOR_SERVERS, IN_SERVERS

duel = app_commands.Group(
    name="duel",
    description="Number duels for two",
    allowed_contexts=IN_SERVERS,
    allowed_installs=FOR_SERVERS,
)
SUBCOMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (
    challenging.start,
    challenging.accept,
    challenging.decline,
    challenging.cancel,
    playing.move,
    playing.board,
    playing.resign,
    looking.list_,
    looking.rules_,
    looking.help_,
    looking.leaderboard,
    looking.profile,
    looking.history,
    replaying.replay_,
    choosing.settings,
)
for subcommand in SUBCOMMANDS:
    duel.add_command(subcommand)

COMMANDS: tuple[
    app_commands.Group | app_commands.Command[Any, ..., Any] | app_commands.ContextMenu, ...
] = (duel, admin.duel_admin, privacy.privacy, menus.challenge, menus.profile)
