"""The store: what can be asked of it, each a whole unit of work."""

from collections.abc import AsyncIterator, Callable
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
from storage.ids import DuelId, GuildId
from storage.match import Board, Call, Match, Posting, Struck
from storage.people import HouseRules, Kept, Ladder, Place, Preferences, Profile, Score, Season
from storage.sqlite import (
    apply_results,
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
from storage.sqlite.file_identity import Anchor
from storage.sqlite.migrate import current, open_current
from storage.sqlite.worker_thread import Line, open_line
from storage.sqlite.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")

READERS = 2
# As many bytes as an export may have in memory: hundreds of thousands of duels.
EXPORT = 25 * 1024 * 1024


class Store:
    """What changes something returns only once it is on disk, and what a call was answered it is
    answered again: one interaction is one call. What isn't allowed raises a Refusal and has changed
    nothing. What fails raises a Trouble; the same call, made again, tells what came of it."""

    def __init__(self, path: Path, writer: Writer, readers: list[Line], copyist: Line) -> None:
        self.path = path
        self._writer = writer
        self._readers = readers
        # A reader for what takes long, so that nobody else has to wait behind it.
        self._copyist = copyist

    # What players do.

    async def offer(self, call: Call, terms: Terms, posting: Posting) -> Match:
        """A challenge, unless one between these two is open, or too many of the caller's are."""
        return await self._ask(duels.offer, call, terms, posting)

    async def rematch(self, call: Call, number: DuelId, posting: Posting) -> Match:
        """A challenge to the same again with seats that were chosen swapped."""
        return await self._ask(duels.rematch, call, number, posting)

    async def accept(self, call: Call, number: DuelId, random: Random | None = None) -> Match:
        return await self._ask(duels.accept, call, number, random or SystemRandom())

    async def decline(self, call: Call, number: DuelId) -> Match:
        return await self._ask(duels.decline, call, number)

    async def cancel(self, call: Call, number: DuelId) -> Match:
        return await self._ask(duels.cancel, call, number)

    async def play(self, call: Call, number: DuelId, text: str, ply: int | None = None) -> Match:
        return await self._ask(duels.play, call, number, text, ply)

    async def resign(self, call: Call, number: DuelId) -> Match:
        return await self._ask(duels.resign, call, number)

    async def end(self, call: Call, number: DuelId, winner: Seat | None = None) -> Match:
        """By a moderator: whether the caller is one is not known here."""
        return await self._ask(duels.end, call, number, winner)

    async def void(self, call: Call, number: DuelId) -> Match:
        """By a moderator too: the result counts for nobody any more. Standings are counted again
        from there on; what is more than a little is left to `count_on`."""
        return await self._ask(duels.void, call, number)

    # What the clock does.

    async def ring(
        self, now: Instant, here: Callable[[GuildId], bool] = clocks.everywhere
    ) -> Struck:
        """End and give reminders of what is due, a bounded number at a time: call until nothing is.
        A reminder is given again, a minute later and then ever more seldom, until it went out."""
        return await self._write(clocks.ring, now, here)

    async def told(self, guild: GuildId, number: DuelId, step: int) -> bool:
        """The reminder went out to whoever has to move at this step, or never will. False if the
        duel has moved on."""
        return await self._write(clocks.told, guild, number, step)

    async def next_due(self) -> Instant | None:
        return await self._read(clocks.next_due)

    async def beat(self, now: Instant) -> None:
        """Note that the bot is running."""
        await self._write(clocks.beat, now)

    async def give_time_back(self, now: Instant) -> Span:
        """To everybody, as much as has passed since the last beat. At the start, before `ring`,
        which then gives again the reminders that haven't gone out."""
        return await self._write(clocks.give_time_back, now)

    # What is shown where.

    async def posted(self, guild: GuildId, number: DuelId, board: Board) -> Board | None:
        """The duel is shown there now; without a message, it is to be shown no more. Returns the
        board that this one replaces; none if a later board is known already, or this one shows
        what hasn't happened."""
        return await self._write(duel_queries.posted, guild, number, board)

    async def unshown(self, guild: GuildId, most: int = 100) -> tuple[Match, ...]:
        """The first duels that have moved on since their board was posted."""
        return await self._read(duel_queries.unshown, guild, most)

    # What players and moderators ask.

    async def duel(self, guild: GuildId, number: DuelId) -> Match:
        return await self._read(duel_rows.known, guild, number)

    async def running(self, guild: GuildId, player: PlayerId) -> tuple[Match, ...]:
        """Open challenges and duels in play, the oldest first."""
        return await self._read(duel_queries.running, guild, player)

    async def history(
        self,
        guild: GuildId,
        player: PlayerId,
        opponent: PlayerId | None = None,
        before: DuelId | None = None,
        most: int = 10,
    ) -> tuple[Match, ...]:
        """Finished duels, the last one first; with `before`, those that ended before that one."""
        return await self._read(
            duel_queries.history, guild, player, opponent=opponent, before=before, most=most
        )

    async def open_in(self, guild: GuildId, most: int = 25) -> tuple[Match, ...]:
        """Duels in play, whoever plays them, the newest first."""
        return await self._read(duel_queries.open_in, guild, most)

    async def ended_in(self, guild: GuildId, most: int = 25) -> tuple[Match, ...]:
        """Finished duels, whoever has played them, the last one first."""
        return await self._read(duel_queries.ended_in, guild, most)

    async def score(self, guild: GuildId, one: PlayerId, other: PlayerId) -> Score:
        """How two have fared against each other."""
        return await self._read(duel_queries.score, guild, one, other)

    # The ladder. Without a season it is the last one's.

    async def leaderboard(
        self,
        guild: GuildId,
        game: str = EVERY_GAME,
        skip: int = 0,
        most: int = 10,
        season: int | None = None,
    ) -> Ladder:
        skip = min(max(0, skip), 2**62)
        return await self._read(leaderboard.leaderboard, guild, game, skip, most, season)

    async def place(
        self,
        guild: GuildId,
        player: PlayerId,
        game: str = EVERY_GAME,
        season: int | None = None,
    ) -> Place | None:
        """Where a player stands on the leaderboard, if they are ranked."""
        return await self._read(leaderboard.place, guild, player, game, season)

    async def above(
        self,
        guild: GuildId,
        player: PlayerId,
        game: str = EVERY_GAME,
        season: int | None = None,
    ) -> int:
        """How many lines of the leaderboard come before a player's; none if they have no line."""
        return await self._read(leaderboard.above, guild, player, game, season)

    async def profile(self, guild: GuildId, player: PlayerId, season: int | None = None) -> Profile:
        return await self._read(leaderboard.profile, guild, player, season)

    async def course(
        self,
        guild: GuildId,
        player: PlayerId,
        game: str = EVERY_GAME,
        season: int | None = None,
    ) -> tuple[tuple[float, Instant], ...]:
        """How a player's rating went in a season, duel by duel."""
        return await self._read(leaderboard.course, guild, player, game, season)

    async def seen(self, guild: GuildId, *players: PlayerId, here: bool) -> None:
        """Whether they are in the server: whoever has left it doesn't stand on its ladders."""
        await self._write(leaderboard.seen, guild, players, here=here)

    async def begin_season(self, guild: GuildId, number: int, now: Instant) -> Season:
        """The next one, by its number. Those before it stay readable."""
        return await self._write(seasons.begin_season, guild, number, now)

    async def behind(self) -> tuple[GuildId, ...]:
        """Servers whose standings are being counted again."""
        return await self._read(apply_results.behind)

    async def count_on(self, guild: GuildId) -> int:
        """A little more of what is to be counted again. Returns how many duels are still left."""
        return await self._write(apply_results.go_on, guild)

    # How it is.

    async def open_duels(self) -> dict[str, int]:
        """How many there are in all servers, by their phase: offered or playing."""
        return await self._read(duel_queries.open_duels)

    async def prove(self, now: Instant) -> None:
        """That the file is up to date and takes what is written to it. Otherwise there is a
        Trouble."""
        await self._write(self._prove, now)

    def _prove(self, db: DB, now: Instant) -> None:
        current(db, self.path)
        notes.take_note(db, "last proof", str(now))

    # What players and servers choose.

    async def preferences(self, guild: GuildId, player: PlayerId) -> Preferences:
        return await self._read(people.preferences, guild, player)

    async def prefer(self, guild: GuildId, player: PlayerId, chosen: Preferences) -> None:
        await self._write(people.prefer, guild, player, chosen)

    async def house_rules(self, guild: GuildId) -> HouseRules:
        return await self._read(people.house_rules, guild)

    async def rule_house(self, guild: GuildId, chosen: HouseRules) -> None:
        await self._write(people.rule_house, guild, chosen)

    async def block(self, guild: GuildId, player: PlayerId, *, blocked: bool) -> None:
        """Who is blocked starts no more duels, and nobody starts one with them. Those that run go
        on."""
        await self._write(people.block, guild, player, blocked=blocked)

    async def blocked(self, guild: GuildId) -> tuple[PlayerId, ...]:
        return await self._read(people.blocked, guild)

    async def servers(self) -> tuple[GuildId, ...]:
        return await self._read(people.servers)

    async def exported(self, guild: GuildId, most: int = EXPORT) -> bytes | None:
        """The record of a server, as `duelhost export` writes it. None if it would take more bytes
        than that."""
        return await self._read_long(export_file.exported, guild, most)

    # What the bot notes for itself.

    async def note(self, key: str) -> str | None:
        return await self._read(notes.note, key)

    async def restored(self) -> str:
        """What is posted twice is posted once, unless the database is another one since. Something
        else after every restore."""
        return await self.note(notes.RESTORED) or ""

    async def take_note(self, key: str, value: str) -> None:
        """In place of what was noted under this key before."""
        await self._write(notes.take_note, key, value)

    # What is kept of somebody, and what is forgotten.

    async def kept(self, guild: GuildId, player: PlayerId) -> Kept | None:
        """Everything that a server keeps of a player, or None if that is nothing. A call leaves its
        player in a receipt for a day: of whom there is no more than that, the answer is empty."""
        return await self._read_long(personal_data.kept, guild, player)

    async def keeping(self, player: PlayerId) -> tuple[GuildId, ...]:
        """Those servers that keep anything of a player."""
        return await self._read(personal_data.keeping, player)

    async def erase(self, guild: GuildId, player: PlayerId, now: Instant) -> tuple[Match, ...]:
        """Forget who a player was. Opponents keep their duels, and the server its block: that is
        its decision about an account, and nobody undoes it by leaving. Returns the duels that this
        has ended."""
        ended = await self._write(erase.erase, guild, player, now)
        await self._writer.empty_log()
        return ended

    async def forget_receipts(self, guild: GuildId, now: Instant) -> None:
        """Those so old that Discord won't bring their interactions again."""
        await self._write(receipts.forget, guild, now)

    async def _ask(
        self,
        unit: Callable[Concatenate[DB, P], Match | Refusal],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Match:
        """A refusal comes back as a value, as its receipt has to be kept, and is raised here."""
        answer = await self._writer.run(lambda db: unit(db, *args, **kwargs))
        if isinstance(answer, Refusal):
            raise answer
        return answer

    async def _write(
        self, unit: Callable[Concatenate[DB, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self._writer.run(lambda db: unit(db, *args, **kwargs))

    async def _read(
        self, unit: Callable[Concatenate[DB, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        least_busy = min(self._readers, key=lambda reader: reader.waiting)
        return await least_busy.run(lambda db: self._look(db, unit, *args, **kwargs))

    async def _read_long(
        self, unit: Callable[Concatenate[DB, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self._copyist.run(lambda db: self._look(db, unit, *args, **kwargs))

    def _look(
        self, db: DB, unit: Callable[Concatenate[DB, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """All that a unit reads, it reads of one moment."""
        with named_troubles(self.path):
            db.execute("BEGIN")
            try:
                return unit(db, *args, **kwargs)
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")


@asynccontextmanager
async def open_store(path: Path, patience: float = PATIENCE) -> AsyncIterator[Store]:
    """The store in this file, which is made if it isn't there and brought up to date if it is."""
    path = followed(path)
    async with AsyncExitStack() as stack:
        stack.enter_context(only_one(path))
        line = await stack.enter_async_context(open_line(partial(open_current, path, patience)))
        *readers, copyist = [
            await stack.enter_async_context(open_line(partial(connect_reading, path, patience)))
            for _ in range(READERS + 1)
        ]
        writer = Writer(line, Anchor.drop(path))
        stack.push_async_callback(writer.close)
        yield Store(path, writer, readers, copyist)
