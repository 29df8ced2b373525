"""Units of work: the pool of puzzles of a server."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import takewhile

from engine.ids import Instant, PlayerId
from engine.puzzles.puzzle import Puzzle
from engine.record import Record
from engine.refusal import Refusal
from storage.backend import DB
from storage.ids import GuildId, PuzzleId, are_direct_messages
from storage.puzzles import PuzzleAttempt, Unsearched
from storage.trouble import DamagedAttempt, DamagedPuzzle
from storage.units import puzzle_rows, solvers
from storage.units.attempts import attempt, days_of
from storage.units.people import list_server
from storage.units.solvers import Line

# How many puzzles are looked at in each direction: some may be of games that aren't installed.
SOME = 10
UNSEEN = (
    "FROM puzzle AS one INDEXED BY puzzle_by_rating WHERE guild = :guild AND pooled = 1"
    " AND NOT EXISTS (SELECT 1 FROM attempt WHERE guild = :guild AND player = :player"
    " AND puzzle = one.id)"
)
# Above a rating, and below it.
BOTH_WAYS = (
    f"SELECT id, rating {UNSEEN} AND rating >= :rating ORDER BY rating, id LIMIT :most",
    f"SELECT id, rating {UNSEEN} AND rating < :rating ORDER BY rating DESC, id DESC LIMIT :most",
)


def next_puzzle(db: DB, guild: GuildId, player: PlayerId) -> PuzzleAttempt | None:
    if are_direct_messages(guild):
        list_server(db, guild)
    mine = solvers.line(db, guild, player)
    if current := _current(db, guild, player, mine):
        return current
    for number in _nearest(db, guild, player, mine.rating.value):
        with suppress(DamagedPuzzle):
            found = attempt(db, guild, player, number)
            solvers.give(db, guild, player, number)
            return found
    return None


def unseen(db: DB, guild: GuildId, player: PlayerId, within: float, most: int) -> int:
    rating = solvers.line(db, guild, player).rating.value
    (count,) = db.execute(
        f"SELECT count(*) FROM (SELECT 1 {UNSEEN} AND rating >= :least AND rating <= :greatest"
        " LIMIT :most) AS found",
        {
            "guild": guild,
            "player": player,
            "least": rating - within,
            "greatest": rating + within,
            "most": most,
        },
    ).fetchone()
    return int(count)


def take(db: DB, guild: GuildId, puzzles: Iterable[Puzzle]) -> int:
    list_server(db, guild)
    new = puzzle_rows.new_ones(db, guild, puzzles)
    for puzzle in new:
        puzzle_rows.insert(db, guild, puzzle, pooled=True)
    return len(new)


def to_mine(db: DB, guild: GuildId, before: Instant, most: int) -> Unsearched | None:
    row = db.execute("SELECT mined FROM server WHERE guild = ?", (guild,)).fetchone()
    rows = db.execute(
        "SELECT nth, ended, private, earlier, record FROM duel INDEXED BY duel_by_end"
        " WHERE guild = ? AND nth > ? ORDER BY nth LIMIT ?",
        (guild, row[0] if row else 0, most),
    )
    # Later ends may be older, if the clock was set back: they wait for those before them.
    old = list(takewhile(lambda row: row[1] < before, rows.fetchall()))
    if not old:
        return None
    texts = (text for _, _, private, *both in old if not private for text in both if text)
    return Unsearched(old[-1][0], tuple(_readable(texts)))


def take_mined(db: DB, guild: GuildId, nth: int, puzzles: Iterable[Puzzle]) -> int:
    count = take(db, guild, puzzles)
    db.execute("UPDATE server SET mined = ? WHERE guild = ? AND mined < ?", (nth, guild, nth))
    return count


def _current(db: DB, guild: GuildId, player: PlayerId, mine: Line) -> PuzzleAttempt | None:
    """Return the attempt at the puzzle that the player has been given, unless it is over, or hasn't
    begun and has become the puzzle of a day."""
    if mine.puzzle is not None:
        with suppress(DamagedPuzzle, DamagedAttempt):
            found = attempt(db, guild, player, mine.puzzle)
            if found.attempt.decisions:
                return None if found.attempt.over else found
            return None if days_of(db, guild, mine.puzzle) else found
    return None


def _nearest(db: DB, guild: GuildId, player: PlayerId, rating: float) -> list[PuzzleId]:
    """Return unseen puzzles, the nearest to a rating first."""
    asked = {"guild": guild, "player": player, "rating": rating, "most": SOME}
    found = [row for each in BOTH_WAYS for row in db.execute(each, asked).fetchall()]
    found.sort(key=lambda row: abs(row[1] - rating))
    return [PuzzleId(number) for number, _ in found]


def _readable(texts: Iterable[str]) -> Iterator[Record]:
    """Yield the records of installed games."""
    for text in texts:
        with suppress(Refusal):
            yield Record.parse(text)
