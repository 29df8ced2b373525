"""Checks a database: every record is replayed and every standing is recalculated."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from engine.duel import Playing
from storage.ids import GuildId
from storage.match import Match
from storage.sqlite import people
from storage.sqlite.duel_rows import columns_of, match_in
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import DB, looking_at
from storage.sqlite.integrity import Progress, problems, unwatched
from storage.sqlite.migrate import MIGRATIONS, current, statements
from storage.sqlite.standings_audit import Audit
from storage.trouble import DamagedDuel, DamagedPreferences, Trouble, WrongCount, WrongSchema

# The tables that are checked.
TABLES = ("server", "duel", "standing", "rung", "course", "census", "season", "preferences")
SCHEMA = "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'"


def check(path: Path, progress: Progress = unwatched) -> Iterator[Trouble]:
    """Yield everything that is wrong at this moment. The bot may be running."""
    with looking_at(path) as db, named_troubles(path):
        db.execute("BEGIN")
        current(db, path)
        if broken := [*_check_schema(db), *problems(db, path, lambda: progress(0, 1))]:
            # Data in a damaged file or in other tables can't be checked.
            yield from broken
            return
        (total,) = db.execute("SELECT count(*) FROM duel").fetchone()
        done = 0

        def count() -> None:
            nonlocal done
            done += 1
            progress(done, total)

        guilds = db.execute(" UNION ".join(f"SELECT guild FROM {table}" for table in TABLES))
        for (guild,) in guilds.fetchall():
            yield from _check_server(db, guild, count)


@cache
def _made() -> Mapping[str, str]:
    """Return the statements of the schema that the migrations make, by name."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        for migration in MIGRATIONS:
            for statement in statements(migration.sql):
                fresh.execute(statement)
        return dict(fresh.execute(SCHEMA).fetchall())


def _check_schema(db: DB) -> Iterator[WrongSchema]:
    made, found = _made(), dict(db.execute(SCHEMA).fetchall())
    for name in sorted(made.keys() | found.keys()):
        if made.get(name) != found.get(name):
            yield WrongSchema(name)


def _check_server(db: DB, guild: GuildId, count: Callable[[], None]) -> Iterator[Trouble]:
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
        if wrong := _differences(match, row):
            yield DamagedDuel(guild, match.id, wrong)
    yield from _check_counts(db, guild, numbers)
    yield from _check_preferences(db, guild)
    yield from audit.troubles()


def _differences(match: Match, row: Mapping[str, Any]) -> str:
    """Name the columns in which the row isn't what the match would be stored as."""
    again = columns_of(match)
    if isinstance(match.duel, Playing):
        again["due"] = _due(match.duel, row)
    wrong = [name for name, value in again.items() if row[name] != value]
    wrong += [name for name in ("shown", "reminding", "reminded") if (row[name] or 0) > match.step]
    return f"its row should say otherwise: {', '.join(wrong)}" if wrong else ""


def _due(duel: Playing, row: Mapping[str, Any]) -> int:
    """Return what `due` should be: the reminder, then repeated reminders until one was sent, then
    the deadline."""
    if row["reminded"] == row["step"]:
        return duel.deadline
    if row["reminding"] == row["step"]:
        return min(max(duel.reminder, row["due"] or 0), duel.deadline)
    return duel.reminder


def _check_counts(db: DB, guild: GuildId, numbers: list[int]) -> Iterator[Trouble]:
    row = db.execute("SELECT duels, ends, erased FROM server WHERE guild = ?", (guild,)).fetchone()
    duels, ends, erased = row or (0, 0, 0)
    if not _count_up_to(duels, numbers):
        yield WrongCount(guild, "duels")
    nths = db.execute("SELECT nth FROM duel WHERE guild = ? AND nth IS NOT NULL", (guild,))
    if not _count_up_to(ends, [nth for (nth,) in nths]):
        yield WrongCount(guild, "ends")
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
