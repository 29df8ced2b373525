"""Databases of both engines, for tests of what can be done with any of them."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage.database import Database
from storage.moving import TABLES
from storage.postgres.address import server_at
from storage.postgres.connecting import connect
from tests.storage.damage import say
from tests.storage.postgres.databases import Databases, run

ENGINES = ("file", "server")


class Places:
    """Makes places for databases: where nothing is yet."""

    def __init__(self, folder: Path, databases: Callable[[], Databases]) -> None:
        self._folder = folder
        self._databases = databases
        self._made: list[str] = []

    def new(self, engine: str) -> str:
        """Return the name of a database, as a host would type it."""
        if engine == "file":
            self._made.append(str(self._folder / f"{len(self._made)}.db"))
        else:
            self._made.append(self._databases().create())
        return self._made[-1]

    def close(self) -> None:
        for each in self._made:
            if "://" in each:
                self._databases().drop(each)


@pytest.fixture
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Places]:
    with closing(Places(tmp_path, lambda: request.getfixturevalue("databases"))) as places:
        yield places


def tell(name: str, *statements: str) -> None:
    """Have the database itself do something, without any code of the store."""
    if "://" not in name:
        say(Path(name), *statements)
        return
    with closing(connect(server_at(name))) as connection:
        run(connection, *statements)


def contents(database: Database) -> dict[str, list[Any]]:
    """All rows of all tables."""
    with database.reading() as tables:
        return {
            each: sorted((tuple(row) for row in tables.rows(each, tables.columns(each))), key=repr)
            for each in TABLES
        }
