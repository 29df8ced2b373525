"""Permissions: of the channel, the player, the opponent, and the bot itself."""

from collections.abc import Iterator
from contextlib import suppress

import discord

from bot.delivery.failures import FAILURES
from bot.interactions.refusals import (
    BotsCantPlay,
    CantSeeIt,
    DeadButton,
    DiscordSilent,
    NotAMember,
    NotYoursToSee,
    OnlyModerators,
    PermissionsMissing,
    WrongChannel,
    WrongRole,
)
from bot.interactions.request import Request
from engine.ids import PlayerId
from engine.refusal import NoSuchDuel
from storage.ids import ChannelId
from storage.match import Match
from storage.people import HouseRules

Person = discord.Member | discord.User


def require_moderator(request: Request) -> None:
    """Discord shows these commands to nobody else, but a press of a button can be forged."""
    if not request.interaction.permissions.manage_guild:
        raise OnlyModerators


async def require_opponent(request: Request, rules: HouseRules, opponent: Person) -> None:
    """Refuse a challenge to somebody who couldn't play it here."""
    require_challenger(request, rules)
    if opponent.bot:
        raise BotsCantPlay
    if not isinstance(opponent, discord.Member):
        raise NotAMember(PlayerId(opponent.id))
    if not await _can_look(request, opponent):
        raise CantSeeIt(PlayerId(opponent.id))


def require_challenger(request: Request, rules: HouseRules) -> None:
    """Refuse a challenge that may not be made by this player in this channel."""
    _require_channel(request, rules)
    _require_role(request, rules)
    _require_posting(request)


async def require_board_here(
    request: Request, rules: HouseRules, opponent: PlayerId | None
) -> None:
    """A board may move to another channel, but not to one where the opponent couldn't see it while
    their clock is running. An opponent who has left the server isn't asked, and the bot is none."""
    _require_channel(request, rules)
    _require_posting(request)
    if opponent is None:
        return
    with suppress(NotAMember):
        if not await _can_look(request, await member(request, opponent)):
            raise CantSeeIt(opponent)


async def require_view(request: Request, match: Match) -> None:
    """Somebody who doesn't play sees a duel only where they could see its channel, and never a
    private one. When the channel isn't known any more, only those who manage the server do."""
    if match.private:
        raise NoSuchDuel(match.id)
    interaction, channel = request.interaction, match.board.channel
    place = interaction.guild.get_channel_or_thread(channel) if interaction.guild else None
    if place is None or not isinstance(interaction.user, discord.Member):
        if not interaction.permissions.manage_guild:
            raise NotYoursToSee
        return
    if not place.permissions_for(interaction.user).view_channel:
        raise NotYoursToSee
    if isinstance(place, discord.Thread) and not await _is_in_thread(place, interaction.user):
        raise NotYoursToSee


async def member(request: Request, player: PlayerId) -> discord.Member:
    """Ask Discord about a member of the server."""
    if request.interaction.guild is None:
        raise DeadButton
    try:
        return await request.interaction.guild.fetch_member(player)
    except discord.NotFound:
        raise NotAMember(player) from None
    except FAILURES:
        raise DiscordSilent from None


def missing_permissions(channel: object, permissions: discord.Permissions) -> Iterator[str]:
    """The permissions that the bot needs in a channel and doesn't have."""
    threads = isinstance(channel, discord.Thread | discord.ForumChannel)
    for name in ("view_channel", "send_messages_in_threads" if threads else "send_messages"):
        if not getattr(permissions, name):
            yield name


def missing_for_posts(guild: discord.Guild, channel: ChannelId) -> tuple[str, ...] | None:
    """The permissions that the bot needs to post by itself in a channel of a server and doesn't
    have. None if there is no such channel, or only posts in threads."""
    found = guild.get_channel(channel)
    if not isinstance(found, discord.TextChannel):
        return None
    return tuple(missing_permissions(found, found.permissions_for(guild.me)))


def open_for_duels(rules: HouseRules, channel: object) -> bool:
    """Whether the server allows duels there. A thread or a post in a forum belongs to its
    channel."""
    places = {getattr(channel, "id", None), getattr(channel, "parent_id", None)}
    return not rules.channels or bool(places & rules.channels)


async def _is_in_thread(thread: discord.Thread, user: discord.Member) -> bool:
    """A private thread is open to its members and to those who manage threads."""
    if not thread.is_private() or thread.permissions_for(user).manage_threads:
        return True
    return await _is_member(thread, user)


async def _is_member(thread: discord.Thread, user: discord.Member) -> bool:
    try:
        await thread.fetch_member(user.id)
    except discord.NotFound:
        return False
    except FAILURES:
        raise DiscordSilent from None
    return True


async def _can_look(request: Request, user: discord.Member) -> bool:
    """Whether a member can read this channel. Discord says so of a member who was chosen in an
    option; of the members of a private thread it has to be asked."""
    channel = request.interaction.channel
    place = channel.parent if isinstance(channel, discord.Thread) else channel
    may = user.resolved_permissions
    if may is None and isinstance(place, discord.abc.GuildChannel):
        may = place.permissions_for(user)
    if may is None or not (may.view_channel and may.read_message_history):
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():
        return await _is_member(channel, user)
    return True


def _require_posting(request: Request) -> None:
    """Answering always works, but reminders and ends by the clock are posted by the bot itself."""
    interaction = request.interaction
    if interaction.channel is None:
        return
    if lacking := tuple(missing_permissions(interaction.channel, interaction.app_permissions)):
        named = tuple(request.words.PERMISSIONS[each] for each in lacking)
        raise PermissionsMissing(named, f"<#{interaction.channel_id}>")


def _require_channel(request: Request, rules: HouseRules) -> None:
    if not open_for_duels(rules, request.interaction.channel):
        raise WrongChannel(tuple(f"<#{each}>" for each in sorted(rules.channels)))


def _require_role(request: Request, rules: HouseRules) -> None:
    roles = {role.id for role in getattr(request.interaction.user, "roles", ())}
    if rules.roles and not roles & rules.roles:
        raise WrongRole(tuple(f"<@&{each}>" for each in sorted(rules.roles)))
