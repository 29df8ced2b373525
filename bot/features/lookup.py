"""What people look up. It changes no duel, so it needs neither a call nor a receipt."""

from collections.abc import Callable
from itertools import count
from typing import TypeVar

import structlog

from bot.cards.drawing_queue import Gallery
from bot.cards.leaderboard import leaderboard_card
from bot.cards.picture import Picture
from bot.cards.rating import rating_card
from bot.delivery.message import File, Message, Page
from bot.duels.find import duel_anywhere
from bot.features.history.view import PAGE as HISTORY_PAGE
from bot.features.history.view import history
from bot.features.leaderboard import view as standings
from bot.features.leaderboard.view import PAGE
from bot.features.profile import view as profile
from bot.guilds.members import Known, Members
from bot.text.languages import Words
from engine.games import GAMES
from engine.ids import Instant, PlayerId
from engine.ledger import EVERY_GAME
from engine.refusal import UnknownGame
from storage.ids import ChannelId, DuelId, GuildId
from storage.match import Match
from storage.people import Ladder
from storage.sqlite.store import Store

LOG = structlog.get_logger()
T = TypeVar("T")

# Farther than any ladder goes.
PAGES = 10**9
# How often a page is filled up again after some on it turned out to have left the server.
REFILLS = 5
# And for how long, in milliseconds: Discord waits for three seconds, and has to be asked each time.
FILLING = 500


class Lookup:
    def __init__(
        self,
        store: Store,
        members: Members,
        gallery: Gallery,
        now: Callable[[], Instant],
        server: Callable[[GuildId], str],
    ) -> None:
        self._store = store
        self._members = members
        self._gallery = gallery
        self._now = now
        self._server = server

    async def ladder(  # noqa: PLR0913, PLR0917
        self, guild: GuildId, reader: PlayerId, game: str, page: int, season: int, words: Words
    ) -> Page:
        if game != EVERY_GAME and game not in GAMES:
            raise UnknownGame(game, tuple(GAMES))
        page = min(max(page, 1), PAGES)
        await self._store.seen(guild, reader, here=True)
        ladder, known = await self._present(guild, game, page, season)
        you = await self._store.place(guild, reader, game, season or None)
        shown = standings.Shown(ladder, game, page, reader, you, season)
        if not ladder.places:
            return standings.standings(shown, None, words)
        content = standings.card(shown, self._server(guild), known.people, words)
        file = await self._drawn(standings.PICTURE, leaderboard_card, content, words)
        return standings.standings(shown, file, words)

    async def _present(
        self, guild: GuildId, game: str, page: int, season: int
    ) -> tuple[Ladder, Known]:
        """A page without those who have left, of which Discord says nothing unless it is asked."""
        refills, begun = count(), self._now()
        while True:
            ladder = await self._store.leaderboard(
                guild, game, (page - 1) * PAGE, PAGE, season or None
            )
            known = await self._members.known(guild, [each.player for each in ladder.places])
            late = next(refills) == REFILLS or self._now() - begun > FILLING
            if known.gone:
                await self._store.seen(guild, *known.gone, here=False)
            if late or not known.gone:
                return ladder, known

    async def page_of(self, guild: GuildId, player: PlayerId, game: str, season: int) -> int:
        """The page of the ladder that a player stands on."""
        return await self._store.above(guild, player, game, season or None) // PAGE + 1

    async def profile(
        self, guild: GuildId, player: PlayerId, reader: PlayerId, season: int, words: Words
    ) -> Page:
        known = await self._members.known(guild, [player])
        if player in known.people or player in known.gone:
            await self._store.seen(guild, player, here=player in known.people)
        shown = profile.Shown(
            player,
            await self._store.profile(guild, player, season or None),
            reader,
            await self._store.score(guild, player, reader),
            self._now(),
            player in known.gone,
        )
        course = await self._store.course(guild, player, EVERY_GAME, shown.profile.season.number)
        points = tuple(rating for rating, _ in course)
        content = profile.card(shown, points, known.people, words)
        file = None
        if content:
            file = await self._drawn(profile.PICTURE, rating_card, content, words)
        person = known.people.get(player)
        return profile.profile(shown, person.avatar if person else None, file, words)

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

    async def _drawn(
        self, name: str, paint: Callable[[T, Words], Picture], content: T, words: Words
    ) -> File | None:
        """Nobody goes without a page because its picture can't be drawn: it says all of that."""
        try:
            picture = await self._gallery.draw(paint, content, words)
        except Exception:
            LOG.exception("a card can't be drawn", card=name)
            return None
        return File(name, picture.data, picture.alt) if picture else None
