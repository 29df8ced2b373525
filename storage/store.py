"""The contract of a store: what can be asked of it, by role. `UnitStore` implements `Store` on any
storage engine.

Every method is one unit of work: all of it happens, or nothing. A method that changes something
returns once the change is on disk. A step that the rules forbid raises a Refusal and changes
nothing. A failure raises a Trouble; whether the change is on disk nevertheless, the same call
tells when it is made again.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from engine.duel import Terms
from engine.games.game import Game
from engine.ids import Instant, PlayerId, Span
from engine.ledger import EVERY_GAME
from engine.opponents.levels import Level
from engine.outcome import Seat
from engine.record import Record
from storage.ids import ChannelId, DuelId, GuildId
from storage.leases import Leases
from storage.match import Board, Call, Match, Posting, Step, Struck
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
from storage.puzzles import Puzzles
from storage.shards import ONLY, Shard
from storage.titles import Titles

# How many bytes of an export may be in memory: enough for hundreds of thousands of duels.
EXPORT = 25 * 1024 * 1024


def everywhere(_guild: GuildId) -> bool:
    """Say that the bot is in every server."""
    return True


class Duels(Protocol):
    """The steps of a duel, and which duels there are.

    Each step is idempotent: one interaction is one call, and a repeated call gets the first
    answer again, be it a match or a refusal.
    """

    async def offer(self, call: Call, terms: Terms, posting: Posting) -> Match:
        """Make a challenge, unless a rule in `engine.challenge` forbids it."""

    async def rematch(
        self, call: Call, number: DuelId, posting: Posting, game: Game[Any] | None = None
    ) -> Match:
        """Challenge the same opponent again. Seats that were chosen are swapped. With `game` it is
        about that one: the same as in the duel, with any options. A repeated call gets the first
        answer, also with another game."""

    async def practise(
        self,
        call: Call,
        terms: Terms,
        posting: Posting,
        record: Record | None = None,
        *,
        private: bool,
    ) -> Match:
        """Begin a duel with the bot, which is the opponent and plays at the level of the terms. It
        answers every move in the same unit of work, unless the position stands in a rated duel that
        the player is playing in any server: then it refuses, and the move isn't made. What it draws
        by chance depends on the call. With a record, the duel is of that game and goes on from
        there. Only the player sees a private duel."""

    async def hint(self, call: Call, number: DuelId, ply: int, steps: int) -> Match:
        """Note that the player has asked for so many steps of the hint about the board with so many
        moves, in a duel with the bot."""

    async def offer_instead(
        self, call: Call, number: DuelId, terms: Terms, posting: Posting
    ) -> Match:
        """Make a challenge in place of an open one between the same players, which its challenger
        cancels with this, or its opponent declines."""

    async def accept(self, call: Call, number: DuelId, random: Random | None = None) -> Match:
        """Begin the duel. `random` draws the seats."""

    async def decline(self, call: Call, number: DuelId) -> Match:
        """Refuse a challenge, as the challenged player."""

    async def cancel(self, call: Call, number: DuelId) -> Match:
        """Withdraw a challenge, as the challenger."""

    async def play(self, call: Call, number: DuelId, text: str, ply: int | None = None) -> Match:
        """Make the move that the text names, and the bot's answer if the opponent is the bot. `ply`
        is the number of moves on the board that the player saw, if it is known: a move for an
        earlier board is refused."""

    async def play_here(self, call: Call, channel: ChannelId, text: str) -> Match | None:
        """Make the move in the one duel that the player plays in this channel. Return None if there
        is no such duel, or more than one."""

    async def resign(self, call: Call, number: DuelId) -> Match:
        """Give the duel up."""

    async def end(self, call: Call, number: DuelId, winner: Seat | None = None) -> Match:
        """Stop the duel as a moderator. The store doesn't check that the caller is one."""

    async def void(self, call: Call, number: DuelId) -> Match:
        """Remove a result as a moderator. A few of the standings that depend on it are
        recalculated at once; `recalculate_some` recalculates the rest."""

    async def good_game(self, call: Call, number: DuelId) -> Match:
        """Note that a player says "good game" after a duel has ended."""

    async def duel(self, guild: GuildId, number: DuelId, reader: PlayerId | None = None) -> Match:
        """Return the duel with this number. For a reader who doesn't play it, a private one doesn't
        exist; nor does it for the caller of a step."""

    async def running(self, guild: GuildId, player: PlayerId) -> tuple[Match, ...]:
        """Return a player's open challenges and duels in play, oldest first."""

    async def rated_running(self, player: PlayerId) -> tuple[Match, ...]:
        """Return a player's rated duels in play, in all servers."""

    async def history(  # noqa: PLR0913
        self,
        guild: GuildId,
        player: PlayerId,
        opponent: PlayerId | None = None,
        before: DuelId | None = None,
        most: int = 10,
        *,
        private: bool = True,
    ) -> tuple[Match, ...]:
        """Return a player's finished duels, newest first. With `before`, return only those that
        ended before that duel; if not `private`, only those that others may see."""

    async def open_in(self, guild: GuildId, most: int = 25) -> tuple[Match, ...]:
        """Return a server's duels in play that others may see, newest first."""

    async def ended_in(self, guild: GuildId, most: int = 25) -> tuple[Match, ...]:
        """Return a server's finished duels that others may see, newest first."""

    async def open_duels(self, shard: Shard = ONLY) -> dict[str, int]:
        """Count the open duels of a shard's servers by phase: offered or playing."""

    async def forget_receipts(self, guild: GuildId, now: Instant) -> None:
        """Delete the answers that are kept for repeated calls, once they are so old that Discord
        no longer repeats their interactions."""


class Boards(Protocol):
    """Which message shows which duel, and how far."""

    async def posted(
        self, guild: GuildId, number: DuelId, board: Board, *, soon: bool = False
    ) -> Board | None:
        """Note where a duel is shown now; a board without a message is no longer to be shown.
        Return the board that this one replaces, or None if the store knows a later board or this
        one shows a step that hasn't happened. With `soon` the note waits a moment for the next
        change and is written along with it, before it. Until then a crash may lose the note and
        reads don't see it, but every later change does."""

    async def behind(self, shard: Shard = ONLY, most: int = 1000) -> frozenset[Step]:
        """Return duels of a shard that have moved on since their board was posted."""

    async def unshown(self, guild: GuildId, most: int = 100) -> tuple[Match, ...]:
        """Return the first duels that have moved on since their board was posted."""


class Clocks(Protocol):
    """Deadlines and reminders, for all servers of a shard together."""

    async def ring(
        self, now: Instant, here: Callable[[GuildId], bool] = everywhere, shard: Shard = ONLY
    ) -> Struck:
        """Give due reminders and end duels that are out of time, a bounded number at a time: call
        this until nothing is due. A reminder that hasn't been sent is due again after a minute,
        and then at ever longer intervals. `here` says in which servers the bot is: a player who
        can't move there doesn't run out of time; it may be asked more than once, in another thread.
        Nor does a player whose game is missing or fails: their duel is tried again later. Any other
        damaged duel has no clock any more."""

    async def told(self, guild: GuildId, number: DuelId, step: int) -> bool:
        """Note that the reminder at this step has been sent, or never will be. Return False if the
        duel has moved on."""

    async def next_due(self, shard: Shard = ONLY) -> Instant | None:
        """Return when the next reminder or deadline is due."""

    async def beat(self, now: Instant, shard: Shard = ONLY) -> None:
        """Note that a bot has the shard. If none has had it for five minutes, note that, too: it
        excuses players from the puzzles of these days."""

    async def give_time_back(self, now: Instant, shard: Shard = ONLY) -> Span:
        """Extend a server's deadlines by the time since the last `beat` of a shard with it, also if
        there were more shards then, or fewer. Return the longest of these times. Called at the
        start, before `ring`, which then repeats the reminders that weren't sent. If it fails, the
        next call goes on where it stopped."""


class Ladders(Protocol):
    """Leaderboards, profiles, seasons and their recalculation. Without a season, methods mean the
    current one."""

    async def leaderboard(
        self,
        guild: GuildId,
        game: str = EVERY_GAME,
        skip: int = 0,
        most: int = 10,
        season: int | None = None,
    ) -> Ladder:
        """Return a page of the leaderboard."""

    async def place(
        self,
        guild: GuildId,
        player: PlayerId,
        game: str = EVERY_GAME,
        season: int | None = None,
    ) -> Place | None:
        """Return a player's line of the leaderboard, or None if the player isn't ranked."""

    async def above(
        self,
        guild: GuildId,
        player: PlayerId,
        game: str = EVERY_GAME,
        season: int | None = None,
    ) -> int:
        """Count the lines of the leaderboard above a player's; 0 if the player isn't ranked."""

    async def profile(self, guild: GuildId, player: PlayerId, season: int | None = None) -> Profile:
        """Return a player's place and standings."""

    async def course(
        self,
        guild: GuildId,
        player: PlayerId,
        game: str = EVERY_GAME,
        season: int | None = None,
    ) -> tuple[tuple[float, Instant], ...]:
        """Return a player's ratings in a season, one for each rated duel, oldest first."""

    async def score(self, guild: GuildId, one: PlayerId, other: PlayerId) -> Score:
        """Return the results of the duels between two people, in all seasons."""

    async def practised(
        self, guild: GuildId, player: PlayerId, *, private: bool
    ) -> dict[Level, Score]:
        """Return a player's results against the bot in all seasons, by the levels it played at;
        if not `private`, only of duels that others may see. They count nowhere else."""

    async def seen(self, guild: GuildId, *players: PlayerId, here: bool) -> None:
        """Note whether players are in the server: the leaderboard leaves out those who left."""

    async def begin_season(self, guild: GuildId, number: int, now: Instant) -> Season:
        """Begin the season with this number, which must be the next one. Earlier seasons can still
        be read."""

    async def recalculating(self, shard: Shard = ONLY) -> tuple[GuildId, ...]:
        """Return the servers of a shard whose standings are being recalculated."""

    async def recalculate_some(self, guild: GuildId) -> int:
        """Recalculate a few more results of a server. Return how many are left."""


class People(Protocol):
    """What players and servers choose, and personal data."""

    async def preferences(self, guild: GuildId, player: PlayerId) -> Preferences:
        """Return what a player has chosen in a server."""

    async def prefer(self, guild: GuildId, player: PlayerId, chosen: Preferences) -> None:
        """Replace a player's preferences."""

    async def change_preferences(
        self, guild: GuildId, player: PlayerId, change: Callable[[Preferences], Preferences]
    ) -> tuple[Preferences, Preferences]:
        """Change a player's preferences. Return them as they were and as they are now. The change
        may be asked for more than once, in another thread."""

    async def house_rules(self, guild: GuildId) -> HouseRules:
        """Return what a server has chosen."""

    async def rule_house(self, guild: GuildId, chosen: HouseRules) -> None:
        """Replace a server's rules."""

    async def change_house_rules(
        self, guild: GuildId, change: Callable[[HouseRules], HouseRules]
    ) -> HouseRules:
        """Change a server's rules, and return them as they are now. The change may be asked for
        more than once, in another thread."""

    async def choose_daily_channel(self, guild: GuildId, channel: ChannelId | None) -> HouseRules:
        """Choose where a server gets the post about the puzzle of the day, if anywhere, as if
        somebody had tried the last puzzle. Return the server's rules as they are now."""

    async def block(self, guild: GuildId, player: PlayerId, *, blocked: bool) -> None:
        """Block or unblock a player. A blocked player makes and gets no challenges; their running
        duels go on."""

    async def blocked(self, guild: GuildId) -> tuple[PlayerId, ...]:
        """Return a server's blocked players."""

    async def servers(self, shard: Shard = ONLY) -> tuple[GuildId, ...]:
        """Return every server of a shard of which anything is stored."""

    async def personal_data(self, guild: GuildId, player: PlayerId) -> PersonalData | None:
        """Return everything that is stored of a player in a server, or None if nothing is. The
        answer is empty for a player who has only made calls within the last day: their receipts
        name them and show nothing."""

    async def servers_with_data(self, player: PlayerId) -> tuple[GuildId, ...]:
        """Return the servers in which anything is stored of a player."""

    async def erase(self, guild: GuildId, player: PlayerId, now: Instant) -> tuple[Match, ...]:
        """Erase a player's personal data and return the duels that this has ended. Opponents keep
        their duels. A block stays: the server has decided it about an account, and a player can't
        undo it by being erased."""


class Notes(Protocol):
    """What the bot remembers for itself, and whether the store works."""

    async def note(self, key: str) -> str | None:
        """Return the note with this key."""

    async def take_note(self, key: str, value: str) -> None:
        """Write a note in place of an earlier one with the same key."""

    async def restored(self) -> str:
        """Return a mark that changes with every restore. Nonces for posts include it, so that a
        restored database posts its boards anew."""

    async def prove(self, now: Instant) -> None:
        """Raise a Trouble unless the store is up to date and can be written to."""


class Archive(Protocol):
    """Servers as files."""

    async def exported(self, guild: GuildId, most: int = EXPORT) -> bytes | None:
        """Return a server's duels as `duelhost export` writes them, or None if they take more
        bytes than `most`. Of a private duel they tell neither the player nor a move."""


class Store(Duels, Boards, Clocks, Ladders, Titles, People, Puzzles, Notes, Archive, Protocol):
    """Everything that can be asked of a store."""

    @property
    def leases(self) -> Leases:
        """Which of the processes that share the store speaks for which shard."""
