"""The store in one SQLite file: which unit of work answers what, and on which connection."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import Concatenate, ParamSpec, TypeVar

from engine.duel import Terms
from engine.ids import Instant, PlayerId, Span
from engine.ledger import EVERY_GAME
from engine.outcome import Seat
from engine.refusal import Refusal
from storage.ids import ChannelId, DuelId, GuildId
from storage.match import Board, Call, Match, Posting, Struck
from storage.people import (
    HouseRules,
    Ladder,
    PersonalData,
    Place,
    Preferences,
    Profile,
    Score,
    Season,
)
from storage.sqlite import (
    apply_results,
    boards,
    clocks,
    duel_queries,
    duel_rows,
    duels,
    erase,
    export_file,
    leaderboard,
    notes,
    people,
    personal_data,
    receipts,
    seasons,
)
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import DB, PATIENCE, connect_reading, followed, only_one
from storage.sqlite.file_identity import FileIdentity
from storage.sqlite.migrate import current, open_current
from storage.sqlite.worker_thread import WorkerThread, open_worker
from storage.sqlite.writer import Writer
from storage.store import EXPORT, Store, everywhere

P = ParamSpec("P")
T = TypeVar("T")
M = TypeVar("M", Match, Match | None)

READERS = 2
# How many seconds a note that is in no hurry waits for the next change.
DELAY = 0.25


class SqliteStore(Store):
    """The contract on one file. Each method hands its unit of work to the writer or to a reader."""

    def __init__(
        self,
        path: Path,
        writer: Writer,
        readers: Sequence[WorkerThread],
        long_reader: WorkerThread,
    ) -> None:
        self.path = path
        self.writer = writer
        self.readers = readers
        # Long reads have a thread of their own, so that no short one waits behind them.
        self._long_reader = long_reader

    # Duels

    async def offer(self, call: Call, terms: Terms, posting: Posting) -> Match:
        return await self._ask(duels.offer, call, terms, posting)

    async def rematch(self, call: Call, number: DuelId, posting: Posting) -> Match:
        return await self._ask(duels.rematch, call, number, posting)

    async def accept(self, call: Call, number: DuelId, random: Random | None = None) -> Match:
        return await self._ask(duels.accept, call, number, random or SystemRandom())

    async def decline(self, call: Call, number: DuelId) -> Match:
        return await self._ask(duels.decline, call, number)

    async def cancel(self, call: Call, number: DuelId) -> Match:
        return await self._ask(duels.cancel, call, number)

    async def play(self, call: Call, number: DuelId, text: str, ply: int | None = None) -> Match:
        return await self._ask(duels.play, call, number, text, ply)

    async def play_here(self, call: Call, channel: ChannelId, text: str) -> Match | None:
        return await self._ask(duels.play_here, call, channel, text)

    async def resign(self, call: Call, number: DuelId) -> Match:
        return await self._ask(duels.resign, call, number)

    async def end(self, call: Call, number: DuelId, winner: Seat | None = None) -> Match:
        return await self._ask(duels.end, call, number, winner)

    async def void(self, call: Call, number: DuelId) -> Match:
        return await self._ask(duels.void, call, number)

    async def good_game(self, call: Call, number: DuelId) -> Match:
        return await self._ask(duels.good_game, call, number)

    async def duel(self, guild: GuildId, number: DuelId) -> Match:
        return await self.read(duel_rows.known, guild, number)

    async def running(self, guild: GuildId, player: PlayerId) -> tuple[Match, ...]:
        return await self.read(duel_queries.running, guild, player)

    async def history(
        self,
        guild: GuildId,
        player: PlayerId,
        opponent: PlayerId | None = None,
        before: DuelId | None = None,
        most: int = 10,
    ) -> tuple[Match, ...]:
        return await self.read(
            duel_queries.history, guild, player, opponent=opponent, before=before, most=most
        )

    async def open_in(self, guild: GuildId, most: int = 25) -> tuple[Match, ...]:
        return await self.read(duel_queries.open_in, guild, most)

    async def ended_in(self, guild: GuildId, most: int = 25) -> tuple[Match, ...]:
        return await self.read(duel_queries.ended_in, guild, most)

    async def open_duels(self) -> dict[str, int]:
        return await self.read(duel_queries.open_duels)

    async def forget_receipts(self, guild: GuildId, now: Instant) -> None:
        await self.write(receipts.forget, guild, now)

    # Boards

    async def posted(
        self, guild: GuildId, number: DuelId, board: Board, *, soon: bool = False
    ) -> Board | None:
        return await self.writer.run(lambda db: boards.posted(db, guild, number, board), soon=soon)

    async def unshown(self, guild: GuildId, most: int = 100) -> tuple[Match, ...]:
        return await self.read(boards.unshown, guild, most)

    # Clocks

    async def ring(self, now: Instant, here: Callable[[GuildId], bool] = everywhere) -> Struck:
        return await self.write(clocks.ring, now, here)

    async def told(self, guild: GuildId, number: DuelId, step: int) -> bool:
        return await self.write(clocks.told, guild, number, step)

    async def next_due(self) -> Instant | None:
        return await self.read(clocks.next_due)

    async def beat(self, now: Instant) -> None:
        await self.write(clocks.beat, now)

    async def give_time_back(self, now: Instant) -> Span:
        return await self.write(clocks.give_time_back, now)

    # Ladders

    async def leaderboard(
        self,
        guild: GuildId,
        game: str = EVERY_GAME,
        skip: int = 0,
        most: int = 10,
        season: int | None = None,
    ) -> Ladder:
        skip = min(max(0, skip), 2**62)
        return await self.read(leaderboard.leaderboard, guild, game, skip, most, season)

    async def place(
        self,
        guild: GuildId,
        player: PlayerId,
        game: str = EVERY_GAME,
        season: int | None = None,
    ) -> Place | None:
        return await self.read(leaderboard.place, guild, player, game, season)

    async def above(
        self,
        guild: GuildId,
        player: PlayerId,
        game: str = EVERY_GAME,
        season: int | None = None,
    ) -> int:
        return await self.read(leaderboard.above, guild, player, game, season)

    async def profile(self, guild: GuildId, player: PlayerId, season: int | None = None) -> Profile:
        return await self.read(leaderboard.profile, guild, player, season)

    async def course(
        self,
        guild: GuildId,
        player: PlayerId,
        game: str = EVERY_GAME,
        season: int | None = None,
    ) -> tuple[tuple[float, Instant], ...]:
        return await self.read(leaderboard.course, guild, player, game, season)

    async def score(self, guild: GuildId, one: PlayerId, other: PlayerId) -> Score:
        return await self.read(duel_queries.score, guild, one, other)

    async def seen(self, guild: GuildId, *players: PlayerId, here: bool) -> None:
        await self.write(leaderboard.seen, guild, players, here=here)

    async def begin_season(self, guild: GuildId, number: int, now: Instant) -> Season:
        return await self.write(seasons.begin_season, guild, number, now)

    async def recalculating(self) -> tuple[GuildId, ...]:
        return await self.read(apply_results.recalculating)

    async def recalculate_some(self, guild: GuildId) -> int:
        return await self.write(apply_results.apply_waiting, guild)

    # People

    async def preferences(self, guild: GuildId, player: PlayerId) -> Preferences:
        return await self.read(people.preferences, guild, player)

    async def prefer(self, guild: GuildId, player: PlayerId, chosen: Preferences) -> None:
        await self.write(people.prefer, guild, player, chosen)

    async def house_rules(self, guild: GuildId) -> HouseRules:
        return await self.read(people.house_rules, guild)

    async def rule_house(self, guild: GuildId, chosen: HouseRules) -> None:
        await self.write(people.rule_house, guild, chosen)

    async def block(self, guild: GuildId, player: PlayerId, *, blocked: bool) -> None:
        await self.write(people.block, guild, player, blocked=blocked)

    async def blocked(self, guild: GuildId) -> tuple[PlayerId, ...]:
        return await self.read(people.blocked, guild)

    async def servers(self) -> tuple[GuildId, ...]:
        return await self.read(people.servers)

    async def personal_data(self, guild: GuildId, player: PlayerId) -> PersonalData | None:
        return await self._read_long(personal_data.personal_data, guild, player)

    async def servers_with_data(self, player: PlayerId) -> tuple[GuildId, ...]:
        return await self.read(personal_data.servers_with_data, player)

    async def erase(self, guild: GuildId, player: PlayerId, now: Instant) -> tuple[Match, ...]:
        ended = await self.write(erase.erase, guild, player, now)
        await self.writer.empty_log()
        return ended

    # Notes

    async def note(self, key: str) -> str | None:
        return await self.read(notes.note, key)

    async def take_note(self, key: str, value: str) -> None:
        await self.write(notes.take_note, key, value)

    async def restored(self) -> str:
        return await self.note(notes.RESTORED) or ""

    async def prove(self, now: Instant) -> None:
        await self.write(self._prove, now)

    def _prove(self, db: DB, now: Instant) -> None:
        current(db, self.path)
        notes.take_note(db, "last proof", str(now))

    # Archive

    async def exported(self, guild: GuildId, most: int = EXPORT) -> bytes | None:
        return await self._read_long(export_file.exported, guild, most)

    # Units of work of one's own: for this engine's tools and tests.

    async def write(
        self, unit: Callable[Concatenate[DB, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self.writer.run(lambda db: unit(db, *args, **kwargs))

    async def read(
        self, unit: Callable[Concatenate[DB, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        least_busy = min(self.readers, key=lambda reader: reader.waiting)
        return await least_busy.run(lambda db: self._snapshot(db, unit, *args, **kwargs))

    async def _read_long(
        self, unit: Callable[Concatenate[DB, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self._long_reader.run(lambda db: self._snapshot(db, unit, *args, **kwargs))

    async def _ask(
        self,
        unit: Callable[Concatenate[DB, P], M | Refusal],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> M:
        """Raise the unit's refusal here: it comes back as a value, so that its receipt is kept."""
        answer = await self.writer.run(lambda db: unit(db, *args, **kwargs))
        if isinstance(answer, Refusal):
            raise answer
        return answer

    def _snapshot(
        self, db: DB, unit: Callable[Concatenate[DB, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a unit in a read transaction, so that it sees one moment."""
        with named_troubles(self.path):
            db.execute("BEGIN")
            try:
                return unit(db, *args, **kwargs)
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")


@asynccontextmanager
async def open_store(
    path: Path, patience: float = PATIENCE, delay: float | None = DELAY
) -> AsyncIterator[SqliteStore]:
    """Open the store in this file. A missing file is created, an older schema is upgraded. Notes
    that are in no hurry wait up to `delay` seconds for the next change; without a delay they are
    written at once."""
    path = followed(path)
    async with AsyncExitStack() as stack:
        stack.enter_context(only_one(path))
        thread = await stack.enter_async_context(open_worker(partial(open_current, path, patience)))
        *readers, long_reader = [
            await stack.enter_async_context(open_worker(partial(connect_reading, path, patience)))
            for _ in range(READERS + 1)
        ]
        writer = Writer(thread, FileIdentity.of(path), delay)
        stack.push_async_callback(writer.close)
        yield SqliteStore(path, writer, readers, long_reader)
