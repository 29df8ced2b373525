"""Shows and changes what a server has chosen, and checks the bot's permissions."""

from collections.abc import Callable, Iterable

from bot.delivery.message import Message
from bot.duels.threads import missing_for_threads
from bot.duels.variants import usual_variant
from bot.features.server.view import server_settings
from bot.interactions.permissions import (
    missing_for_posts,
    missing_permissions,
    open_for_duels,
    require_moderator,
)
from bot.interactions.refusals import NoPlaceForPosts, PostsNotAllowed
from bot.interactions.request import Request
from bot.puzzles.daily_pause import is_paused
from bot.text.english import Words
from bot.text.format import listing
from bot.text.game_texts import title_of, variant_name
from engine.games import kind_of, preset_of
from storage.ids import ChannelId
from storage.match import BoardMode
from storage.people import HouseRules
from storage.store import Store


class ServerSettings:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def show(self, request: Request) -> None:
        require_moderator(request)
        rules = await self._store.house_rules(request.guild)
        await request.respond.private(await self._settings(request, rules))

    async def change(self, request: Request, change: Callable[[HouseRules], HouseRules]) -> None:
        require_moderator(request)
        rules = await self._store.change_house_rules(request.guild, change)
        await request.respond.change(await self._settings(request, rules))

    async def choose_daily_channel(self, request: Request, channel: ChannelId | None) -> None:
        """Choose where the puzzle of the day is posted, or nowhere."""
        require_moderator(request)
        if channel is not None:
            _require_posts(request, channel)
        await self._store.choose_daily_channel(request.guild, channel)
        words = request.words
        text = words.DAILY_STOPPED if channel is None else words.DAILY_CHOSEN
        await request.respond.private(Message(text.format(channel=f"<#{channel}>")))

    async def choose_variant(self, request: Request, game: str, variant: str | None) -> None:
        """Choose which variant of a game is played unless players choose another, or none."""
        require_moderator(request)
        kind = kind_of(game)
        if variant is not None:
            variant = preset_of(game, variant).name
        rules = await self._store.change_house_rules(
            request.guild, lambda rules: rules.with_variant(game, variant)
        )
        words = request.words
        text = words.VARIANT_CLEARED if variant is None else words.VARIANT_CHOSEN
        name = variant_name(usual_variant(rules, game).name, words)
        facts = {"title": title_of(kind, words), "variant": name}
        await request.respond.private(Message(text.format(**facts)))

    async def check(self, request: Request, channel: ChannelId | None) -> None:
        """Say what the bot may not do in a channel, or in all channels for duels."""
        require_moderator(request)
        rules = await self._store.house_rules(request.guild)
        places = [channel] if channel else sorted(rules.channels) or [request.channel]
        lines = [_checked(request, each, rules) for each in places]
        await request.respond.private(Message("\n".join(lines)))

    async def _settings(self, request: Request, rules: HouseRules) -> Message:
        blocked = await self._store.blocked(request.guild)
        untried = await self._store.daily_untried(request.guild)
        daily = _daily(request, rules, paused=is_paused(untried))
        return server_settings(rules, blocked, daily, request.words)


def _require_posts(request: Request, channel: ChannelId) -> None:
    """Refuse a channel in which the bot can't post by itself."""
    guild, shown = request.interaction.guild, f"<#{channel}>"
    lacking = missing_for_posts(guild, channel) if guild else None
    if lacking is None:
        raise NoPlaceForPosts(shown)
    if lacking:
        raise PostsNotAllowed(tuple(request.words.PERMISSIONS[each] for each in lacking), shown)


def _daily(request: Request, rules: HouseRules, *, paused: bool) -> str:
    """Where the puzzle of the day is posted, or why it isn't."""
    words, channel = request.words, rules.daily_channel
    if channel is None:
        return words.DAILY_NOWHERE
    guild, shown = request.interaction.guild, f"<#{channel}>"
    lacking = missing_for_posts(guild, channel) if guild else None
    if lacking is None:
        return words.DAILY_GONE.format(channel=shown)
    if lacking:
        return words.DAILY_FORBIDDEN.format(channel=shown, permissions=_named(lacking, words))
    return (words.DAILY_PAUSED if paused else words.DAILY_POSTED).format(channel=shown)


def _checked(request: Request, channel: ChannelId, rules: HouseRules) -> str:
    words, guild, shown = request.words, request.interaction.guild, f"<#{channel}>"
    found = guild and guild.get_channel_or_thread(channel)
    if not guild or not found:
        return words.CHECK_GONE.format(channel=shown)
    permissions = found.permissions_for(guild.me)
    if lacking := _named(missing_permissions(found, permissions), words):
        return words.CHECK_MISSING.format(channel=shown, permissions=lacking)
    if not open_for_duels(rules, found):
        return words.CHECK_CLOSED.format(channel=shown)
    lines = [words.CHECK_FINE.format(channel=shown)]
    if not permissions.attach_files:
        lines.append(words.CHECK_NO_PICTURES)
    wants_threads = rules.board_mode is BoardMode.THREAD
    if wants_threads and (lacking := _named(missing_for_threads(found, permissions), words)):
        lines.append(words.CHECK_NO_THREADS.format(permissions=lacking))
    return " ".join(lines)


def _named(permissions: Iterable[str], words: Words) -> str:
    names = [words.PERMISSIONS[each] for each in permissions]
    return listing(names, words=words, last=words.AND) if names else ""
