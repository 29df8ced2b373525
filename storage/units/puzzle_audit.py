"""Checks what is stored of a server's puzzles, attempts and solvers."""

from collections.abc import Iterator
from typing import Any

from engine.ledger import MAX_DEVIATION
from engine.puzzles.attempt import MOST_DECISIONS, Attempt
from engine.puzzles.days import LEAST_OFFSET, MOST_OFFSET
from engine.rating import Rating
from engine.refusal import NoSuchPuzzle, TooLarge
from engine.solve import solve
from storage.backend import DB
from storage.ids import GuildId, PuzzleId
from storage.puzzles import StoredPuzzle
from storage.trouble import DamagedAttempt, DamagedPuzzle, DamagedSolver, Trouble, WrongCount
from storage.units import puzzle_rows, solvers
from storage.units.attempts import attempt_at

# The tables that are checked.
TABLES = ("puzzle", "daily", "attempt", "solver")


def check_puzzles(db: DB, guild: GuildId) -> Iterator[Trouble]:
    numbers = _numbers(db, "SELECT id FROM puzzle WHERE guild = ? ORDER BY id", guild)
    for number in numbers:
        try:
            stored = puzzle_rows.known(db, guild, number)
        except DamagedPuzzle as damaged:
            yield damaged
            continue
        if wrong := _difference(stored):
            yield DamagedPuzzle(guild, number, wrong)
        yield from _check_attempts(db, guild, stored)
    yield from _check_numbers(db, guild, {*numbers})
    yield from _check_solvers(db, guild, {*numbers})
    row = db.execute("SELECT mined, ends FROM server WHERE guild = ?", (guild,)).fetchone()
    if row and row[0] > row[1]:
        yield WrongCount(guild, "duels that were searched for puzzles")


def _difference(stored: StoredPuzzle) -> str:
    """Name what the rules say otherwise."""
    record = stored.puzzle.record
    try:
        winning = solve(record.game, record.state).winning
    except TooLarge:  # another version has solved it
        winning = stored.puzzle.winning
    if winning != stored.puzzle.winning:
        return f"these moves win: {', '.join(map(record.game.text, winning))}"
    return "" if _is_possible(stored.rating) else "nothing can have such a rating"


def _check_attempts(db: DB, guild: GuildId, stored: StoredPuzzle) -> Iterator[Trouble]:
    asked = (
        "SELECT player, solved FROM attempt INDEXED BY attempt_by_puzzle"
        " WHERE guild = ? AND puzzle = ? ORDER BY player"
    )
    for player, solved in db.execute(asked, (guild, stored.number)).fetchall():
        try:
            found = attempt_at(db, guild, player, stored)
        except DamagedAttempt as damaged:
            yield damaged
            continue
        if wrong := _contradiction(found.attempt, solved=bool(solved)):
            yield DamagedAttempt(guild, player, stored.number, wrong)


def _contradiction(attempt: Attempt, *, solved: bool) -> str:
    if attempt.solved is not solved:
        return "the first decision was right" if attempt.solved else "the first decision was wrong"
    whole = len(attempt.decisions) == MOST_DECISIONS
    if (whole or attempt.record.outcome is not None) and not attempt.over:
        return "it has no other decision"
    if whole and len(attempt.decisions[-1].moves) > 1:
        return "nothing follows the last decision"
    if attempt.decisions[0].moves[0] not in attempt.puzzle.winning:
        return "the first move that was made doesn't win"
    return ""


def _check_numbers(db: DB, guild: GuildId, known: set[PuzzleId]) -> Iterator[Trouble]:
    for table in ("daily", "attempt"):
        asked = f"SELECT DISTINCT puzzle FROM {table} WHERE guild = ? ORDER BY puzzle"
        for number in _numbers(db, asked, guild):
            if number not in known:
                yield DamagedPuzzle(guild, number, NoSuchPuzzle.code)


def _check_solvers(db: DB, guild: GuildId, known: set[PuzzleId]) -> Iterator[Trouble]:
    asked = "SELECT player, utc_offset, earlier_offset FROM solver WHERE guild = ? ORDER BY player"
    for player, offset, earlier in db.execute(asked, (guild,)).fetchall():
        line = solvers.line(db, guild, player)
        sound = (
            _is_offset(offset)
            and (earlier is None or LEAST_OFFSET <= earlier < offset)
            and (line.puzzle is None or line.puzzle in known)
            and _is_possible(line.rating)
        )
        if not sound:
            yield DamagedSolver(guild, player)


def _is_offset(minutes: int) -> bool:
    return LEAST_OFFSET <= minutes <= MOST_OFFSET


def _is_possible(rating: Rating) -> bool:
    return 0 < rating.deviation <= MAX_DEVIATION and 0 < rating.volatility < 1


def _numbers(db: DB, asked: str, guild: GuildId) -> list[Any]:
    return [number for (number,) in db.execute(asked, (guild,)).fetchall()]
