"""Pictures of boards that have too many numbers for a message."""

from bot.boards.people import names_by_seat
from bot.cards.content import Position
from bot.cards.drawing_queue import DrawingQueue
from bot.cards.painters import board_card
from bot.delivery.message import File, Message
from bot.guilds.members import Members
from bot.interactions.one_at_a_time import one_at_a_time
from bot.interactions.permissions import require_view
from bot.interactions.refusals import Crowded, DeadButton
from bot.interactions.request import Request
from bot.text.game_texts import title_of
from engine.duel import Finished, Playing
from engine.refusal import NotStarted
from storage.ids import DuelId
from storage.store import Store


class LargeBoards:
    def __init__(self, store: Store, members: Members, drawing: DrawingQueue) -> None:
        self._store = store
        self._members = members
        self._drawing = drawing
        # Players whose picture is being drawn.
        self._drawn_for: set[int] = set()

    async def show(self, request: Request, number: DuelId) -> None:
        match = await self._store.duel(request.guild, number, request.player)
        duel = match.duel
        if not isinstance(duel, Playing | Finished):
            raise NotStarted(duel.terms.opponent)
        if not duel.record.view.cells:
            raise DeadButton
        if request.player not in duel.seats:
            await require_view(request, match)
        words = request.words
        with one_at_a_time(self._drawn_for, request.player):
            if self._drawing.is_busy:
                await request.respond.wait()
            known = await self._members.known(match.guild, duel.seats)
            names = names_by_seat(duel.seats, known.people, words)
            drawn = await self._drawing.draw(board_card, Position(duel.record, names), words)
        if drawn is None:
            raise Crowded
        title = words.PICTURE_TITLE.format(title=title_of(duel.terms.game, words), number=match.id)
        board = File("board.png", drawn.data, drawn.alt)
        await request.respond.private(Message(title, files=(board,)))
