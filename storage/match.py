"""A duel in its server, and the words between the store and whoever asks it."""

from dataclasses import dataclass, field

from engine.duel import Duel, Finished, Offered, Playing
from engine.ids import Instant, PlayerId, Span
from storage.ids import ChannelId, DuelId, GuildId, InteractionId, MessageId


@dataclass(frozen=True)
class Call:
    """Who asks for something, where, when, and which of Discord's interactions brought it: if it
    brings the same again, it is the same call."""

    guild: GuildId
    player: PlayerId
    interaction: InteractionId
    at: Instant


@dataclass(frozen=True)
class Posting:
    """How a challenge is put up: where, for how long, and how many of them one player may have
    waiting for an answer."""

    channel: ChannelId
    lasting: Span
    most: int = 10


@dataclass(frozen=True)
class Board:
    """Where a duel is shown: the channel, the last message there, and which step it shows."""

    channel: ChannelId
    message: MessageId | None = None
    shown: int | None = None


@dataclass(frozen=True)
class Gain:
    """A player's rating after a duel, and what the duel did to it."""

    rating: float
    gain: float


@dataclass(frozen=True)
class Match:
    """A duel with its number, its server and its board."""

    guild: GuildId
    id: DuelId
    duel: Duel
    board: Board
    # The answer to a call that had been answered before: there is nothing new to tell.
    again: bool = field(default=False, compare=False)
    # What it has done to ratings, by seat, if it has ended and is rated.
    gains: tuple[Gain, Gain] | None = field(default=None, compare=False)

    @property
    def step(self) -> int:
        """How many things have happened to it: the answer to the challenge, each move, an end that
        isn't a move, and that its result was taken out. No duel comes back to a step, so this also
        tells its states apart."""
        duel = self.duel
        if isinstance(duel, Playing):
            return 1 + duel.ply
        if isinstance(duel, Finished):
            return 1 + duel.ply + (duel.record.outcome is None) + duel.void
        return 0 if isinstance(duel, Offered) else 1

    @property
    def out_of_sight(self) -> bool:
        """Whether its players may not have seen how it stands."""
        shown = self.board.shown
        return shown is None or shown < self.step or self.board.message is None


@dataclass(frozen=True)
class Struck:
    """What the clock has done: whom to remind, what it ended, and what it couldn't read."""

    reminded: tuple[Match, ...]
    ended: tuple[Match, ...]
    damaged: tuple[tuple[GuildId, DuelId], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.reminded or self.ended or self.damaged)
