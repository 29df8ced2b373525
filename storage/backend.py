"""What a unit of work asks of a connection, and what the store asks of a storage engine."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from storage.ids import GuildId
from storage.leases import Leases

T = TypeVar("T")
F = TypeVar("F")
Values = Sequence[Any] | Mapping[str, Any]


class Rows(Protocol):
    """The rows that a statement returns. A row has its values by index and by name."""

    @property
    def rowcount(self) -> int:
        """How many rows the statement has changed."""

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class DB(Protocol):
    """A connection, within the transaction of a unit of work.

    Statements are in the SQL that all engines share: parameters are `?` or `:name`; upserts with
    ON CONFLICT; CASE instead of arithmetic on truth values and instead of min and max of one row;
    LIKE. A hint for SQLite, `INDEXED BY`, is left out by other engines."""

    @property
    def Error(self) -> type[Exception]:  # noqa: N802  (the name that PEP 249 gives it)
        """The class of all errors of this kind of connection."""

    def execute(self, sql: str, values: Values = (), /) -> Rows: ...

    def executemany(self, sql: str, rows: Iterable[Values], /) -> object: ...


class Backend(Protocol):
    """Runs units of work: each completely or not at all, even if its caller is cancelled."""

    async def write(
        self, guild: GuildId | None, unit: Callable[[DB], T], *, soon: bool = False
    ) -> T:
        """Run a unit that changes what is stored of a server, or of none. Return once the change is
        on disk. With `soon` the unit may wait a moment for the server's next change, and is run
        before that."""

    async def write_each(
        self,
        find: Callable[[DB], Mapping[GuildId, F]],
        unit: Callable[[DB, GuildId, F], T],
    ) -> Sequence[T]:
        """Look up servers, and something of each; then run the unit for every one of them. Whether
        they share a commit, and whether anything has changed since it was looked up, depends on the
        engine."""

    async def read(self, unit: Callable[[DB], T]) -> T:
        """Run a unit that sees one moment and changes nothing."""

    async def read_long(self, unit: Callable[[DB], T]) -> T:
        """Run a unit that reads much, so that no short one waits behind it."""

    @property
    def leases(self) -> Leases:
        """Which of the processes that share the database speaks for which shard."""

    def require_current(self, db: DB) -> None:
        """Raise a Trouble unless the schema is one that this version works with."""

    def forget(self, db: DB, guild: GuildId) -> None:
        """Delete what the engine itself keeps of a server, in the unit that deletes the rest."""

    async def settle(self) -> None:
        """Wait until every change that was asked for before is on disk, or has failed."""

    async def purge(self) -> None:
        """Overwrite what was deleted, as far as the engine keeps it elsewhere too."""
