"""Converts puzzles to rows and back."""

from collections.abc import Iterable
from typing import Any

from engine.puzzles.puzzle import HARDNESS, Puzzle, Solution
from engine.puzzles.rating import start_rating
from engine.rating import Rating
from engine.record import Record
from engine.refusal import NoSuchPuzzle, Refusal
from storage.backend import DB
from storage.ids import GuildId, PuzzleId
from storage.puzzles import LONGEST_TEXT, StoredPuzzle
from storage.trouble import DamagedPuzzle
from storage.units import erased_numbers
from storage.units.bounded_cache import BoundedCache

SOLUTION = ("text", "winning", "hardness")
COLUMNS = ("id", *SOLUTION, "rating", "deviation", "volatility")
SELECT = f"SELECT {', '.join(COLUMNS)} FROM puzzle"
# Between the winning moves.
SEPARATOR = "-"
INSERT = (
    "INSERT INTO puzzle (guild, id, text, winning, hardness, pooled, rating, deviation, volatility)"
    " SELECT :guild,"
    " coalesce((SELECT max(id) FROM puzzle WHERE guild = :guild), :last) + 1,"
    " :text, :winning, :hardness, :pooled, :rating, :deviation, :volatility"
)
# Puzzles by the columns of their solution.
PUZZLES: BoundedCache[tuple[Any, ...], Puzzle] = BoundedCache(1000)


def known(db: DB, guild: GuildId, number: PuzzleId) -> StoredPuzzle:
    """Return the puzzle with this number. Raises NoSuchPuzzle or DamagedPuzzle."""
    row = db.execute(f"{SELECT} WHERE guild = ? AND id = ?", (guild, number)).fetchone()
    if row is None:
        raise NoSuchPuzzle(number)
    return stored_in(guild, row)


def stored_in(guild: GuildId, row: Any) -> StoredPuzzle:
    number = PuzzleId(row[0])
    solution = tuple(row[1 : 1 + len(SOLUTION)])
    if not (puzzle := PUZZLES.get(solution)):
        try:
            puzzle = _puzzle_in(*solution)
        except (Refusal, ValueError) as why:
            raise DamagedPuzzle(guild, number, str(why)) from why
        PUZZLES.put(solution, puzzle)
    return StoredPuzzle(number, puzzle, Rating(*row[1 + len(SOLUTION) :]))


def number_of(db: DB, guild: GuildId, text: str) -> PuzzleId | None:
    """Return the number of the puzzle with this text, if the server has had it."""
    asked = "SELECT id FROM puzzle WHERE guild = ? AND text = ?"
    row = db.execute(asked, (guild, text)).fetchone()
    return row and PuzzleId(row[0])


def insert(db: DB, guild: GuildId, puzzle: Puzzle, *, pooled: bool) -> None:
    """Insert a puzzle that the server hasn't had, with the next number."""
    said, rating = puzzle.game.text, start_rating(puzzle.hardness)
    columns = {
        "guild": guild,
        "last": erased_numbers.last(db, guild, erased_numbers.PUZZLES),
        "text": puzzle.text,
        "winning": SEPARATOR.join(map(said, puzzle.winning)),
        "hardness": puzzle.hardness,
        "pooled": int(pooled),
        **vars(rating),
    }
    columns["rating"] = columns.pop("value")
    db.execute(INSERT, columns)


def new_ones(db: DB, guild: GuildId, puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Return the puzzles that the server hasn't had, each once, without any that are too long."""
    by_text = {each.text: each for each in puzzles if len(each.text) <= LONGEST_TEXT}
    return [each for text, each in by_text.items() if number_of(db, guild, text) is None]


def rate(db: DB, guild: GuildId, number: PuzzleId, rating: Rating) -> None:
    db.execute(
        "UPDATE puzzle SET rating = ?, deviation = ?, volatility = ? WHERE guild = ? AND id = ?",
        (rating.value, rating.deviation, rating.volatility, guild, number),
    )


def _puzzle_in(text: str, winning: str, hardness: int) -> Puzzle:
    record = Record.parse(text)
    moves = tuple(record.read(each) for each in winning.split(SEPARATOR))
    fits = {*moves} < {*record.legal} and len({*moves}) == len(moves)
    if not fits or hardness not in HARDNESS:
        raise ValueError("this can't be its solution")
    return Puzzle(record, Solution(moves, hardness))
