"""Gives players puzzles, and takes their decisions."""

from bot.delivery.message import Message
from bot.duels.board_pictures import BoardPictures
from bot.features.puzzle.view import (
    Shown,
    moves_of,
    names_by_seat,
    none_ready,
    puzzle_board,
    share_line,
    shared,
)
from bot.interactions.permissions import require_board_here
from bot.interactions.refusals import DeadButton
from bot.interactions.request import Request
from bot.interactions.slow_answers import in_time
from bot.puzzles.daily_puzzles import DailyPuzzles
from bot.puzzles.puzzle_pool import PuzzlePool
from storage.ids import PuzzleId
from storage.puzzles import Daily, PuzzleAttempt
from storage.store import Store


class PuzzleService:
    """Unlike analysis, puzzles aren't kept away from the positions of rated duels: nobody can ask
    for the puzzle of a position, and as the host draws starts anew, no rated duel can be made to
    begin at one."""

    def __init__(
        self, store: Store, dailies: DailyPuzzles, pool: PuzzlePool, pictures: BoardPictures
    ) -> None:
        self._store = store
        self._dailies = dailies
        self._pool = pool
        self._pictures = pictures

    async def show_daily(self, request: Request) -> None:
        """Show the puzzle of the player's day, as far as the player is with it."""
        message, _ = await in_time(request, self._daily(request))
        await request.respond.private(message)

    async def show_next(self, request: Request) -> None:
        """Show a puzzle near the player's rating: the same one until its attempt is over."""
        message, _ = await in_time(request, self._next(request), change=True)
        await request.respond.change(message)

    async def decide(self, request: Request, number: PuzzleId, text: str, nth: int) -> None:
        """Take a decision. Show the attempt as it is if that was made before."""
        message, _ = await in_time(request, self._decided(request, number, text, nth), change=True)
        await request.respond.change(message)

    async def ask_for_part(self, request: Request, number: PuzzleId, whole: int, nth: int) -> None:
        """Ask which part of a number is kept, where the board has no room for all."""
        found = await self._store.open_attempt(request.guild, request.player, number, request.now)
        found.attempt.require_next(nth)
        question = moves_of(number, found.attempt, request.words).parts_of(whole)
        if question is None:
            raise DeadButton
        await request.respond.private(question)

    async def share(self, request: Request, number: PuzzleId) -> None:
        """Post a player's squares in the channel, once: they are noted before. If the post is lost,
        the player can still copy the line, and a second post would annoy the others."""
        guild, player, words = request.guild, request.player, request.words
        daily = await self._store.daily_with(guild, number)
        found = await self._store.puzzle_attempt(guild, player, number)
        if daily is None or not found.attempt.over:
            raise DeadButton
        await require_board_here(request, await self._store.house_rules(guild), None)
        streak = await self._store.streak(guild, player, request.now)
        if not await self._store.share_result(guild, player, number):
            await request.respond.private(Message(words.PUZZLE_SHARED_BEFORE))
            return
        line = share_line(daily, found.attempt.squares, streak, words)
        await request.respond.public(shared(player, line, words))

    async def _daily(self, request: Request) -> Message:
        guild, player = request.guild, request.player
        day = await self._store.daily_day(guild, player, request.now)
        daily = await self._dailies.of(guild, day)
        found = await self._store.puzzle_attempt(guild, player, daily.number)
        # A player who likes it asks for another.
        self._pool.fill(guild, player)
        return await self._board(request, found, daily)

    async def _next(self, request: Request) -> Message:
        guild, player = request.guild, request.player
        found = await self._store.next_puzzle(guild, player)
        if found is None:
            await self._pool.wait(guild, player)
            found = await self._store.next_puzzle(guild, player)
        self._pool.fill(guild, player)
        if found is None:
            return none_ready(request.words)
        return await self._board(request, found, None)

    async def _decided(self, request: Request, number: PuzzleId, text: str, nth: int) -> Message:
        found = await self._store.decide(request.call, number, text, nth)
        if not found.attempt.decisions:
            raise DeadButton  # of an attempt that was deleted, or forged
        daily = await self._store.daily_with(request.guild, number)
        return await self._board(request, found, daily)

    async def _board(self, request: Request, found: PuzzleAttempt, daily: Daily | None) -> Message:
        guild, words, attempt = request.guild, request.words, found.attempt
        streak = 0
        if daily and attempt.over:
            streak = await self._store.streak(guild, request.player, request.now)
        names = names_by_seat(attempt, words)
        place = guild, request.channel
        picture = await self._pictures.of_record(attempt.record, names, place, words)
        in_server = request.incoming.guild is not None
        shown = Shown(
            found.number, attempt, daily, found.gain, streak, picture, can_share=in_server
        )
        return puzzle_board(shown, words)
