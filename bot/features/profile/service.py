"""Makes profiles of players."""

from collections.abc import Callable

from bot.cards.drawing_queue import DrawingQueue
from bot.cards.painters import rating_card
from bot.delivery.card_file import card_file
from bot.delivery.message import Page
from bot.features.profile.titles import Titles
from bot.features.profile.view import PICTURE, Shown, all_titles, card, profile
from bot.guilds.members import Members
from bot.guilds.servers import Servers
from bot.interactions.request import Request
from bot.text.english import Words
from engine.ids import Instant, PlayerId
from engine.ledger import EVERY_GAME
from storage.store import Store


class Profiles:
    def __init__(  # noqa: PLR0913, PLR0917
        self,
        store: Store,
        titles: Titles,
        members: Members,
        servers: Servers,
        drawing: DrawingQueue,
        now: Callable[[], Instant],
    ) -> None:
        self._store = store
        self._titles = titles
        self._members = members
        self._servers = servers
        self._drawing = drawing
        self._now = now

    async def show(self, request: Request, player: PlayerId, season: int | None) -> None:
        """Answer for everybody to see, in the server's language. Nobody learns of duels with the
        bot that are private."""
        words = self._servers.words(request.guild)
        page = await self._page(request, player, season, words, private=False)
        await request.respond.public(page)

    async def show_privately(self, request: Request, player: PlayerId) -> None:
        """Answer so that nobody else sees it. Of themselves players see all."""
        mine = player == request.player
        page = await self._page(request, player, None, request.words, private=mine)
        await request.respond.private(page)

    async def show_titles(self, request: Request, player: PlayerId) -> None:
        """Show which titles there are, and which of them a player has."""
        earned = await self._titles.of(request.guild, player)
        await request.respond.private(all_titles(player, earned, request.words))

    async def _page(
        self,
        request: Request,
        player: PlayerId,
        season: int | None,
        words: Words,
        *,
        private: bool,
    ) -> Page:
        guild, reader = request.guild, request.player
        known = await self._members.known(guild, [player])
        if player in known.people or player in known.gone:
            await self._store.seen(guild, player, here=player in known.people)
        shown = Shown(
            player,
            await self._store.profile(guild, player, season),
            reader,
            await self._store.score(guild, player, reader),
            await self._store.practised(guild, player, private=private),
            await self._titles.of(guild, player),
            self._now(),
            player in known.gone,
        )
        number = shown.profile.season.number
        ratings = await self._store.course(guild, player, EVERY_GAME, number)
        points = tuple(rating for rating, _ in ratings)
        content, file = card(shown, points, known.people, words), None
        if content:
            file = await card_file(self._drawing, PICTURE, rating_card, content, words)
        person = known.people.get(player)
        return profile(shown, person.avatar if person else None, file, words)
