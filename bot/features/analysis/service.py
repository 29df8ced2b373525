"""Shows the analysis of finished duels."""

from bot.boards.past_position import games_of
from bot.boards.people import names_by_seat
from bot.cards.drawing_queue import DrawingQueue
from bot.cards.painters import swings_card
from bot.delivery.card_file import card_file
from bot.delivery.message import File, Message
from bot.duels.rated_positions import positions_of, require_not_in_rated_duel
from bot.features.analysis.reviews import Reviews
from bot.features.analysis.swings import swings
from bot.features.analysis.view import Analysis, move_page, overview
from bot.guilds.members import Members
from bot.interactions.permissions import require_view
from bot.interactions.refusals import DeadButton
from bot.interactions.request import Request
from bot.interactions.slow_answers import in_time
from engine.duel import Finished
from engine.refusal import NotOver
from engine.review import Ply, Review
from engine.review.lines import Line
from storage.ids import DuelId
from storage.store import Store

PICTURE = "analysis.png"


class Analyses:
    def __init__(
        self, store: Store, reviews: Reviews, members: Members, drawing: DrawingQueue
    ) -> None:
        self._store = store
        self._reviews = reviews
        self._members = members
        self._drawing = drawing

    async def show(self, request: Request, number: DuelId, *, turned: bool) -> None:
        """The turning point of a finished duel, and what else there is to say of it as a whole."""
        duel = await self._finished(request, number)
        page, _ = await in_time(request, self._overview(request, number, duel), change=turned)
        if turned:
            await request.respond.change(page)
        else:
            await request.respond.private(page)

    async def show_move(self, request: Request, number: DuelId, nth: int) -> None:
        """The position after some of the moves, and what the last of them was worth."""
        duel = await self._finished(request, number)
        page, _ = await in_time(request, self._move(request, number, duel, nth), change=True)
        await request.respond.change(page)

    async def _finished(self, request: Request, number: DuelId) -> Finished:
        """The duel, if it is over, has moves, and may be seen and analysed by the player."""
        match = await self._store.duel(request.guild, number, request.player)
        duel = match.duel
        if not isinstance(duel, Finished):
            raise NotOver
        if request.player not in duel.seats:
            await require_view(request, match)
        if not duel.ply:
            raise DeadButton
        records = (duel.earlier, duel.record) if duel.earlier else (duel.record,)
        positions = (each for record in records for each in positions_of(record))
        await require_not_in_rated_duel(self._store, request, positions)
        return duel

    async def _overview(self, request: Request, number: DuelId, duel: Finished) -> Message:
        analysis = await self._analysed(request, number, duel)
        lines = [
            await self._line(request, review, review.turning_point) for review in analysis.reviews
        ]
        card = await self._card(request, duel, analysis)
        return overview(analysis, tuple(lines), request.words, card)

    async def _move(self, request: Request, number: DuelId, duel: Finished, nth: int) -> Message:
        analysis = await self._analysed(request, number, duel)
        review, ply = analysis.judged(nth)
        line = await self._line(request, review, ply if ply and ply.is_mistake else None)
        return move_page(analysis, nth, line, request.words)

    async def _analysed(self, request: Request, number: DuelId, duel: Finished) -> Analysis:
        games = games_of(duel, request.words)
        reviews = await self._reviews.of(tuple(game.record for game in games))
        if played_from := duel.terms.played_from:
            reviews = tuple(each.since(played_from) for each in reviews)
        return Analysis(number, games, reviews)

    async def _line(self, request: Request, review: Review, ply: Ply | None) -> Line | None:
        """How the game could have gone on in place of a mistake. It may lead to a position that the
        player shouldn't be told about."""
        if ply is None:
            return None
        line = await self._reviews.line(review, ply)
        record = review.record.back_to(ply.nth - 1)
        for move in line.moves:
            record = record.play(move)
        await require_not_in_rated_duel(self._store, request, positions_of(record))
        return line

    async def _card(self, request: Request, duel: Finished, analysis: Analysis) -> File | None:
        known = await self._members.known(request.guild, duel.seats)
        began = duel.seats[::-1] if duel.earlier else duel.seats
        names = names_by_seat(began, known.people, request.words)
        content = swings(analysis, names, request.words)
        return await card_file(self._drawing, PICTURE, swings_card, content, request.words)
