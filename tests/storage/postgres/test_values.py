"""Values and rows: what goes in comes out, by position and by name."""

from collections.abc import Iterator
from contextlib import closing
from enum import IntEnum, StrEnum
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from storage.postgres.address import server_at
from storage.postgres.connecting import connect
from storage.postgres.connection import Connection
from storage.postgres.values import encoded
from storage.trouble import StatementFailed
from tests.storage.postgres.databases import Databases


@pytest.fixture(scope="module")
def db(databases: Databases) -> Iterator[Connection]:
    with databases.database() as url, closing(connect(server_at(url))) as connection:
        yield connection


def there_and_back(db: Connection, kind: str, value: Any) -> Any:
    return db.execute(f"SELECT ?::{kind} AS it", (value,)).fetchone()[0]


@given(number=st.integers(-(2**63), 2**63 - 1))
@example(number=-(2**63))
@example(number=2**63 - 1)
def test_integers(db: Connection, number: int) -> None:
    found = there_and_back(db, "bigint", number)
    assert (found, type(found)) == (number, int)


@given(number=st.floats(allow_nan=False))
@example(number=-0.0)
@example(number=5e-324)
@example(number=1.7976931348623157e308)
@example(number=float("inf"))
def test_real_numbers_to_the_last_bit(db: Connection, number: float) -> None:
    found = there_and_back(db, "double precision", number)
    assert (found.hex(), type(found)) == (number.hex(), float)


@given(text=st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
@example(text="")
@example(text="\\N")
@example(text='it\'s "quoted"\r\n\t')
@example(text="𝒟uel 🎲 ʼń")
def test_text(db: Connection, text: str) -> None:
    assert there_and_back(db, "text", text) == text


@given(content=st.binary())
def test_bytes(db: Connection, content: bytes) -> None:
    assert there_and_back(db, "bytea", content) == content


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(number=st.integers(-(10**40), 10**40))
def test_sums_of_any_size_are_integers(db: Connection, number: int) -> None:
    assert there_and_back(db, "numeric", number) == number


def test_a_sum_and_a_count_are_integers_and_a_mean_is_not(db: Connection) -> None:
    row = db.execute(
        "SELECT sum(n), count(*), avg(n), max(n) FROM generate_series(1::bigint, 4) AS t(n)"
    ).fetchone()
    assert tuple(row) == (10, 4, 2.5, 4)
    assert [type(each) for each in row] == [int, int, float, int]


class Phase(StrEnum):
    """A text with a name."""

    OPEN = "open"


class Seat(IntEnum):
    """A number with a name."""

    SECOND = 1


def test_enumerations_are_stored_as_their_values(db: Connection) -> None:
    assert there_and_back(db, "text", Phase.OPEN) == "open"
    assert there_and_back(db, "bigint", Seat.SECOND) == 1


def test_truth_values_are_zero_and_one(db: Connection) -> None:
    assert [there_and_back(db, "bigint", each) for each in (True, False)] == [1, 0]
    assert there_and_back(db, "boolean", True) == 1
    assert db.execute("SELECT 1 = 2").fetchone()[0] == 0


def test_nothing_is_null(db: Connection) -> None:
    assert there_and_back(db, "bigint", None) is None
    assert there_and_back(db, "text", None) is None


def test_what_cant_be_stored_is_refused() -> None:
    with pytest.raises(ValueError, match="zero character"):
        encoded("cut\0off")
    with pytest.raises(TypeError):
        encoded([1])
    with pytest.raises(UnicodeEncodeError):
        encoded("\ud800")


def test_a_number_that_is_too_large_is_refused_by_the_server(db: Connection) -> None:
    with pytest.raises(StatementFailed) as failed:
        there_and_back(db, "bigint", 2**63)
    assert failed.value.sqlstate == "22003"
    assert there_and_back(db, "bigint", 1) == 1


def test_a_row_is_read_by_position_and_by_name(db: Connection) -> None:
    row = db.execute("SELECT 1 AS one, 'b' AS two, NULL AS three").fetchone()
    one, *others = row
    assert (one, others) == (1, ["b", None])
    assert (row[0], row[-1], row["two"], row[1:]) == (1, None, "b", ("b", None))
    assert row == (1, "b", None)
    assert dict(row) == {"one": 1, "two": "b", "three": None}
    assert dict(zip(row.keys(), row, strict=True)) == dict(row)
    assert hash(row[:2]) == hash((1, "b"))
    with pytest.raises(IndexError, match="four"):
        row["four"]


def test_the_first_of_two_columns_with_a_name_is_meant(db: Connection) -> None:
    assert db.execute("SELECT 1 AS n, 2 AS n").fetchone()["n"] == 1


def test_rows_are_fetched_once(db: Connection) -> None:
    rows = db.execute("SELECT n FROM generate_series(1, 4) AS t(n) ORDER BY n")
    assert rows.fetchone() == (1,)
    assert [n for (n,) in rows] == [2, 3, 4]
    assert (rows.fetchone(), rows.fetchall()) == (None, [])


def test_the_number_of_changed_rows(db: Connection) -> None:
    insert = "INSERT INTO note (key, value) VALUES (?, '') ON CONFLICT DO NOTHING"
    assert [db.execute(insert, ("k",)).rowcount for _ in range(2)] == [1, 0]
    assert db.execute("UPDATE note SET value = 'x'").rowcount == 1
    assert db.execute("DELETE FROM note RETURNING key").fetchall() == [("k",)]
    assert db.execute("DELETE FROM note").rowcount == 0
