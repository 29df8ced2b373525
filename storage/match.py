"""A duel in its server, and the values that callers and the store exchange."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from engine.duel import Duel, Finished, Offered, Playing
from engine.ids import Instant, PlayerId, Span
from storage.ids import ChannelId, DuelId, GuildId, InteractionId, MessageId
from storage.trouble import DamagedDuel


@dataclass(frozen=True)
class Call:
    """A request by a player: in which server, when, and by which of Discord's interactions. The
    same interaction is the same call, however often Discord delivers it."""

    guild: GuildId
    player: PlayerId
    interaction: InteractionId
    at: Instant


@dataclass(frozen=True)
class Posting:
    """Where a challenge is posted, when it expires, and how many open challenges one player may
    have made."""

    channel: ChannelId
    lasting: Span
    most: int = 10


@dataclass(frozen=True)
class Board:
    """The channel and message that show a duel, and which of its steps the message shows."""

    channel: ChannelId
    message: MessageId | None = None
    shown: int | None = None


class Step(NamedTuple):
    """A duel, and how far it has come."""

    guild: GuildId
    duel: DuelId
    step: int


class BoardMode(StrEnum):
    """How a server wants duels to be shown."""

    # One message for each duel: updated in place, or posted anew while the old one is deleted.
    ONE = "one"
    # A new message for each move.
    EVERY = "every"
    # One message for each duel, in a thread of the duel's own.
    THREAD = "thread"


@dataclass(frozen=True)
class Highlights:
    """What is remarkable about a win, as of the end of the duel."""

    # How many duels the winner had won one after another in this season, over all games and
    # without removed results: this one included.
    streak: int
    # Whether the winner's rating in the game was at least 150 points below the loser's before this
    # rated duel. A player's first rating counts as 1500.
    upset: bool = False
    # Whether this rated duel raised an established winner's rating in the game above those after
    # all of the winner's earlier duels of the season, or after the last few hundred of them.
    best: bool = False


class StartRating(NamedTuple):
    """A player's rating in the game of a duel when that began, rounded, and whether it was still
    provisional."""

    value: int
    provisional: bool


# Of two players; None for a player without a rating.
StartRatings = tuple[StartRating | None, StartRating | None]


@dataclass(frozen=True)
class Gain:
    """A player's rating after a duel, how much the duel changed it, and whether it is still
    provisional."""

    rating: float
    gain: float
    provisional: bool = False


@dataclass(frozen=True)
class Match:
    """A duel with its server, its number and its board."""

    guild: GuildId
    id: DuelId
    duel: Duel
    board: Board
    # The call was answered before: nothing has happened that others should be told.
    again: bool = field(default=False, compare=False)
    # How a finished, rated duel changed ratings, by seat.
    gains: tuple[Gain, Gain] | None = field(default=None, compare=False)
    # How it is shown: as its server wanted when it began or, before that, when it was offered.
    board_mode: BoardMode = field(default=BoardMode.ONE, compare=False)
    # The ratings with which challenger and opponent began a duel in play; None for a player without
    # one.
    ratings: StartRatings = field(default=(None, None), compare=False)
    # Of a finished duel that somebody won, if its result counts.
    highlights: Highlights | None = field(default=None, compare=False)
    # Which players have said "good game" after the end, by seat.
    good_game: tuple[bool, bool] = (False, False)
    # Whether only answers show it, which only the player sees: a duel with the bot may be.
    private: bool = False

    def at(self, duel: Duel) -> "Match":
        """Return the match with a new state of its duel. (`replace` would take twice as long.)"""
        return Match(
            self.guild,
            self.id,
            duel,
            self.board,
            board_mode=self.board_mode,
            ratings=self.ratings if isinstance(duel, Playing) else (None, None),
            good_game=self.good_game,
            private=self.private,
        )

    @property
    def ratings_by_seat(self) -> StartRatings:
        duel, ratings = self.duel, self.ratings
        as_asked = not isinstance(duel, Playing) or duel.seats[0] == duel.terms.challenger
        return ratings if as_asked else ratings[::-1]

    @property
    def step(self) -> int:
        """Count what has happened to the duel: the answer to the challenge, each move, an end that
        isn't a move, and the removal of its result. The count only grows, so it identifies a state
        of the duel."""
        duel = self.duel
        if isinstance(duel, Playing):
            return 1 + duel.ply
        if isinstance(duel, Finished):
            return 1 + duel.ply + (duel.record.outcome is None) + duel.void
        return 0 if isinstance(duel, Offered) else 1

    @property
    def out_of_sight(self) -> bool:
        """Whether the players may not have seen the current step. What only answers show is seen by
        whoever asks for it."""
        if self.private:
            return False
        shown = self.board.shown
        return shown is None or shown < self.step or self.board.message is None


@dataclass(frozen=True)
class Struck:
    """What was due: players to remind, duels that have ended, and why others can't go on."""

    reminded: tuple[Match, ...]
    ended: tuple[Match, ...]
    damaged: tuple[DamagedDuel, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.reminded or self.ended or self.damaged)

    @staticmethod
    def together(parts: "Iterable[Struck]") -> "Struck":
        """Return what was due in several servers."""
        each = tuple(parts)
        return Struck(
            tuple(chain.from_iterable(part.reminded for part in each)),
            tuple(chain.from_iterable(part.ended for part in each)),
            tuple(chain.from_iterable(part.damaged for part in each)),
        )
