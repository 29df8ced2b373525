"""Rows of a result, which can be read by position and by name."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from storage.postgres.values import DECODERS, Decoder, text

if TYPE_CHECKING:
    from storage.postgres.libpq import PGresult

# More than there are lists of columns in the units.
DIFFERENT = 500

# The type of a row, and the decoders of its columns with their positions.
Shape = tuple[type[tuple[Any, ...]], tuple[tuple[int, Decoder], ...]]


class Receiving(Protocol):
    """A connection on which results are still to come."""

    def receive(self) -> None:
        """Wait for the results of everything that was sent."""


class Rows:
    """What a statement returns. It is sent with the next one whose answer somebody reads, so that
    statements whose answers nobody reads cost no round trip."""

    __slots__ = ("_connection", "_next", "_result", "_shape", "shapes")

    def __init__(self, connection: Receiving) -> None:
        self._connection = connection
        self._result: PGresult | None = None
        self._shape: Shape | None = None
        self._next = 0
        # Where the connection keeps the shape of a prepared statement's rows.
        self.shapes: list[Shape] | None = None

    def take(self, result: "PGresult") -> None:
        """Keep the result that has come."""
        self._result = result

    @property
    def has_come(self) -> bool:
        """Whether the result is here already."""
        return self._result is not None

    @property
    def tag(self) -> str:
        """What PostgreSQL says it has done."""
        return (self._received().command_status or b"").decode()

    @property
    def rowcount(self) -> int:
        """How many rows were changed, or found."""
        return self._received().command_tuples or 0

    @property
    def count(self) -> int:
        """How many rows there are."""
        return self._received().ntuples

    def fetchone(self) -> Any:
        if self._next >= self.count:
            return None
        self._next += 1
        return self._row(self._next - 1)

    def fetchall(self) -> list[Any]:
        first, self._next = self._next, self.count
        return [self._row(nth) for nth in range(first, self._next)]

    def __iter__(self) -> Iterator[Any]:
        """Read one row after the other, as a caller may stop at the first of thousands."""
        while (row := self.fetchone()) is not None:
            yield row

    def _row(self, nth: int) -> Any:
        result = self._received()
        row, decoders = self._shape or self._shape_of(result)
        value_at = result.get_value
        return row(
            [
                None if (value := value_at(nth, column)) is None else decode(value)
                for column, decode in decoders
            ]
        )

    def _shape_of(self, result: "PGresult") -> Shape:
        if self.shapes:
            self._shape = self.shapes[0]
        else:
            self._shape = _shape(result)
            if self.shapes is not None:
                self.shapes.append(self._shape)
        return self._shape

    def _received(self) -> "PGresult":
        if self._result is None:
            self._connection.receive()
        if self._result is None:
            raise RuntimeError("the statement's transaction is over")
        return self._result


def _shape(result: "PGresult") -> Shape:
    columns = range(result.nfields)
    names = tuple((result.fname(each) or b"").decode() for each in columns)
    decoders = tuple((each, DECODERS.get(result.ftype(each), text)) for each in columns)
    return row_type(names), decoders


@lru_cache(maxsize=DIFFERENT)
def row_type(names: tuple[str, ...]) -> type[tuple[Any, ...]]:
    """Return the type of a row with these columns."""
    # If two have the same name, the first one is meant.
    places = {name: nth for nth, name in reversed(tuple(enumerate(names)))}
    by_position = tuple.__getitem__

    class Row(tuple[Any, ...]):
        __slots__ = ()

        def __getitem__(self, key: Any) -> Any:
            if key.__class__ is str:
                if key not in places:
                    raise IndexError(f"there is no column {key}")
                key = places[key]
            return by_position(self, key)

        def keys(self) -> list[str]:
            return list(names)

    return Row
