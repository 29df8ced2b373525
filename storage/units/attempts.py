"""Units of work: players' attempts at puzzles."""

from dataclasses import replace
from typing import Any

from engine.challenge import why_blocked
from engine.ids import Instant, PlayerId
from engine.puzzles.attempt import Attempt, read_attempt
from engine.puzzles.rating import rated_try
from engine.rating import Rating
from engine.refusal import PuzzleNotOpen, Refusal
from storage.backend import DB
from storage.ids import GuildId, PuzzleId
from storage.match import Call, Gain
from storage.puzzles import PuzzleAttempt, StoredPuzzle
from storage.trouble import DamagedAttempt
from storage.units import people, puzzle_rows, solvers
from storage.units.solvers import Line


def attempt(db: DB, guild: GuildId, player: PlayerId, number: PuzzleId) -> PuzzleAttempt:
    return attempt_at(db, guild, player, puzzle_rows.known(db, guild, number))


def attempt_open(
    db: DB, guild: GuildId, player: PlayerId, number: PuzzleId, now: Instant
) -> PuzzleAttempt:
    """Return an attempt in which the player may make a decision: one that has begun, or one at a
    puzzle that is the player's to begin. Raises PuzzleNotOpen for any other."""
    found = attempt(db, guild, player, number)
    if not found.attempt.decisions:
        _require_open(db, guild, number, solvers.line(db, guild, player), now)
    return found


def attempt_at(db: DB, guild: GuildId, player: PlayerId, stored: StoredPuzzle) -> PuzzleAttempt:
    """Return a player's attempt at a puzzle, which may not have begun."""
    row = db.execute(
        "SELECT decisions, over, at, rating, gain FROM attempt"
        " WHERE guild = ? AND player = ? AND puzzle = ?",
        (guild, player, stored.number),
    ).fetchone()
    if row is None:
        return PuzzleAttempt(stored.number, Attempt(stored.puzzle))
    try:
        return _attempt_in(stored, row)
    except Refusal as why:
        raise DamagedAttempt(guild, player, stored.number, str(why)) from why


def judged(attempt: Attempt, text: str, nth: int) -> Attempt:
    """Return the attempt after another decision. Raises StaleDecision or a MoveRefused. It needs no
    database, and the first one in a game takes as long as fifty moves."""
    attempt.require_next(nth)
    return attempt.decide(nth, attempt.record.read(text))


def keep(db: DB, call: Call, number: PuzzleId, decided: Attempt) -> PuzzleAttempt | Refusal:
    """Write an attempt with one more decision, or return why that is refused: raised, a refusal
    would run the units anew that share the transaction. If the attempt has moved on since it was
    read, return it as it is."""
    try:
        return _keep(db, call, number, decided)
    except Refusal as refusal:
        # It comes before anything is written.
        return refusal


def _keep(db: DB, call: Call, number: PuzzleId, decided: Attempt) -> PuzzleAttempt:
    stored = puzzle_rows.known(db, call.guild, number)
    before = attempt_at(db, call.guild, call.player, stored)
    if before.attempt.decisions != decided.decisions[:-1]:
        return replace(before, again=True)
    if not before.attempt.decisions:
        return _begin(db, call, stored, decided)
    db.execute(
        "UPDATE attempt SET decisions = ?, over = ? WHERE guild = ? AND player = ? AND puzzle = ?",
        (decided.text, int(decided.over), call.guild, call.player, number),
    )
    return replace(before, attempt=decided)


def share(db: DB, guild: GuildId, player: PlayerId, number: PuzzleId) -> bool | Refusal:
    """Note by compare-and-set that a result is shared, or return why that is refused."""
    if refusal := why_blocked((player,), people.blocked_of(db, guild, (player, player))):
        return refusal
    shared = db.execute(
        "UPDATE attempt SET shared = 1"
        " WHERE guild = ? AND player = ? AND puzzle = ? AND over = 1 AND shared = 0",
        (guild, player, number),
    ).rowcount
    return bool(shared)


def _begin(db: DB, call: Call, stored: StoredPuzzle, decided: Attempt) -> PuzzleAttempt:
    """Write the first decision, which changes ratings if the puzzle is no puzzle of a day."""
    number, gain = stored.number, None
    mine = solvers.line(db, call.guild, call.player)
    _require_open(db, call.guild, number, mine, call.at)
    if not days_of(db, call.guild, number):
        gain = _rate(db, call, mine.rating, stored, solved=decided.solved)
    db.execute(
        "INSERT INTO attempt (guild, player, puzzle, at, decisions, solved, over, rating, gain)"
        " VALUES (:guild, :player, :puzzle, :at, :decisions, :solved, :over, :rating, :gain)",
        {
            "guild": call.guild,
            "player": call.player,
            "puzzle": number,
            "at": call.at,
            "decisions": decided.text,
            "solved": int(decided.solved),
            "over": int(decided.over),
            "rating": gain and gain.rating,
            "gain": gain and gain.gain,
        },
    )
    return PuzzleAttempt(number, decided, call.at, gain)


def _require_open(db: DB, guild: GuildId, number: PuzzleId, mine: Line, now: Instant) -> None:
    """A player may begin the puzzle of one of their days, and the one of the pool that the bot has
    given last."""
    if days := days_of(db, guild, number):
        is_open = any(mine.days.may_begin(day, now) for day in days)
    else:
        is_open = mine.puzzle == number
    if not is_open:
        raise PuzzleNotOpen(number)


def _rate(db: DB, call: Call, mine: Rating, stored: StoredPuzzle, *, solved: bool) -> Gain:
    after, theirs = rated_try(mine, stored.rating, solved=solved)
    solvers.rate(db, call.guild, call.player, after, call.at)
    puzzle_rows.rate(db, call.guild, stored.number, theirs)
    return Gain(after.value, after.value - mine.value)


def days_of(db: DB, guild: GuildId, number: PuzzleId) -> list[int]:
    """Return the days of which this is the puzzle."""
    rows = db.execute("SELECT day FROM daily WHERE guild = ? AND puzzle = ?", (guild, number))
    return [day for (day,) in rows]


def _attempt_in(stored: StoredPuzzle, row: Any) -> PuzzleAttempt:
    decisions, over, at, rating, gain = row
    return PuzzleAttempt(
        stored.number,
        read_attempt(stored.puzzle, decisions, over=bool(over)),
        at,
        None if rating is None else Gain(rating, gain),
    )
