"""What the store needs from an engine: connections for units of work, and where to run them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from storage.ids import GuildId

T = TypeVar("T")
Values = Sequence[Any] | Mapping[str, Any]


class Rows(Protocol):
    """What a statement returns. Each row can be read by position and by name."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class DB(Protocol):
    """A connection within a transaction, as units of work see it."""

    def execute(self, sql: str, values: Values = (), /) -> Rows: ...
    def executemany(self, sql: str, rows: Iterable[Values], /) -> object: ...


class Backend(Protocol):
    """Runs units of work, each completely or not at all."""

    async def write(
        self, guild: GuildId | None, unit: Callable[[DB], T], *, soon: bool = False
    ) -> T: ...
    async def read(self, unit: Callable[[DB], T]) -> T: ...
    async def read_long(self, unit: Callable[[DB], T]) -> T: ...
    def require_current(self, db: DB) -> None: ...
    async def purge(self) -> None: ...
