"""Units of work: the puzzle of the day, and streaks."""

from secrets import token_bytes

from engine.durations import DAY, MINUTE
from engine.ids import Instant, PlayerId
from engine.puzzles.attempt import squares_in
from engine.puzzles.days import MOST_OFFSET
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.streak import excused_days, streak
from storage.backend import DB
from storage.ids import GuildId, PuzzleId
from storage.puzzles import Daily, DailyResult, DailyResults
from storage.units import notes, outages, people, puzzle_rows, solvers

# The key of the note with the host's secret, and how many bytes that has.
SECRET, LENGTH = "puzzle secret", 32
ANSWERED = (
    "SELECT day FROM daily JOIN attempt USING (guild, puzzle)"
    " WHERE guild = ? AND player = ? AND day >= ?"
)


def known_secret(db: DB) -> bytes | None:
    secret = notes.note(db, SECRET)
    return bytes.fromhex(secret) if secret else None


def secret(db: DB) -> bytes:
    """Return the host's secret. Of two processes that make one at once, one is the first."""
    made = token_bytes(LENGTH)
    db.execute(
        "INSERT INTO note (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING", (SECRET, made.hex())
    )
    return known_secret(db) or made


def daily(db: DB, guild: GuildId, day: int) -> Daily | None:
    asked = "SELECT puzzle FROM daily WHERE guild = ? AND day = ?"
    row = db.execute(asked, (guild, day)).fetchone()
    return _daily(db, guild, day, row[0]) if row else None


def daily_with(db: DB, guild: GuildId, number: PuzzleId) -> Daily | None:
    asked = "SELECT max(day) FROM daily WHERE guild = ? AND puzzle = ?"
    (day,) = db.execute(asked, (guild, number)).fetchone()
    return None if day is None else _daily(db, guild, day, number)


def take_daily(db: DB, guild: GuildId, day: int, puzzle: Puzzle, *, repeated: bool) -> Daily | None:
    if had := daily(db, guild, day):
        return had
    if puzzle_rows.number_of(db, guild, puzzle.text) is None:
        people.list_server(db, guild)
        puzzle_rows.insert(db, guild, puzzle, pooled=False)
    elif not repeated:
        return None
    number = puzzle_rows.number_of(db, guild, puzzle.text)
    # Nobody gets it from the pool any more.
    db.execute("UPDATE puzzle SET pooled = 0 WHERE guild = ? AND id = ?", (guild, number))
    db.execute("INSERT INTO daily (guild, day, puzzle) VALUES (?, ?, ?)", (guild, day, number))
    return daily(db, guild, day)


def daily_day(db: DB, guild: GuildId, player: PlayerId, now: Instant) -> int:
    opened = solvers.days(db, guild, player).open(now)
    answered = _answered(db, guild, player, opened[0])
    return next((day for day in opened if day not in answered), opened[-1])


def streak_of(db: DB, guild: GuildId, player: PlayerId, now: Instant) -> int:
    days = solvers.days(db, guild, player)
    excused = excused_days(outages.of_server(db, guild, now), days.offset)
    # The first day that the player still has isn't over.
    return streak(_answered(db, guild, player), excused, days.open(now)[0])


def results(db: DB, guild: GuildId, day: int, most: int) -> DailyResults:
    rows = db.execute(
        "SELECT player, decisions, over FROM attempt INDEXED BY attempt_by_puzzle"
        " WHERE guild = :guild AND puzzle ="
        " (SELECT puzzle FROM daily WHERE guild = :guild AND day = :day)"
        " AND at >= :since AND NOT EXISTS (SELECT 1 FROM blocked"
        " WHERE guild = :guild AND player = attempt.player) ORDER BY at, player",
        # Of a puzzle that the server had before, older answers don't belong to this day.
        {"guild": guild, "day": day, "since": day * DAY - MOST_OFFSET * MINUTE},
    )
    found = [(DailyResult(player, squares_in(text)), over) for player, text, over in rows]
    best = [result for result, over in found if over and all(result.squares)]
    best.sort(key=lambda each: -len(each.squares))
    solved = sum(each.squares[0] for each, _ in found)
    return DailyResults(tuple(best[:most]), len(found), solved, len(best))


def _daily(db: DB, guild: GuildId, day: int, number: PuzzleId) -> Daily:
    asked = "SELECT day FROM daily WHERE guild = ? AND day <= ? ORDER BY day LIMIT 1"
    (first,) = db.execute(asked, (guild, day)).fetchone()
    return Daily(day, puzzle_rows.known(db, guild, number), day - first + 1)


def _answered(db: DB, guild: GuildId, player: PlayerId, since: int = 0) -> frozenset[int]:
    """Return the days whose puzzle the player has answered, by a first decision."""
    return frozenset(day for (day,) in db.execute(ANSWERED, (guild, player, since)))
