"""A database: a place where a store can be opened, and what tools can do with it."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Protocol

from engine.ids import Instant
from storage.ids import GuildId
from storage.location import Location
from storage.progress import Progress, unwatched
from storage.store import Store
from storage.trouble import Trouble
from storage.units.import_ import TakenIn

Row = Sequence[Any]
Rows = Generator[Row, None, None]


@dataclass(frozen=True)
class Schema:
    """The schema that a database has, and the newest one that this version knows."""

    found: int
    known: int


class Pooler(Enum):
    """What is between us and a server, and for how long it gives us a connection."""

    NONE = "none"
    SESSION = "session"
    TRANSACTION = "transaction"


@dataclass(frozen=True)
class ServerFacts:
    """What a host should know of a server. Connections are those that we may have, and those that
    one process of the bot needs; a commit takes so many seconds."""

    version: str
    connections: int
    needed: int
    commit: float
    pooler: Pooler


class Migration(Protocol):
    """A step from one schema to the next, and the reason for it."""

    @property
    def number(self) -> int: ...

    @property
    def reason(self) -> str: ...


class TableReader(Protocol):
    """Reads whole tables, all as they are at one moment."""

    def columns(self, table: str) -> Sequence[str]: ...

    def count(self, table: str) -> int: ...

    def rows(self, table: str, columns: Sequence[str]) -> Rows: ...


class TableWriter(Protocol):
    """Fills empty tables."""

    def count(self, table: str) -> int: ...

    def fill(self, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None: ...


class Database(Protocol):
    """A file, or a database on a server. Its text may be shown: it has no password."""

    @property
    def location(self) -> Location:
        """Where the data is kept."""

    @property
    def secrets(self) -> Sequence[str]:
        """Texts that no log may show."""

    def open(self) -> AbstractAsyncContextManager[Store]:
        """Open a store. An older schema is upgraded."""

    def schema(self) -> Schema | None:
        """Return which schema there is, or None if there is none yet. One that this version can't
        work with raises NewerSchema."""

    def migrate(self) -> Sequence[Migration]:
        """Upgrade the schema. Return the migrations that were applied."""

    def server_facts(self) -> ServerFacts | None:
        """Return the facts about the server, or None for a file. One that can't be written to
        raises a Trouble. Nothing is changed."""

    def is_in_use(self) -> bool:
        """Whether a bot works with the database, as far as is known."""

    def noted(self, key: str) -> str | None:
        """Read a note of the bot's, or None if it can't be read."""

    def check(self, progress: Progress = unwatched) -> Iterator[Trouble]:
        """Yield everything that is wrong at this moment. The bot may be running."""

    def recalculate(self, progress: Progress = unwatched) -> int:
        """Recalculate all standings from the duels. Return how many ends were applied. If this is
        stopped, the bot does the rest."""

    def export(self, guild: GuildId, target: Path, progress: Progress = unwatched) -> int:
        """Export a server into a new file. Return the number of duels. The bot may be running."""

    def take_in(self, source: Path, now: Instant, progress: Progress = unwatched) -> TakenIn:
        """Import an exported server: all of it, or nothing."""

    def mark_restored(self) -> int:
        """Note that the data is older than what Discord shows, after a recovery by other means
        than ours. Return how many open duels get their boards posted anew. No bot may run."""

    def is_empty(self) -> bool:
        """Whether no table has a row, or there is no table."""

    def reading(self) -> AbstractContextManager[TableReader]:
        """Read tables while no bot runs. The schema must be the newest."""

    def filling(self) -> AbstractContextManager[TableWriter]:
        """Fill the tables while no bot runs: all of it is kept at the end of this context, or
        nothing if it fails. The schema is made; a table that has rows raises NotEmpty."""
