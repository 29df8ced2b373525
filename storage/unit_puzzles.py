"""The part of the store that is about puzzles: which unit of work answers what."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace

from engine.ids import Instant, PlayerId, Span
from engine.puzzles.days import Days
from engine.puzzles.puzzle import Puzzle
from engine.refusal import Refusal, StaleDecision
from storage.ids import GuildId, PuzzleId, are_direct_messages
from storage.match import Call
from storage.puzzles import (
    BEFORE_ALL,
    NEAR,
    Daily,
    DailyPost,
    DailyResults,
    PuzzleAttempt,
    Puzzles,
    Solver,
    Unsearched,
)
from storage.shards import ONLY, Shard
from storage.unit_caller import B, UnitCaller
from storage.units import attempts, dailies, daily_posts, people, pool, solvers


class UnitPuzzles(UnitCaller[B], Puzzles):
    """The contract of puzzles, on any storage engine."""

    async def puzzle_secret(self) -> bytes:
        if secret := await self._read(dailies.known_secret):
            return secret
        return await self.backend.write(None, dailies.secret)

    # The puzzle of the day

    async def daily(self, guild: GuildId, day: int) -> Daily | None:
        return await self._read(dailies.daily, guild, day)

    async def daily_with(self, guild: GuildId, number: PuzzleId) -> Daily | None:
        return await self._read(dailies.daily_with, guild, number)

    async def take_daily(
        self, guild: GuildId, day: int, puzzle: Puzzle, *, repeated: bool = False
    ) -> Daily | None:
        return await self._write_unasked(dailies.take_daily, guild, day, puzzle, repeated=repeated)

    async def daily_day(self, guild: GuildId, player: PlayerId, now: Instant) -> int:
        if are_direct_messages(guild) and not await self._read(people.is_listed, guild):
            await self._write(people.list_server, guild)
        return await self._read(dailies.daily_day, guild, player, now)

    async def days(self, guild: GuildId, player: PlayerId) -> Days:
        return await self._read(solvers.days, guild, player)

    async def move_days(self, guild: GuildId, player: PlayerId, offset: int, now: Instant) -> Days:
        return await self._write(solvers.move_days, guild, player, offset, now)

    async def streak(self, guild: GuildId, player: PlayerId, now: Instant) -> int:
        return await self._read(dailies.streak_of, guild, player, now)

    async def daily_results(self, guild: GuildId, day: int, most: int = 10) -> DailyResults:
        return await self._read(dailies.results, guild, day, most)

    # The post about the puzzle of the day

    async def dailies_to_post(
        self, day: int, shard: Shard = ONLY, most: int = 100, after: GuildId = BEFORE_ALL
    ) -> tuple[DailyPost, ...]:
        return await self._read(daily_posts.to_post, day, shard, most, after)

    async def begin_daily_post(self, post: DailyPost, day: int, now: Instant, within: Span) -> bool:
        return await self.backend.write(
            post.guild, lambda db: daily_posts.begin(db, post, day, now, within)
        )

    async def daily_posted(self, guild: GuildId, day: int, untried: int = 0) -> None:
        await self._write(daily_posts.posted, guild, day, untried)

    async def daily_not_posted(self, guild: GuildId, day: int) -> None:
        await self._write(daily_posts.not_posted, guild, day)

    async def daily_untried(self, guild: GuildId) -> int:
        return await self._read(daily_posts.untried, guild)

    # Attempts

    async def puzzle_attempt(
        self, guild: GuildId, player: PlayerId, number: PuzzleId
    ) -> PuzzleAttempt:
        return await self._read(attempts.attempt, guild, player, number)

    async def open_attempt(
        self, guild: GuildId, player: PlayerId, number: PuzzleId, now: Instant
    ) -> PuzzleAttempt:
        return await self._read(attempts.attempt_open, guild, player, number, now)

    async def decide(self, call: Call, number: PuzzleId, text: str, nth: int) -> PuzzleAttempt:
        """Judge the decision between a read and a write: other players' moves don't wait for it.
        The write notices if the attempt has moved on."""
        before = await self.puzzle_attempt(call.guild, call.player, number)
        try:
            decided = await asyncio.to_thread(attempts.judged, before.attempt, text, nth)
        except StaleDecision:
            return replace(before, again=True)
        answer = await self.backend.write(
            call.guild, lambda db: attempts.keep(db, call, number, decided)
        )
        if isinstance(answer, Refusal):
            raise answer
        return answer

    async def share_result(self, guild: GuildId, player: PlayerId, number: PuzzleId) -> bool:
        answer = await self._write(attempts.share, guild, player, number)
        if isinstance(answer, Refusal):
            raise answer
        return answer

    async def next_puzzle(self, guild: GuildId, player: PlayerId) -> PuzzleAttempt | None:
        return await self._write(pool.next_puzzle, guild, player)

    async def solver(self, guild: GuildId, player: PlayerId) -> Solver:
        return await self._read(solvers.solver, guild, player)

    # The pool

    async def unseen(
        self, guild: GuildId, player: PlayerId, within: float = NEAR, most: int = 100
    ) -> int:
        return await self._read(pool.unseen, guild, player, within, most)

    async def take_puzzles(self, guild: GuildId, puzzles: Iterable[Puzzle]) -> int:
        # A unit may run again, so it gets more than an iterator.
        return await self._write_unasked(pool.take, guild, tuple(puzzles)) or 0

    async def to_mine(self, guild: GuildId, before: Instant, most: int = 20) -> Unsearched | None:
        return await self._read_long(pool.to_mine, guild, before, most)

    async def take_mined(self, guild: GuildId, nth: int, puzzles: Iterable[Puzzle]) -> int:
        return await self._write_unasked(pool.take_mined, guild, nth, tuple(puzzles)) or 0

    async def solvers_since(
        self, since: Instant, shard: Shard = ONLY, most: int = 1_000
    ) -> tuple[tuple[GuildId, PlayerId], ...]:
        return await self._read(solvers.since, since, shard, most)
