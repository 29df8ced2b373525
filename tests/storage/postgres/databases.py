"""Empty databases of the newest schema. They are used again, emptied: to make one takes a hundred
times as long."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import count
from urllib.parse import urlencode, urlsplit

from storage.postgres.address import server_at
from storage.postgres.connecting import connect
from storage.postgres.connection import Connection
from storage.postgres.migrate import MIGRATIONS, Migration
from storage.postgres.store import upgrade

TABLES = """
SELECT relname::text FROM pg_class
WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
AND relname <> 'schema'
"""


CHECKS = """
SELECT conrelid::regclass::text, conname::text FROM pg_constraint
WHERE contype = 'c' AND conrelid <> 0
"""


class Databases:
    """The databases of one server that tests have made. Into unchecked ones tests can write what
    the schema forbids."""

    def __init__(
        self, url: str, migrations: Sequence[Migration] = MIGRATIONS, *, unchecked: bool = False
    ) -> None:
        self._url = url
        self._migrations = migrations
        self._unchecked = unchecked
        self._admin = connect(server_at(url))
        self._names = (f"duelhost_test_{self._admin.process}_{nth}" for nth in count(1))
        self._made: list[str] = []
        self._free: list[str] = []

    @contextmanager
    def database(self) -> Iterator[str]:
        """The address of an empty database with our schema."""
        url = self._free.pop() if self._free else self._new()
        try:
            yield url
        finally:
            _empty(url)
            self._free.append(url)

    def keep(self) -> str:
        """Return the address of a database with our schema that nobody empties."""
        return self._new()

    @contextmanager
    def bare(self) -> Iterator[str]:
        """The address of a database without any table."""
        name = self._create()
        try:
            yield self.url(name)
        finally:
            self._drop(name)

    def create(self) -> str:
        """Make a database without any table, and return its address."""
        return self.url(self._create())

    def drop(self, url: str) -> None:
        self._drop(urlsplit(url).path[1:])

    def url(self, name: str) -> str:
        return urlsplit(self._url)._replace(path=f"/{name}").geturl()

    def close(self) -> None:
        for name in list(self._made):
            self._drop(name)
        self._admin.close()

    def _new(self) -> str:
        url = self.url(self._create())
        upgrade(server_at(url), self._migrations)
        if self._unchecked:
            _drop_checks(url)
        return url

    def _create(self) -> str:
        name = next(self._names)
        run(self._admin, f"CREATE DATABASE {name} TEMPLATE template0")
        self._made.append(name)
        return name

    def _drop(self, name: str) -> None:
        run(self._admin, f"DROP DATABASE {name} WITH (FORCE)")
        self._made.remove(name)


def with_options(url: str, **options: str) -> str:
    """The same address with more options."""
    parts = urlsplit(url)
    query = "&".join(filter(None, (parts.query, urlencode(options))))
    return parts._replace(query=query).geturl()


def on_port(url: str, port: int) -> str:
    """The same database behind another port of this machine."""
    parts = urlsplit(url)
    user, _, _ = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{user}@127.0.0.1:{port}").geturl()


def run(connection: Connection, *statements: str) -> None:
    for each in statements:
        connection.execute_once(each)
        connection.receive()


def _drop_checks(url: str) -> None:
    with closing(connect(server_at(url), limit=10)) as connection:
        for table, check in connection.execute(CHECKS).fetchall():
            run(connection, f"ALTER TABLE {table} DROP CONSTRAINT {check}")


def _empty(url: str) -> None:
    # Whatever a test has left open would hold this up.
    with closing(connect(server_at(url), limit=10)) as connection:
        for (table,) in connection.execute(TABLES).fetchall():
            connection.execute(f"DELETE FROM {table}")  # noqa: S608  (a name of our own)
        connection.receive()
