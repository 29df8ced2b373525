"""Which engines a test of the store runs on.

A test with the marker `every_engine` whose fixtures need `engine` runs once for each. Other tests
run on SQLite."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from storage.postgres.unit_runner import Isolation
from tests.storage.databases import FEW, Database, Engine, PostgresEngine, SqliteEngine

ENGINES = ("sqlite", "postgres")
# Other ways to run PostgreSQL: how strictly transactions are kept apart, and divided tables.
VARIANTS = ("serializable", "partitioned")
# By way of PgBouncer, which gives a connection to a client for as long as its own lasts, or for a
# transaction.
POOLED = ("session_pooled", "transaction_pooled")


def parametrize(metafunc: pytest.Metafunc) -> None:
    """Let a marked test run on every engine."""
    marker = metafunc.definition.get_closest_marker("every_engine")
    if marker and "engine" in metafunc.fixturenames:
        run_on(metafunc, *_long(**marker.kwargs))


def run_on(metafunc: pytest.Metafunc, *long: str) -> None:
    """Run a test on every engine, and on some only with `-m long`."""
    others = [pytest.param(each, marks=pytest.mark.long) for each in long]
    quick = [each for each in ENGINES if each not in long]
    metafunc.parametrize("engine", [*quick, *others], indirect=True)


def _long(*, variants: bool = False, long: bool = False, unchecked: bool = False) -> list[str]:
    del unchecked  # the fixture asks for it
    return [*(ENGINES[1:] if long else ()), *(VARIANTS if variants else ())]


@pytest.fixture(scope="session")
def filled() -> dict[Path, str]:
    """The databases that tests share, by the file that they were filled from."""
    return {}


@pytest.fixture
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    which = getattr(request, "param", "sqlite")
    if which == "sqlite":
        yield SqliteEngine(tmp_path)
        return
    marker = request.node.get_closest_marker("every_engine")
    unchecked = marker is not None and marker.kwargs.get("unchecked")
    pool = "unchecked_databases" if unchecked else "databases"
    pool = f"{which}_databases" if which in ("partitioned", *POOLED) else pool
    strict = which == "serializable"
    options = replace(FEW, isolation=Isolation.SERIALIZABLE) if strict else FEW
    with ExitStack() as stack:
        filled = request.getfixturevalue("filled")
        yield PostgresEngine(stack, request.getfixturevalue(pool), options, filled)


@pytest.fixture
def any_database(engine: Engine) -> Database:
    """An empty database."""
    return engine.new()
