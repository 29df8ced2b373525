"""What people look up. It changes nothing, so it needs neither a call nor a receipt."""

from bot.choosing import duel_anywhere
from bot.message import Message
from bot.pages.history import PAGE as HISTORY_PAGE
from bot.pages.history import history, results
from bot.pages.standings import PAGE, ladder, profile
from bot.words import Words
from engine.games import GAMES
from engine.ids import PlayerId
from engine.refusal import UnknownGame
from storage.ids import ChannelId, DuelId, GuildId
from storage.match import Match
from storage.people import EVERY_GAME
from storage.sqlite.store import Store

# How many of a player's last results their profile names.
LAST = 5
# Farther than any ladder goes.
PAGES = 10**9


class Lookup:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def ladder(
        self, guild: GuildId, player: PlayerId, game: str, page: int, words: Words
    ) -> Message:
        if game != EVERY_GAME and game not in GAMES:
            raise UnknownGame(game, tuple(GAMES))
        page = min(max(page, 1), PAGES)
        shown = await self._store.leaderboard(guild, game, (page - 1) * PAGE, PAGE)
        you = await self._store.place(guild, player, game)
        return ladder(shown, game, page, reader=player, you=you, words=words)

    async def page_of(self, guild: GuildId, player: PlayerId, game: str) -> int:
        """The page of the ladder that a player stands on."""
        return await self._store.above(guild, player, game) // PAGE + 1

    async def profile(self, guild: GuildId, player: PlayerId, words: Words) -> Message:
        found = await self._store.profile(guild, player)
        last = await self._store.history(guild, player, most=LAST)
        return profile(player, found, results(last, player, words), words)

    async def history(
        self,
        guild: GuildId,
        player: PlayerId,
        words: Words,
        opponent: PlayerId | None = None,
        before: DuelId | None = None,
    ) -> Message:
        found = await self._store.history(guild, player, opponent, before, HISTORY_PAGE + 1)
        return history(found, player, opponent, words)

    async def duel(
        self, guild: GuildId, channel: ChannelId, player: PlayerId, number: DuelId | None
    ) -> Match:
        if number is None:
            number = await duel_anywhere(self._store, guild, channel, player)
        return await self._store.duel(guild, number)
