"""Checks a database: every record is replayed and every standing is recalculated."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path

from storage.progress import Progress, unwatched
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import DB, looking_at
from storage.sqlite.integrity import problems
from storage.sqlite.migrate import MIGRATIONS, current, statements
from storage.trouble import Trouble, WrongSchema
from storage.units.check import check_servers

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
        yield from check_servers(db, progress)


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
