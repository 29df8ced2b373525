"""The players of a finished duel say "good game": the message that tells the end shows it."""

from dataclasses import replace

from bot.boards import board
from bot.delivery.message import Message
from bot.duels.ping_offer import PingOffer
from bot.duels.posts import Posts
from bot.duels.shown_boards import ShownBoards
from bot.duels.turning_points import turning_point_of
from bot.guilds.servers import Servers
from bot.interactions.request import Request
from storage.ids import DuelId
from storage.match import Match
from storage.store import Store


class GoodGames:
    def __init__(
        self,
        store: Store,
        servers: Servers,
        shown: ShownBoards,
        posts: Posts,
        ping_offer: PingOffer,
    ) -> None:
        self._store = store
        self._servers = servers
        self._shown = shown
        self._posts = posts
        self._ping_offer = ping_offer

    async def say(self, request: Request, number: DuelId) -> None:
        match = await self._store.good_game(request.call, number)
        if match.again:
            return  # the first delivery has been answered, or is about to be
        if not await self._update_pressed(request, match):
            await request.respond.private(Message(request.words.GOOD_GAME_SAID))
            end = await self._end(match)
            await self._posts.change(match, end, self._shown.current(match))
        await self._ping_offer.follow_up(request, match)

    async def _update_pressed(self, request: Request, match: Match) -> bool:
        """Update the message that was pressed, if it is the one that tells the end: a forged press
        may come from any other."""
        if not self._shown.is_current(match, request.pressed):
            return False
        if not await request.respond.change_board(await self._end(match)):
            return False
        # Answers may overtake each other, so what has changed meanwhile is shown again.
        now = await self._store.duel(match.guild, match.id)
        if (now.duel, now.good_game) != (match.duel, match.good_game):
            await request.respond.change_acknowledged(await self._end(now))
        return True

    async def _end(self, match: Match) -> Message:
        """The end. Its card stays where it is."""
        turning_point = await turning_point_of(match.duel)
        words = self._servers.words(match.guild)
        message = board(match, words, turning_point=turning_point)
        return replace(message, keeps_files=True)
