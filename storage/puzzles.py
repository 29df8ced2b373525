"""Puzzles in a server: the values that callers and the store exchange, and what can be asked."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from engine.ids import Instant, PlayerId, Span
from engine.puzzles.attempt import Attempt
from engine.puzzles.days import Days
from engine.puzzles.puzzle import Puzzle
from engine.rating import Rating
from engine.record import Record
from storage.ids import ChannelId, GuildId, PuzzleId
from storage.match import Call, Gain
from storage.shards import ONLY, Shard

# A puzzle is near a player's rating if it is at most so far from it.
NEAR = 200.0
# Less than the ID of any server.
BEFORE_ALL = GuildId(0)
# Puzzles with a longer text aren't taken: indexes have it.
LONGEST_TEXT = 1_000


@dataclass(frozen=True)
class StoredPuzzle:
    """A puzzle with its number in its server and its rating there."""

    number: PuzzleId
    puzzle: Puzzle
    rating: Rating


@dataclass(frozen=True)
class Daily:
    """The puzzle of a day in a server. A day is a number of days since 1970."""

    day: int
    stored: StoredPuzzle
    # The first puzzle of a day that the server had is that of day 1.
    nth: int

    @property
    def number(self) -> PuzzleId:
        return self.stored.number


@dataclass(frozen=True)
class PuzzleAttempt:
    """A player's attempt at a puzzle, which may have no decisions yet."""

    number: PuzzleId
    attempt: Attempt
    # When the first decision was made.
    at: Instant | None = None
    # How that changed the player's puzzle rating. A puzzle of the day doesn't.
    gain: Gain | None = None
    # The last call has changed nothing, as its decision was made before.
    again: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Solver:
    """A player's puzzle rating and days, and how many puzzles the player has tried and solved,
    those of the day included."""

    rating: Rating
    days: Days
    tried: int
    solved: int


@dataclass(frozen=True)
class DailyResult:
    """A player's squares in the puzzle of a day."""

    player: PlayerId
    squares: tuple[bool, ...]


@dataclass(frozen=True)
class DailyResults:
    """How a server did in the puzzle of a day, without blocked players: the first of those whose
    decisions were all right, and how many have tried it, solved it and made no mistake. Nobody
    else is named."""

    best: tuple[DailyResult, ...] = ()
    tried: int = 0
    solved: int = 0
    faultless: int = 0


@dataclass(frozen=True)
class DailyPost:
    """A post about the puzzle of the day that a server wants, and the channel for it."""

    guild: GuildId
    channel: ChannelId
    # For how many days in a row nobody had tried the puzzle when the last one was posted.
    untried: int = 0


@dataclass(frozen=True)
class Unsearched:
    """The games of duels that may have puzzles, up to the nth end. They tell nobody's name."""

    nth: int
    records: tuple[Record, ...]


@dataclass(frozen=True)
class AttemptData:
    """An attempt as it is stored: its puzzle and its decisions as text, so that it can be shown
    even if the game isn't installed any more."""

    number: PuzzleId
    puzzle: str
    decisions: str
    over: bool
    shared: bool
    at: Instant
    rating: float | None
    gain: float | None


@dataclass(frozen=True)
class PuzzleData:
    """The personal data of a player in a server that is about puzzles. `solver` is None for a
    player without a puzzle rating and without an offset of their own."""

    solver: Solver | None
    attempts: tuple[AttemptData, ...]


class Puzzles(Protocol):
    """Puzzles, attempts at them, puzzle ratings and streaks.

    A player has one attempt at a puzzle. The first decision counts: it answers the puzzle of the
    day, and changes the ratings of the player and the puzzle if that isn't one of a day, whose
    answers players tell each other. A decision names its number, so no call needs a receipt."""

    async def puzzle_secret(self) -> bytes:
        """Return the host's secret, from which the puzzles of the days are drawn. It is made when
        it is first asked for, and must not be shown or logged."""

    # The puzzle of the day

    async def daily(self, guild: GuildId, day: int) -> Daily | None:
        """Return the puzzle of a day, or None if it hasn't been taken yet."""

    async def daily_with(self, guild: GuildId, number: PuzzleId) -> Daily | None:
        """Return the last day with this puzzle, or None if it is the puzzle of no day."""

    async def take_daily(
        self, guild: GuildId, day: int, puzzle: Puzzle, *, repeated: bool = False
    ) -> Daily | None:
        """Make this the puzzle of a day unless the day has one, and return the one that it has.
        Return None if the server has had the puzzle before: another should be drawn. With
        `repeated` it is taken nevertheless, and those who have tried it have answered it. Return
        None for direct messages, too, that the player doesn't use or has had erased."""

    async def daily_day(self, guild: GuildId, player: PlayerId, now: Instant) -> int:
        """Return the day whose puzzle a player should get: the first of the player's open days that
        is unanswered, or else today. In direct messages, note that the player uses them."""

    async def days(self, guild: GuildId, player: PlayerId) -> Days:
        """Return a player's days."""

    async def move_days(self, guild: GuildId, player: PlayerId, offset: int, now: Instant) -> Days:
        """Choose a player's offset from UTC in minutes, and return the days that this makes."""

    async def streak(self, guild: GuildId, player: PlayerId, now: Instant) -> int:
        """Return for how many days in a row a player has answered the puzzle of the day. A day on
        which the server had no bot for five minutes doesn't break it. The days are those by the
        player's offset of now."""

    async def daily_results(self, guild: GuildId, day: int, most: int = 10) -> DailyResults:
        """Return the results of the puzzle of a day. Players in other time zones may still be at
        it."""

    # The post about the puzzle of the day

    async def dailies_to_post(
        self, day: int, shard: Shard = ONLY, most: int = 100, after: GuildId = BEFORE_ALL
    ) -> tuple[DailyPost, ...]:
        """Return the posts that servers of a shard want and haven't got for this day or a later
        one: the first servers after another, by their IDs."""

    async def begin_daily_post(self, post: DailyPost, day: int, now: Instant, within: Span) -> bool:
        """Note that a post is about to be sent. Return False if it must not be: the server wants it
        elsewhere or not at all, has got it, or may have got it from a process that crashed before
        it noted so. A post that was begun only `within` so long may be sent again: its nonce, which
        should depend on the server and the day, is known."""

    async def daily_posted(self, guild: GuildId, day: int, untried: int = 0) -> None:
        """Note that a server has got the post of a day, or gets none, and for how many days in a
        row nobody has tried the puzzle."""

    async def daily_not_posted(self, guild: GuildId, day: int) -> None:
        """Note that Discord hasn't taken the post that was begun, so it may be sent later."""

    async def daily_untried(self, guild: GuildId) -> int:
        """Return for how many days in a row nobody had tried the puzzle when the last one was
        posted."""

    # Attempts

    async def puzzle_attempt(
        self, guild: GuildId, player: PlayerId, number: PuzzleId
    ) -> PuzzleAttempt:
        """Return a player's attempt at a puzzle. One that hasn't begun has no decisions."""

    async def open_attempt(
        self, guild: GuildId, player: PlayerId, number: PuzzleId, now: Instant
    ) -> PuzzleAttempt:
        """Return the same, but refuse a puzzle that the player hasn't begun and can't begin now."""

    async def decide(self, call: Call, number: PuzzleId, text: str, nth: int) -> PuzzleAttempt:
        """Make the decision that comes after `nth` others: the move that the text names. If it
        was made before, by this call or another, return the attempt as it is. An illegal move is
        refused, and so is a puzzle that isn't the player's to begin."""

    async def share_result(self, guild: GuildId, player: PlayerId, number: PuzzleId) -> bool:
        """Note that a player's result is shared with the server. Return False if it was shared
        before or isn't over. A blocked player's is refused."""

    async def next_puzzle(self, guild: GuildId, player: PlayerId) -> PuzzleAttempt | None:
        """Give a player the unseen puzzle of the pool that is nearest to the player's rating: the
        same one again until its attempt is over. Return None if there is none. In direct messages,
        note that the player uses them."""

    async def solver(self, guild: GuildId, player: PlayerId) -> Solver:
        """Return a player's puzzle rating, days and counts."""

    # The pool

    async def unseen(
        self, guild: GuildId, player: PlayerId, within: float = NEAR, most: int = 100
    ) -> int:
        """Count the puzzles of the pool near a player's rating that the player hasn't tried, or
        return `most` if there are as many."""

    async def take_puzzles(self, guild: GuildId, puzzles: Iterable[Puzzle]) -> int:
        """Add puzzles to the pool. Return how many of them the server hasn't had before. Direct
        messages take none that the player doesn't use, or has had erased."""

    async def to_mine(self, guild: GuildId, before: Instant, most: int = 20) -> Unsearched | None:
        """Return the games of the next duels that haven't been searched for puzzles, if they ended
        before that moment. Private duels have none to give. Return None if there is no duel."""

    async def take_mined(self, guild: GuildId, nth: int, puzzles: Iterable[Puzzle]) -> int:
        """Add puzzles to the pool, and note that the duels up to the nth end have been searched.
        Return how many are new: see `take_puzzles`."""

    async def solvers_since(
        self, since: Instant, shard: Shard = ONLY, most: int = 1_000
    ) -> tuple[tuple[GuildId, PlayerId], ...]:
        """Return players in a shard's servers who have begun puzzles of the pool since that moment,
        the latest first: those for whom pools are to be filled."""
