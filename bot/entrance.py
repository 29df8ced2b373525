"""What is looked at before a challenge is posted: the place, who asks, and who is asked."""

from collections.abc import Iterator

import discord

from bot.desk import Asked
from bot.refusal import (
    BotsCantPlay,
    CantSeeIt,
    NotAMember,
    PermissionsMissing,
    WrongChannel,
    WrongRole,
)
from bot.words import Words
from engine.ids import PlayerId
from storage.people import HouseRules

Person = discord.Member | discord.User


def admit(ask: Asked, house: HouseRules, opponent: Person, words: Words) -> None:
    """Refuse what would lead to a duel that can't be played here."""
    admit_here(ask, house, words)
    if opponent.bot:
        raise BotsCantPlay
    if not isinstance(opponent, discord.Member):
        raise NotAMember(PlayerId(opponent.id))
    # What Discord says of somebody chosen in an option holds for the channel it was chosen in.
    seen = opponent.resolved_permissions
    if seen is not None and not seen.view_channel:
        raise CantSeeIt(PlayerId(opponent.id))


def admit_here(ask: Asked, house: HouseRules, words: Words) -> None:
    """The same for whoever asks and the place they ask in."""
    _right_place(ask, house)
    _right_role(ask, house)
    _postable(ask, words)


async def admit_board(ask: Asked, house: HouseRules, opponent: PlayerId, words: Words) -> None:
    """A board may move to another place, but not to one where the opponent couldn't see it while
    their clock is running."""
    _right_place(ask, house)
    _postable(ask, words)
    channel = ask.channel
    if ask.guild is None or opponent <= 0:
        return
    try:
        member = await ask.guild.fetch_member(opponent)
    except discord.NotFound:
        return  # nobody is left to be kept from it
    place = channel.parent if isinstance(channel, discord.Thread) else channel
    private = isinstance(channel, discord.Thread) and channel.is_private()
    if (
        private
        or not isinstance(place, discord.abc.GuildChannel)
        or not place.permissions_for(member).view_channel
    ):
        raise CantSeeIt(opponent)


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
