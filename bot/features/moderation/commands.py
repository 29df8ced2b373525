"""`/duel-admin`: for members who may manage the server."""

import discord
import structlog
from discord import app_commands

from bot.delivery.message import File, Message
from bot.delivery.payload import PLACES
from bot.duels.find import numbered
from bot.duels.service import words_of
from bot.features.settings.view import house
from bot.interactions.asking import FOR_SERVERS, IN_SERVERS, Ask, channel_of, guild_of
from bot.interactions.dispatch import hold, privately, publicly
from bot.interactions.in_flight import alone
from bot.interactions.moderators import require_moderator
from bot.interactions.options import Member, ended_here, running_here
from bot.interactions.permissions import missing, open_for_duels
from bot.interactions.refusals import NotConfirmed
from bot.text.format import listing, mention
from engine.ids import PlayerId
from storage.people import HouseRules
from storage.sqlite.store import EXPORT
from storage.trouble import NothingKept

LOG = structlog.get_logger()

Place = app_commands.AppCommandChannel | app_commands.AppCommandThread
# Posts of a forum are threads.
THREADS = (
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)


class Anywhere(app_commands.Transformer):
    """A channel as Discord names it. Left to itself, discord.py looks for it among those that the
    bot can see, and what is to be checked may not be one of them."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return [*PLACES, *THREADS]

    async def transform(self, _: discord.Interaction, value: Place, /) -> Place:
        return value


duel_admin = app_commands.Group(
    name="duel-admin",
    description="Duels in this server, for those who manage it",
    allowed_contexts=IN_SERVERS,
    allowed_installs=FOR_SERVERS,
    default_permissions=discord.Permissions(manage_guild=True),
)


@duel_admin.command(name="settings", description="Channels, clock, and who may start duels")
async def settings(ask: Ask) -> None:
    require_moderator(ask)
    store, guild = ask.client.store, guild_of(ask)
    rules, blocked = await store.house_rules(guild), await store.blocked(guild)
    await privately(ask, house(rules, blocked, words_of(ask)))


@duel_admin.command(name="check", description="Whether I may do all I have to")
@app_commands.describe(channel="Where (left out: here, or in all channels for duels)")
async def check(ask: Ask, channel: app_commands.Transform[Place, Anywhere] | None = None) -> None:
    require_moderator(ask)
    rules = await ask.client.store.house_rules(guild_of(ask))
    lines = [_checked(ask, place, rules) for place in _places(ask, channel, rules)]
    await privately(ask, Message("\n".join(lines)))


@duel_admin.command(name="end", description="End a running duel; nobody wins")
@app_commands.describe(duel="Which duel")
@app_commands.autocomplete(duel=running_here)
async def end(ask: Ask, duel: str) -> None:
    require_moderator(ask)
    await ask.client.referee.end(ask, numbered(duel))


@duel_admin.command(name="void", description="Take the result of a duel out of the leaderboard")
@app_commands.describe(duel="Which duel", reason="Why, for everybody to read")
@app_commands.autocomplete(duel=ended_here)
async def void(ask: Ask, duel: str, reason: app_commands.Range[str, 1, 200] | None = None) -> None:
    require_moderator(ask)
    await ask.client.referee.void(ask, numbered(duel), reason)
    ask.client.background.start(ask.client.recounting.go_on(), "recount")


@duel_admin.command(name="reset", description="Begin a new season with an empty leaderboard")
@app_commands.describe(confirm="Type what I ask you to, as this can't be taken back")
async def reset(ask: Ask, confirm: app_commands.Range[str, 1, 100] | None = None) -> None:
    require_moderator(ask)
    store, guild, words = ask.client.store, guild_of(ask), words_of(ask)
    last = (await store.leaderboard(guild, most=0)).seasons
    asked = words.CONFIRM_SEASON.format(number=last + 1)
    if confirm is None or " ".join(confirm.split()).casefold() != asked.casefold():
        raise NotConfirmed(asked, last + 1, last)
    begun = await store.begin_season(guild, last + 1, ask.client.now())
    LOG.info("moderated", moderator=ask.user.id, guild=guild, season=begun.number)
    public = ask.client.stage.words(guild)
    await publicly(ask, Message(public.SEASON_BEGUN.format(number=begun.number, last=last)))


@duel_admin.command(name="block", description="Keep somebody from duels, or let them play again")
@app_commands.describe(member="Whom to block, or to let in again")
async def block(ask: Ask, member: Member) -> None:
    require_moderator(ask)
    store, guild, player = ask.client.store, guild_of(ask), PlayerId(member.id)
    words = words_of(ask)
    async with ask.client.choosing:
        blocked = player not in await store.blocked(guild)
        await store.block(guild, player, blocked=blocked)
    LOG.info("moderated", moderator=ask.user.id, guild=guild, player=player, blocked=blocked)
    text = words.BLOCKED if blocked else words.UNBLOCKED
    await privately(ask, Message(text.format(player=mention(player, words))))


@duel_admin.command(name="export", description="All duels of this server, as a file for you")
async def export(ask: Ask) -> None:
    require_moderator(ask)
    guild, words = guild_of(ask), words_of(ask)
    most = min(ask.filesize_limit, EXPORT)
    with alone(ask.client.waiting, guild):
        await hold(ask)
        try:
            data = await ask.client.store.exported(guild, most)
        except NothingKept:
            await privately(ask, Message(words.EXPORT_EMPTY))
            return
    if data is None:
        await privately(ask, Message(words.EXPORT_TOO_LARGE.format(guild=guild)))
        return
    LOG.info("moderated", moderator=ask.user.id, guild=guild, exported=len(data))
    file = File(f"duelhost-{guild}.jsonl.gz", data)
    await privately(ask, Message(words.EXPORTED, files=(file,)))


def _places(ask: Ask, channel: Place | None, rules: HouseRules) -> list[int]:
    if channel is not None:
        return [channel.id]
    return sorted(rules.channels) or [channel_of(ask)]


def _checked(ask: Ask, place: int, rules: HouseRules) -> str:
    words = words_of(ask)
    shown = f"<#{place}>"
    found = ask.guild and ask.guild.get_channel_or_thread(place)
    if not ask.guild or not found:
        return words.CHECK_GONE.format(channel=shown)
    permissions = found.permissions_for(ask.guild.me)
    lacking = list(missing(found, permissions))
    if lacking:
        allowed = (words.PERMISSIONS[each] for each in lacking)
        names = listing(allowed, words=words, last=words.AND)
        return words.CHECK_MISSING.format(channel=shown, permissions=names)
    if not open_for_duels(rules, found):
        return words.CHECK_CLOSED.format(channel=shown)
    fine = words.CHECK_FINE if permissions.attach_files else words.CHECK_NO_PICTURES
    return fine.format(channel=shown)
