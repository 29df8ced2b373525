"""Checks a server: every record is replayed, every standing is recalculated, and every puzzle is
solved."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from engine.duel import Playing
from engine.titles import earned_by
from storage.backend import DB
from storage.ids import GuildId
from storage.match import Match
from storage.progress import Progress
from storage.trouble import DamagedDuel, DamagedPreferences, Trouble, WrongCount
from storage.units import people, puzzle_audit
from storage.units.duel_rows import columns_of, match_in
from storage.units.standings_audit import Audit

# The tables that are checked.
TABLES = (
    *("server", "duel", "standing", "rung", "course", "census", "season", "preferences"),
    *puzzle_audit.TABLES,
)


def servers(db: DB) -> tuple[GuildId, ...]:
    """Return every server that there is something to check of."""
    everywhere = " UNION ".join(f"SELECT guild FROM {table}" for table in TABLES)
    rows = db.execute(f"{everywhere} ORDER BY guild")
    return tuple(guild for (guild,) in rows.fetchall())


def check_servers(db: DB, progress: Progress) -> Iterator[Trouble]:
    """Yield what is wrong with any server."""
    (total,) = db.execute("SELECT count(*) FROM duel").fetchone()
    done = 0

    def count() -> None:
        nonlocal done
        done += 1
        progress(done, total)

    for guild in servers(db):
        yield from check_server(db, guild, count)


def check_server(db: DB, guild: GuildId, count: Callable[[], None]) -> Iterator[Trouble]:
    audit = Audit(db, guild)
    numbers: list[int] = []
    for row in chain(
        db.execute("SELECT * FROM duel WHERE guild = ? AND nth IS NULL", (guild,)),
        db.execute("SELECT * FROM duel WHERE guild = ? AND nth IS NOT NULL ORDER BY nth", (guild,)),
    ):
        count()
        numbers.append(row["id"])
        if row["nth"] is not None:
            audit.take(row)
        try:
            match = match_in(row)
        except DamagedDuel as damaged:
            yield damaged
            continue
        wrong = _differences(match, row) or _title_unearned(match, row)
        if wrong:
            yield DamagedDuel(guild, match.id, wrong)
    yield from _check_counts(db, guild, numbers)
    yield from _check_preferences(db, guild)
    yield from puzzle_audit.check_puzzles(db, guild)
    yield from audit.troubles()


def _differences(match: Match, row: Mapping[str, Any]) -> str:
    """Name the columns in which the row isn't what the match would be stored as."""
    again = columns_of(match)
    if isinstance(match.duel, Playing):
        again["due"] = _due(match.duel, row)
    wrong = [name for name, value in again.items() if row[name] != value]
    wrong += [name for name in ("shown", "reminding", "reminded") if (row[name] or 0) > match.step]
    return f"its row should say otherwise: {', '.join(wrong)}" if wrong else ""


def _title_unearned(match: Match, row: Mapping[str, Any]) -> str:
    """Say so of a title that the duel doesn't earn. That one is missing may be because it hasn't
    been judged, or couldn't be by another version."""
    title = row["title"]
    if title is None or title == earned_by(match.duel, private=match.private):
        return ""
    return f"it earns no title {title}"


def _due(duel: Playing, row: Mapping[str, Any]) -> int:
    """Return what `due` should be: the reminder, then repeated reminders until one was sent, then
    the deadline."""
    if row["reminded"] == row["step"]:
        return duel.deadline
    if row["reminding"] == row["step"]:
        return min(max(duel.reminder, row["due"] or 0), duel.deadline)
    return duel.reminder


def _check_counts(db: DB, guild: GuildId, numbers: list[int]) -> Iterator[Trouble]:
    asked = "SELECT duels, ends, erased, judged FROM server WHERE guild = ?"
    duels, ends, erased, judged = db.execute(asked, (guild,)).fetchone() or (0, 0, 0, 0)
    if not _count_up_to(duels, numbers):
        yield WrongCount(guild, "duels")
    nths = db.execute("SELECT nth FROM duel WHERE guild = ? AND nth IS NOT NULL", (guild,))
    if not _count_up_to(ends, [nth for (nth,) in nths]):
        yield WrongCount(guild, "ends")
    if judged > ends:
        yield WrongCount(guild, "ends that were judged for titles")
    # The next erased player must not get the number of an earlier one.
    everybody = db.execute(
        "SELECT challenger FROM duel WHERE guild = :guild UNION"
        " SELECT opponent FROM duel WHERE guild = :guild UNION"
        " SELECT player FROM standing WHERE guild = :guild UNION"
        " SELECT player FROM course WHERE guild = :guild",
        {"guild": guild},
    )
    if min((person for (person,) in everybody), default=0) < -erased:
        yield WrongCount(guild, "erased")


def _count_up_to(last: int, numbers: list[int]) -> bool:
    return len(numbers) == last and sorted(numbers) == list(range(1, last + 1))


def _check_preferences(db: DB, guild: GuildId) -> Iterator[Trouble]:
    players = db.execute("SELECT player FROM preferences WHERE guild = ?", (guild,))
    for (player,) in players.fetchall():
        try:
            people.preferences(db, guild, player)
        except ValueError:
            yield DamagedPreferences(guild, player)
