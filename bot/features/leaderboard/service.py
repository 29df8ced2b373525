"""Makes pages of the leaderboard."""

from collections.abc import Callable
from itertools import count

from bot.cards.drawing_queue import DrawingQueue
from bot.cards.painters import leaderboard_card
from bot.delivery.card_file import card_file
from bot.delivery.message import Page
from bot.features.leaderboard.view import PAGE, PICTURE, Shown, card, standings
from bot.guilds.members import Known, Members
from bot.guilds.servers import Servers
from bot.interactions.request import Request
from bot.text.english import Words
from engine.games import GAMES
from engine.ids import Instant
from engine.ledger import EVERY_GAME
from engine.refusal import UnknownGame
from storage.ids import GuildId
from storage.people import Ladder
from storage.store import Store

# Farther than any leaderboard goes.
PAGES = 10**9
# How often a page is read again after players on it turned out to have left the server, and for
# how many milliseconds: Discord waits for three seconds, and is asked about them each time.
REFILLS, PATIENCE = 5, 500


class Leaderboards:
    def __init__(
        self,
        store: Store,
        members: Members,
        servers: Servers,
        drawing: DrawingQueue,
        now: Callable[[], Instant],
    ) -> None:
        self._store = store
        self._members = members
        self._servers = servers
        self._drawing = drawing
        self._now = now

    async def show(self, request: Request, game: str, page: int, season: int | None) -> None:
        """Answer for everybody to see, in the server's language."""
        words = self._servers.words(request.guild)
        await request.respond.public(await self._page(request, game, page, season, words))

    async def turn_to(self, request: Request, game: str, page: int, season: int | None) -> None:
        """Show another page privately."""
        await request.respond.change(await self._page(request, game, page, season, request.words))

    async def turn_to_own_place(self, request: Request, game: str, season: int | None) -> None:
        above = await self._store.above(request.guild, request.player, game, season)
        await self.turn_to(request, game, above // PAGE + 1, season)

    async def _page(
        self, request: Request, game: str, page: int, season: int | None, words: Words
    ) -> Page:
        if game != EVERY_GAME and game not in GAMES:
            raise UnknownGame(game, tuple(GAMES))
        guild, reader = request.guild, request.player
        page = min(max(page, 1), PAGES)
        await self._store.seen(guild, reader, here=True)
        ladder, known = await self._present(guild, game, page, season)
        own_place = await self._store.place(guild, reader, game, season)
        shown = Shown(ladder, game, page, reader, own_place, season)
        if not ladder.places:
            return standings(shown, None, words)
        content = card(shown, self._servers.name(guild), known.people, words)
        file = await card_file(self._drawing, PICTURE, leaderboard_card, content, words)
        return standings(shown, file, words)

    async def _present(
        self, guild: GuildId, game: str, page: int, season: int | None
    ) -> tuple[Ladder, Known]:
        """A page without players who have left, whom Discord names only when it is asked."""
        refills, began = count(), self._now()
        while True:
            ladder = await self._store.leaderboard(guild, game, (page - 1) * PAGE, PAGE, season)
            known = await self._members.known(guild, [each.player for each in ladder.places])
            late = next(refills) == REFILLS or self._now() - began > PATIENCE
            if known.gone:
                await self._store.seen(guild, *known.gone, here=False)
            if late or not known.gone:
                return ladder, known
