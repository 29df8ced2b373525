"""The life of a duel, from the challenge to its end: pure functions from one duel to the next.

Each function is told the player who acts, the time and, to draw seats, a source of chance. A step
that isn't allowed raises a Refusal and changes nothing.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import Any

from engine.durations import DAY, REMINDER_PART, SECOND
from engine.fairness import Unrated, in_rematch, why_unrated
from engine.games.game import Game
from engine.ids import Instant, PlayerId, Span
from engine.opponents.levels import Level
from engine.outcome import FROM_OUTSIDE, Outcome, Reason, Seat, Withdrawal
from engine.record import Record
from engine.refusal import (
    AlreadyOver,
    AlreadyStarted,
    AlreadyVoid,
    CantDuelYourself,
    ClockOutOfBounds,
    LegsOutOfBounds,
    NotOver,
    NotStarted,
    NotYourDuel,
    NotYoursToAnswer,
    NotYoursToCancel,
    NotYourTurn,
    OfferExpired,
    OtherGame,
    OutOfTime,
    OwnChallenge,
    StaleBoard,
    TooEarly,
)

# The least and the most time for a move.
SHORTEST = Span(SECOND)
LONGEST = Span(366 * DAY)
# The numbers of games that a duel may have.
LEGS = (1, 2)
# How many hints the bot gives at one place: which kind of move is good, and which move.
MOST_HINTS = 2


class First(StrEnum):
    """The player who gets the first seat."""

    CHALLENGER = "challenger"
    OPPONENT = "opponent"
    DRAWN = "drawn"


@dataclass(frozen=True)
class Terms:
    """The terms that the players agree to. `clock` is the time for each move. In a duel of two legs
    they play the same game twice with the seats swapped, for one result. With a level, the opponent
    is the bot; such a duel may go on from a position of another one, after `played_from` moves of
    that."""

    challenger: PlayerId
    opponent: PlayerId
    game: Game[Any]
    first: First
    clock: Span
    unrated: Unrated | None = None
    legs: int = 1
    level: Level | None = None
    played_from: int = 0

    @property
    def players(self) -> tuple[PlayerId, PlayerId]:
        return self.challenger, self.opponent

    def other(self, player: PlayerId) -> PlayerId:
        """The player whom one of the two plays against."""
        return self.challenger if player == self.opponent else self.opponent

    def human_opponent(self, player: PlayerId) -> PlayerId | None:
        """The same, but nobody if the player plays against the bot."""
        return None if self.level else self.other(player)

    @property
    def seats_are_even(self) -> bool:
        """Whether neither player can have chosen the better seat."""
        return self.first is First.DRAWN or self.legs == 2


@dataclass(frozen=True)
class Offered:
    """An open challenge."""

    terms: Terms
    expires: Instant


@dataclass(frozen=True)
class Withdrawn:
    """A challenge that was declined or cancelled, or has expired."""

    terms: Terms
    how: Withdrawal
    at: Instant


@dataclass(frozen=True)
class Playing:
    """A running duel. The player to move has until the deadline. `seats` and `record` are those of
    the running leg, and `earlier` is the record of the leg before it. `hints` are the numbers of
    moves after which the player has asked for one: twice for the second at the same place."""

    terms: Terms
    seats: tuple[PlayerId, PlayerId]
    record: Record
    deadline: Instant
    earlier: Record | None = None
    hints: tuple[int, ...] = ()

    @property
    def ply(self) -> int:
        """The number of moves made in all legs."""
        return _plies(self.earlier) + self.record.ply

    @property
    def waiting_for(self) -> PlayerId:
        return self.seats[self.record.to_move]

    @property
    def reminder(self) -> Instant:
        """The time at which the player to move is reminded. The bot reminds nobody for itself."""
        if self.terms.level:
            return self.deadline
        return Instant(self.deadline - self.terms.clock // REMINDER_PART)


@dataclass(frozen=True)
class Finished:
    """A duel that has ended. `winner` is the winner of the whole duel, by the seat in its last leg.
    There is none if each player has won a leg, or if a moderator ended the duel without one. A void
    duel counts for nobody."""

    terms: Terms
    seats: tuple[PlayerId, PlayerId]
    record: Record
    winner: Seat | None
    reason: Reason
    at: Instant
    void: bool = False
    earlier: Record | None = None
    hints: tuple[int, ...] = ()

    @property
    def ply(self) -> int:
        return _plies(self.earlier) + self.record.ply

    @property
    def played_out(self) -> bool:
        """Whether the rules of the game ended it."""
        return self.reason not in FROM_OUTSIDE

    @property
    def champion(self) -> PlayerId | None:
        """The player who has won, if there is one."""
        return None if self.winner is None else self.seats[self.winner]

    @property
    def is_decided(self) -> bool:
        """Whether somebody has won, or both have won a leg, and that still stands."""
        return not self.void and (self.winner is not None or self.reason is Reason.LEVEL)

    @property
    def has_result(self) -> bool:
        """Whether it counts as a result between players."""
        return self.is_decided and self.terms.level is None


Duel = Offered | Withdrawn | Playing | Finished


def offer(terms: Terms, *, now: Instant, lasting: Span) -> Offered:
    """Challenge the opponent. The challenge expires after `lasting`."""
    if terms.challenger == terms.opponent:
        raise CantDuelYourself(terms.challenger)
    if not SHORTEST <= terms.clock <= LONGEST:
        raise ClockOutOfBounds(terms.clock, SHORTEST, LONGEST)
    if terms.legs not in LEGS:
        raise LegsOutOfBounds(terms.legs, min(LEGS), max(LEGS))
    return Offered(replace(terms, unrated=why_unrated(terms)), _after(now, lasting))


def accept(duel: Duel, by: PlayerId, *, now: Instant, random: Random) -> Playing:
    terms = _to_answer(duel, by, now).terms
    return Playing(
        terms,
        random.choice(seatings(terms)),
        Record.start(terms.game),
        _after(now, terms.clock),
    )


def decline(duel: Duel, by: PlayerId, *, now: Instant) -> Withdrawn:
    return Withdrawn(_to_answer(duel, by, now).terms, Withdrawal.DECLINED, now)


def cancel(duel: Duel, by: PlayerId, *, now: Instant) -> Withdrawn:
    """The challenger cancels the challenge."""
    if by != duel.terms.challenger:
        raise NotYoursToCancel(duel.terms.challenger)
    offered = _offered(duel)
    _offer_stands(offered, now)
    return Withdrawn(offered.terms, Withdrawal.CANCELLED, now)


def withdraw(duel: Duel, by: PlayerId, *, now: Instant) -> Withdrawn:
    """One of the two takes the challenge away: the challenger cancels it, or the opponent declines
    it."""
    _take_part(duel, by)
    return cancel(duel, by, now=now) if by == duel.terms.challenger else decline(duel, by, now=now)


def expire(duel: Duel, *, now: Instant) -> Withdrawn:
    """The challenge has expired without an answer."""
    offered = _offered(duel)
    _run_out(offered.expires, now)
    return Withdrawn(offered.terms, Withdrawal.EXPIRED, now)


def play(
    duel: Duel, by: PlayerId, text: str, *, now: Instant, ply: int | None = None
) -> Playing | Finished:
    """Make the move that the text names. `ply`, if known, is the number of moves on the board that
    the player saw: a move meant for an earlier board is refused. When the first of two legs ends,
    the second begins."""
    playing = in_play(duel, by)
    _clock_runs(playing, now)
    if by != playing.waiting_for:
        raise NotYourTurn(playing.waiting_for)
    if ply is not None and ply != playing.ply:
        raise StaleBoard(ply, playing.ply)
    return after_move(playing, playing.record.read(text), now)


def after_move(playing: Playing, move: int, now: Instant) -> Playing | Finished:
    """The duel after a legal move of the player to move."""
    record = playing.record.play(move)
    terms, seats, earlier, hints = playing.terms, playing.seats, playing.earlier, playing.hints
    deadline = _after(now, terms.clock)
    over = record.outcome
    if over is None:
        return Playing(terms, seats, record, deadline, earlier, hints)
    if terms.legs == 2 and earlier is None:
        return Playing(terms, seats[::-1], Record.start(terms.game), deadline, record, hints)
    winner, reason = result_of(over, earlier)
    return Finished(terms, seats, record, winner, reason, now, earlier=earlier, hints=hints)


def resign(duel: Duel, by: PlayerId, *, now: Instant) -> Finished:
    """Give up the whole duel. A player may resign in the opponent's turn too."""
    playing = in_play(duel, by)
    _clock_runs(playing, now)
    return _stop(playing, Seat(playing.seats.index(by)).other, Reason.RESIGNED, now)


def restart_turn(duel: Playing, *, now: Instant) -> Playing:
    """Give the player to move all of the time again, because they couldn't move."""
    return replace(duel, deadline=_after(now, duel.terms.clock))


def time_out(duel: Duel, *, now: Instant) -> Finished:
    """End the duel because the time of the player to move is up. That player loses all of it."""
    playing = _playing(duel)
    _run_out(playing.deadline, now)
    return _stop(playing, playing.record.to_move.other, Reason.TIMED_OUT, now)


def end(duel: Duel, *, now: Instant, winner: Seat | None = None) -> Finished:
    """A moderator ends the duel, with or without a winner."""
    return _stop(_playing(duel), winner, Reason.ENDED, now)


def void(duel: Duel, *, now: Instant) -> Finished:  # noqa: ARG001  (all steps are called alike)
    """A moderator removes the result. The time and the reason of the end stay."""
    if isinstance(duel, Withdrawn):
        raise _over(duel)
    if not isinstance(duel, Finished):
        raise NotOver
    if duel.void:
        raise AlreadyVoid
    return replace(duel, void=True)


def good_game(duel: Duel, by: PlayerId) -> Seat:
    """Return the seat of a player who says "good game" after the end."""
    _take_part(duel, by)
    if not isinstance(duel, Finished):
        raise NotOver
    if duel.void:
        raise AlreadyVoid
    return Seat(duel.seats.index(by))


def rematch(
    duel: Duel, by: PlayerId, *, now: Instant, lasting: Span, game: Game[Any] | None = None
) -> Offered:
    """Challenge the opponent to the same duel again, or to one that differs only in the options of
    its game: a drawn start is drawn anew. Drawn seats are drawn again: if they were swapped, the
    player who got the better one would always ask for a rematch, and it couldn't be rated. Chosen
    seats are swapped."""
    played = rematchable(duel, by)
    game = game or played.terms.game
    if game.key != played.terms.game.key:
        raise OtherGame(played.terms.game.key)
    began = played.seats[::-1] if played.earlier else played.seats
    swapped = First.CHALLENGER if by == began[Seat.SECOND] else First.OPPONENT
    terms = replace(
        duel.terms,
        challenger=by,
        opponent=duel.terms.other(by),
        game=game,
        first=First.DRAWN if duel.terms.first is First.DRAWN else swapped,
        unrated=in_rematch(duel.terms),
        played_from=0,
    )
    return offer(terms, now=now, lasting=lasting)


def rematchable(duel: Duel, by: PlayerId) -> Finished:
    """The duel, if it is over and this player may ask for a rematch."""
    _take_part(duel, by)
    if not isinstance(duel, Finished):
        raise NotOver
    return duel


def as_of(duel: Playing | Finished, plies: int, deadline: Instant) -> Playing:
    """The duel as it was after so many moves, with the deadline of that time. A store that keeps
    only the latest state of a duel gets earlier ones from here."""
    earlier = duel.earlier
    if earlier is not None and plies < earlier.ply:
        return Playing(duel.terms, duel.seats[::-1], earlier.back_to(plies), deadline)
    back = duel.record.back_to(plies - _plies(earlier))
    return Playing(duel.terms, duel.seats, back, deadline, earlier)


def seatings(terms: Terms) -> tuple[tuple[PlayerId, PlayerId], ...]:
    """The possible orders of the two players."""
    first, second = terms.players
    if terms.first is First.CHALLENGER:
        return ((first, second),)
    if terms.first is First.OPPONENT:
        return ((second, first),)
    return ((first, second), (second, first))


def _plies(record: Record | None) -> int:
    return record.ply if record else 0


def result_of(over: Outcome, earlier: Record | None) -> tuple[Seat | None, Reason]:
    """The winner of the duel and the reason, from the last game and the one before. Players swap
    seats between the games, so the same seat winning both means one win for each player."""
    before = earlier.outcome if earlier else None
    if before and before.winner is over.winner:
        return None, Reason.LEVEL
    return over.winner, over.reason


def _after(now: Instant, span: Span) -> Instant:
    return Instant(now + span)


def _offer_stands(offered: Offered, now: Instant) -> None:
    if now >= offered.expires:
        raise OfferExpired(offered.expires)


def _clock_runs(playing: Playing, now: Instant) -> None:
    if now >= playing.deadline:
        raise OutOfTime(playing.waiting_for, playing.deadline)


def _run_out(deadline: Instant, now: Instant) -> None:
    if now < deadline:
        raise TooEarly(deadline)


def _take_part(duel: Duel, by: PlayerId) -> None:
    players = duel.terms.players
    if by not in players:
        raise NotYourDuel(players)


def _to_answer(duel: Duel, by: PlayerId, now: Instant) -> Offered:
    if by == duel.terms.challenger and isinstance(duel, Offered):
        raise OwnChallenge(duel.terms.opponent)
    if by != duel.terms.opponent:
        raise NotYoursToAnswer(duel.terms.opponent)
    offered = _offered(duel)
    _offer_stands(offered, now)
    return offered


def in_play(duel: Duel, by: PlayerId) -> Playing:
    """The duel, if it is running and this player takes part in it."""
    _take_part(duel, by)
    return _playing(duel)


def _offered(duel: Duel) -> Offered:
    if isinstance(duel, Playing):
        raise AlreadyStarted(duel.seats)
    if isinstance(duel, Offered):
        return duel
    raise _over(duel)


def _playing(duel: Duel) -> Playing:
    if isinstance(duel, Offered):
        raise NotStarted(duel.terms.opponent)
    if isinstance(duel, Playing):
        return duel
    raise _over(duel)


def _over(duel: Withdrawn | Finished) -> AlreadyOver:
    return AlreadyOver(duel.how if isinstance(duel, Withdrawn) else duel.reason)


def _stop(playing: Playing, winner: Seat | None, reason: Reason, now: Instant) -> Finished:
    terms, seats, record = playing.terms, playing.seats, playing.record
    return Finished(
        terms, seats, record, winner, reason, now, earlier=playing.earlier, hints=playing.hints
    )
