"""What is looked at before a challenge is posted: the place, who asks, and who is asked."""

from collections.abc import Iterator
from contextlib import suppress

import discord

from bot.delivery.payload import FAILURES
from bot.interactions.dispatch import Asked
from bot.interactions.refusals import (
    BotsCantPlay,
    CantSeeIt,
    DeadButton,
    DiscordSilent,
    NotAMember,
    NotYoursToSee,
    PermissionsMissing,
    WrongChannel,
    WrongRole,
)
from bot.text.languages import Words
from engine.ids import PlayerId
from storage.ids import ChannelId
from storage.people import HouseRules

Person = discord.Member | discord.User


async def admit(ask: Asked, house: HouseRules, opponent: Person, words: Words) -> None:
    """Refuse what would lead to a duel that can't be played here."""
    admit_here(ask, house, words)
    if opponent.bot:
        raise BotsCantPlay
    if not isinstance(opponent, discord.Member):
        raise NotAMember(PlayerId(opponent.id))
    if not await _can_look(ask, opponent):
        raise CantSeeIt(PlayerId(opponent.id))


async def admit_again(ask: Asked, house: HouseRules, opponent: PlayerId, words: Words) -> None:
    """The same, where Discord hasn't said anything of the opponent."""
    await admit(ask, house, await member(ask, opponent), words)


async def admit_board(ask: Asked, house: HouseRules, opponent: PlayerId, words: Words) -> None:
    """A board may move to another place, but not to one where the opponent couldn't see it while
    their clock is running. Whoever has left isn't kept from anything."""
    _right_place(ask, house)
    _postable(ask, words)
    with suppress(NotAMember):
        if not await _can_look(ask, await member(ask, opponent)):
            raise CantSeeIt(opponent)


def admit_here(ask: Asked, house: HouseRules, words: Words) -> None:
    """For whoever asks and the place they ask in."""
    _right_place(ask, house)
    _right_role(ask, house)
    _postable(ask, words)


async def look_at(ask: Asked, place: ChannelId) -> None:
    """Whoever doesn't play sees a duel only where they could see it anyway. Where a place isn't
    known any more, that is only who manages the server."""
    channel = ask.guild.get_channel_or_thread(place) if ask.guild else None
    if channel is None or not isinstance(ask.user, discord.Member):
        if not ask.permissions.manage_guild:
            raise NotYoursToSee
        return
    if not channel.permissions_for(ask.user).view_channel:
        raise NotYoursToSee
    if isinstance(channel, discord.Thread) and not await _is_let_in(channel, ask.user):
        raise NotYoursToSee


async def _is_let_in(thread: discord.Thread, who: discord.Member) -> bool:
    """Into a private thread go its members, and whoever manages threads."""
    if not thread.is_private() or thread.permissions_for(who).manage_threads:
        return True
    try:
        await thread.fetch_member(who.id)
    except discord.NotFound:
        return False
    except FAILURES:
        raise DiscordSilent from None
    return True


async def member(ask: Asked, player: PlayerId) -> discord.Member:
    if ask.guild is None:
        raise DeadButton
    try:
        return await ask.guild.fetch_member(player)
    except discord.NotFound:
        raise NotAMember(player) from None
    except FAILURES:
        raise DiscordSilent from None


async def _can_look(ask: Asked, who: discord.Member) -> bool:
    """Of somebody chosen in an option Discord says what they may do in the channel. Who is in a
    private thread it has to be asked."""
    channel = ask.channel
    place = channel.parent if isinstance(channel, discord.Thread) else channel
    may = who.resolved_permissions
    if may is None and isinstance(place, discord.abc.GuildChannel):
        may = place.permissions_for(who)
    if may is None or not (may.view_channel and may.read_message_history):
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():
        try:
            await channel.fetch_member(who.id)
        except discord.NotFound:
            return False
    return True


def _postable(ask: Asked, words: Words) -> None:
    """Answering always works, but clocks need the bot to post by itself."""
    if ask.channel is not None and (lacking := tuple(missing(ask.channel, ask.app_permissions))):
        named = tuple(words.PERMISSIONS[each] for each in lacking)
        raise PermissionsMissing(named, f"<#{ask.channel_id}>")


def missing(channel: object, permissions: discord.Permissions) -> Iterator[str]:
    """What the bot isn't allowed to and has to be."""
    threads = isinstance(channel, discord.Thread | discord.ForumChannel)
    for name in ("view_channel", "send_messages_in_threads" if threads else "send_messages"):
        if not getattr(permissions, name):
            yield name


def open_for_duels(house: HouseRules, channel: object) -> bool:
    """A thread or a post in a forum belongs to its channel."""
    places = {getattr(channel, "id", None), getattr(channel, "parent_id", None)}
    return not house.channels or bool(places & house.channels)


def _right_place(ask: Asked, house: HouseRules) -> None:
    if not open_for_duels(house, ask.channel):
        raise WrongChannel(tuple(f"<#{each}>" for each in sorted(house.channels)))


def _right_role(ask: Asked, house: HouseRules) -> None:
    roles = {role.id for role in getattr(ask.user, "roles", ())}
    if house.roles and not roles & house.roles:
        raise WrongRole(tuple(f"<@&{each}>" for each in sorted(house.roles)))
