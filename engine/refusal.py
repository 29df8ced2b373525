"""Refusals: every way in which the rules say no. Each carries the facts for a sentence about it."""

from dataclasses import dataclass
from typing import Any

from engine.coded import Coded
from engine.demand import Demand
from engine.ids import Instant, PlayerId, Span
from engine.outcome import Reason, Seat, Withdrawal


class Refusal(Coded):
    """The base of all refusals."""


# `eq=False` below keeps exceptions hashable, as the code that handles exceptions expects.


@dataclass(eq=False, kw_only=True)
class MoveRefused(Refusal):
    """The game refuses a move. `demand` is what the board demands, `legal` the moves that fit, and
    `named` their names, where those are more than a number."""

    demand: Demand | str
    legal: tuple[int, ...]
    named: tuple[str, ...] = ()

    def facts(self) -> dict[str, Any]:
        """Without names where there are none, as refusals were kept before there were any."""
        known = super().facts()
        return known if self.named else {key: known[key] for key in known if key != "named"}


@dataclass(eq=False)
class Unreadable(MoveRefused):
    """The text is not a number."""

    text: str


@dataclass(eq=False)
class OutOfRange(MoveRefused):
    """There is no such number on this board."""

    number: int
    least: int
    most: int


@dataclass(eq=False)
class AlreadyGone(MoveRefused):
    number: int


@dataclass(eq=False)
class WrongParity(MoveRefused):
    """An odd number after an odd one, or an even number after an even one."""

    number: int
    last: int


@dataclass(eq=False)
class Unrelated(MoveRefused):
    """The number is neither a divisor nor a multiple of the last one."""

    number: int
    last: int


@dataclass(eq=False)
class EqualSplit(MoveRefused):
    """Both parts would be equal."""

    number: int
    whole: int


@dataclass(eq=False)
class TooClose(MoveRefused):
    """The number is neither at least twice the last one nor at most half of it."""

    number: int
    last: int


@dataclass(eq=False)
class NoStep(MoveRefused):
    """The number is not one of the last number's divisors away from it."""

    number: int
    last: int


@dataclass(eq=False)
class MustBeEven(MoveRefused):
    """The first number must be even."""

    number: int


@dataclass(eq=False)
class NotOnTheTable(MoveRefused):
    """No such number can be split."""

    number: int


@dataclass(eq=False)
class WhichNumber(MoveRefused):
    """Several numbers can be split, and the move names none of them."""

    part: int


@dataclass(eq=False)
class NotThePart(MoveRefused):
    """The larger part names the move."""

    number: int
    whole: int


@dataclass(eq=False)
class RowFull(MoveRefused):
    """The row has no room for another number."""

    number: int


@dataclass(eq=False)
class GameOver(Refusal):
    """The game has ended, so there are no more moves."""

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
    """The players must choose a value, because nothing may be drawn here."""

    game: str
    option: str
    least: int
    most: int


@dataclass(eq=False)
class BadOption(Refusal):
    """The value is not a whole number within the bounds."""

    game: str
    option: str
    value: object
    least: int
    most: int


@dataclass(eq=False)
class BadChoice(Refusal):
    """The value is not one of the words that the option allows."""

    game: str
    option: str
    value: object
    words: tuple[str, ...]


@dataclass(eq=False)
class BadList(Refusal):
    """The value is not a list of whole numbers within the bounds, or not one that fits the game."""

    game: str
    option: str
    value: object
    least: int
    most: int
    shortest: int
    longest: int


@dataclass(eq=False)
class HostsOption(Refusal):
    """Only the host sets this, as it draws a start."""

    game: str
    option: str


@dataclass(eq=False)
class NothingToTake(Refusal):
    """With these options the game would be over before its first move."""

    game: str


@dataclass(eq=False)
class IllegalOpening(Refusal):
    """The rules refuse the nth move of the opening."""

    nth: int
    because: Refusal


@dataclass(eq=False)
class NoStart(Refusal):
    """None of the starts that were drawn passes the tests of a good one."""

    game: str


@dataclass(eq=False)
class StartNotDrawn(Refusal):
    """The host has yet to draw a start for the game. Nobody can play it before."""

    game: str


@dataclass(eq=False)
class UnknownVariant(Refusal):
    """The game has no preset of this name."""

    game: str
    variant: str
    known: tuple[str, ...]


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
    """The text is not that of a record."""

    text: str


@dataclass(eq=False)
class Unrecordable(Refusal):
    """A record has no room for another move, or the move's text isn't one of a record."""

    text: str
    most: int


@dataclass(eq=False)
class UnknownRecordVersion(Refusal):
    """The record was written by another version of Duelhost."""

    version: str
    known: str


@dataclass(eq=False)
class IllegalRecord(Refusal):
    """The text is well formed, but the rules refuse its nth move."""

    nth: int
    because: Refusal


# A step that a puzzle refuses.


@dataclass(eq=False)
class StaleDecision(Refusal):
    """The decision was made before, or the attempt isn't there yet. Numbers count from 0."""

    shown: int
    current: int


@dataclass(eq=False)
class NoSuchPuzzle(Refusal):
    """There is no puzzle with this number in this server."""

    number: int


@dataclass(eq=False)
class PuzzleNotOpen(Refusal):
    """The player can't begin this puzzle: it is neither the one that the bot has given the player
    nor the puzzle of a day that the player has now."""

    number: int


# A step that a duel refuses.


@dataclass(eq=False)
class CantDuelYourself(Refusal):
    player: PlayerId


@dataclass(eq=False)
class NotYoursToAnswer(Refusal):
    """Only the challenged player accepts or declines."""

    opponent: PlayerId


@dataclass(eq=False)
class OwnChallenge(NotYoursToAnswer):
    """The challenger tries to accept or decline their own challenge."""


@dataclass(eq=False)
class NotYoursToCancel(Refusal):
    """Only the challenger cancels a challenge."""

    challenger: PlayerId


@dataclass(eq=False)
class NotYourDuel(Refusal):
    players: tuple[PlayerId, PlayerId]


@dataclass(eq=False)
class NotYourTurn(Refusal):
    waiting_for: PlayerId


@dataclass(eq=False)
class StaleBoard(Refusal):
    """The move was meant for an earlier board, or for one that never was."""

    shown: int
    current: int


@dataclass(eq=False)
class NotStarted(Refusal):
    """The challenge has not been answered yet."""

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
    """A rematch, or the removal of a result, needs a duel that has ended."""


@dataclass(eq=False)
class OtherGame(Refusal):
    """A rematch is of the game that was played, though it may have other options."""

    game: str


@dataclass(eq=False)
class AlreadyVoid(Refusal):
    """The result was removed before."""


@dataclass(eq=False)
class NoHintHere(Refusal):
    """Between two players, nobody gets hints from the bot."""


@dataclass(eq=False)
class InRatedDuel(Refusal):
    """The bot is to help with a position of a rated duel that the player is playing: of the one
    with this number, whose board is there."""

    number: int
    guild: int
    channel: int
    message: int | None


@dataclass(eq=False)
class OfferExpired(Refusal):
    """The challenge was not answered in time."""

    deadline: Instant


@dataclass(eq=False)
class OutOfTime(Refusal):
    """The time of the player to move is up."""

    player: PlayerId
    deadline: Instant


@dataclass(eq=False)
class TooEarly(Refusal):
    """A deadline was enforced before it had passed."""

    deadline: Instant


@dataclass(eq=False)
class ClockOutOfBounds(Refusal):
    """The time for a move is too short or too long."""

    clock: Span
    least: Span
    most: Span


@dataclass(eq=False)
class LegsOutOfBounds(Refusal):
    """A duel has one or two games."""

    legs: int
    least: int
    most: int


# Refusals that depend on more than the duel.


@dataclass(eq=False)
class NoSuchDuel(Refusal):
    """There is no duel with this number in this server."""

    number: int


@dataclass(eq=False)
class AlreadyChallenged(Refusal):
    """These two have an open challenge; `number` is its number."""

    challenger: PlayerId
    opponent: PlayerId
    number: int


@dataclass(eq=False)
class TooManyChallenges(Refusal):
    """The player has as many open challenges as one may have."""

    most: int


@dataclass(eq=False)
class TooManyPractices(Refusal):
    """The player has as many running duels with the bot as a player may have."""

    most: int


@dataclass(eq=False)
class OpponentGone(Refusal):
    """The opponent has deleted their personal data."""


@dataclass(eq=False)
class Blocked(Refusal):
    """A moderator of the server has blocked this player from duels."""

    player: PlayerId


@dataclass(eq=False)
class TakesNoChallenges(Refusal):
    """The opponent has chosen to get no challenges."""

    opponent: PlayerId


@dataclass(eq=False)
class NotTheNextSeason(Refusal):
    """Seasons begin one after another: only the next one can begin."""

    number: int
    next_one: int


@dataclass(eq=False)
class SeasonIsEmpty(Refusal):
    """No duel has ended in the running season, so there is nothing to reset."""

    number: int


@dataclass(eq=False)
class RefusedBefore(Refusal):
    """An earlier version of Duelhost, or a game no longer installed, refused for a reason unknown
    here."""
