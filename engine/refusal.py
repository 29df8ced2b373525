"""Every way the rules say no. A refusal carries facts; the sentence is made where the reader is."""

from dataclasses import dataclass

from engine.coded import Coded
from engine.demand import Demand
from engine.ids import Instant, PlayerId, Span
from engine.outcome import Reason, Seat, Withdrawal


class Refusal(Coded):
    """The rules say no."""


# `eq=False` below: an exception must stay hashable, as whatever handles exceptions expects.


@dataclass(eq=False, kw_only=True)
class MoveRefused(Refusal):
    """The game refuses a move: what the board asked for, and the moves that would do."""

    demand: Demand | str
    legal: tuple[int, ...]


@dataclass(eq=False)
class Unreadable(MoveRefused):
    """The text is not a number."""

    text: str


@dataclass(eq=False)
class OutOfRange(MoveRefused):
    """No such number on this board."""

    number: int
    least: int
    most: int


@dataclass(eq=False)
class AlreadyGone(MoveRefused):
    number: int


@dataclass(eq=False)
class WrongParity(MoveRefused):
    """Odd after odd, or even after even."""

    number: int
    last: int


@dataclass(eq=False)
class Unrelated(MoveRefused):
    """Neither a divisor nor a multiple of the last number."""

    number: int
    last: int


@dataclass(eq=False)
class EqualSplit(MoveRefused):
    """Both parts would be the same."""

    number: int
    whole: int


@dataclass(eq=False)
class GameOver(Refusal):
    """Nobody moves any more."""

    winner: Seat


# A game that can't be set up.


@dataclass(eq=False)
class UnknownGame(Refusal):
    key: str
    known: tuple[str, ...]


@dataclass(eq=False)
class UnknownOption(Refusal):
    game: str
    option: str
    known: tuple[str, ...]


@dataclass(eq=False)
class OptionLeftOpen(Refusal):
    """The players must choose, because nothing may be drawn here."""

    game: str
    option: str
    least: int
    most: int


@dataclass(eq=False)
class BadOption(Refusal):
    """Not a whole number, or one outside the bounds."""

    game: str
    option: str
    value: object
    least: int
    most: int


@dataclass(eq=False)
class BadChoice(Refusal):
    """Not one of the words that the option allows."""

    game: str
    option: str
    value: object
    words: tuple[str, ...]


@dataclass(eq=False)
class UnreadableOptions(Refusal):
    """A part of the text is not of the form `name=value`."""

    text: str


@dataclass(eq=False)
class RepeatedOption(Refusal):
    """The text sets the same option twice."""

    game: str
    option: str


@dataclass(eq=False)
class TooLarge(Refusal):
    """Perfect play takes more positions than may be looked at."""

    game: str
    positions: int


# A record that can't be read.


@dataclass(eq=False)
class UnreadableRecord(Refusal):
    """Not the text of a record."""

    text: str


@dataclass(eq=False)
class UnknownRecordVersion(Refusal):
    """Written by a Duelhost that isn't this one."""

    version: str
    known: str


@dataclass(eq=False)
class IllegalRecord(Refusal):
    """The text is well formed, but the rules refuse its nth move."""

    nth: int
    because: Refusal


# A step that a duel refuses.


@dataclass(eq=False)
class CantDuelYourself(Refusal):
    player: PlayerId


@dataclass(eq=False)
class NotYoursToAnswer(Refusal):
    """Only the challenged player accepts or declines."""

    opponent: PlayerId


@dataclass(eq=False)
class NotYoursToCancel(Refusal):
    """Only the challenger takes a challenge back."""

    challenger: PlayerId


@dataclass(eq=False)
class NotYourDuel(Refusal):
    players: tuple[PlayerId, PlayerId]


@dataclass(eq=False)
class NotYourTurn(Refusal):
    waiting_for: PlayerId


@dataclass(eq=False)
class StaleBoard(Refusal):
    """The move was meant for an earlier (or a made-up) board."""

    shown: int
    current: int


@dataclass(eq=False)
class NotStarted(Refusal):
    """Still a challenge that waits for an answer."""

    opponent: PlayerId


@dataclass(eq=False)
class AlreadyStarted(Refusal):
    """The challenge has been accepted."""

    players: tuple[PlayerId, PlayerId]


@dataclass(eq=False)
class AlreadyOver(Refusal):
    how: Withdrawal | Reason


@dataclass(eq=False)
class NotOver(Refusal):
    """A rematch before the end, or a result taken out before there is one."""


@dataclass(eq=False)
class AlreadyVoid(Refusal):
    """The result has been taken out before."""


@dataclass(eq=False)
class OfferExpired(Refusal):
    """The challenge was not answered in time."""

    deadline: Instant


@dataclass(eq=False)
class OutOfTime(Refusal):
    """The player to move has let the clock run out."""

    player: PlayerId
    deadline: Instant


@dataclass(eq=False)
class TooEarly(Refusal):
    """Somebody's time is called out while it is still running."""

    deadline: Instant


@dataclass(eq=False)
class ClockOutOfBounds(Refusal):
    """Nobody can move so fast, or would wait so long."""

    clock: Span
    least: Span
    most: Span


@dataclass(eq=False)
class LegsOutOfBounds(Refusal):
    """No duel has so many games."""

    legs: int
    least: int
    most: int


# What a server knows besides the duel.


@dataclass(eq=False)
class NoSuchDuel(Refusal):
    """Not in this server, at any rate."""

    number: int


@dataclass(eq=False)
class AlreadyChallenged(Refusal):
    """Between these two a challenge is open; `number` names it."""

    challenger: PlayerId
    opponent: PlayerId
    number: int


@dataclass(eq=False)
class TooManyChallenges(Refusal):
    """As many challenges as one player may have open wait for an answer."""

    most: int


@dataclass(eq=False)
class OpponentGone(Refusal):
    """Whoever that was had themselves erased."""


@dataclass(eq=False)
class Blocked(Refusal):
    """The server's moderators let this player start no duels."""

    player: PlayerId


@dataclass(eq=False)
class TakesNoChallenges(Refusal):
    """So this player has chosen."""

    opponent: PlayerId


@dataclass(eq=False)
class NotTheNextSeason(Refusal):
    """Seasons begin one after another."""

    number: int
    next_one: int


@dataclass(eq=False)
class SeasonIsEmpty(Refusal):
    """No duel has ended in it yet, so that there is nothing to leave behind."""

    number: int


@dataclass(eq=False)
class RefusedBefore(Refusal):
    """By an earlier Duelhost, for a reason that this one has no word for."""
