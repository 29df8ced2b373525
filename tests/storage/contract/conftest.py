"""Every storage engine there is: the tests of the contract run once for each."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    ExitStack,
    contextmanager,
)
from pathlib import Path

import pytest

from storage.postgres.backend import Options
from storage.postgres.store import open_store as open_postgres
from storage.postgres.unit_runner import Isolation
from storage.sqlite.store import open_store
from storage.store import Store
from tests.storage.database_files import new_database

# How an engine is opened, given a folder of its own. The same folder means the same data.
Backend = Callable[[Path], AbstractAsyncContextManager[Store]]
# How each engine is prepared for a test. Another engine is another entry here.
Engine = Callable[[pytest.FixtureRequest], AbstractContextManager[Backend]]


@contextmanager
def sqlite(_request: pytest.FixtureRequest) -> Iterator[Backend]:
    yield lambda folder: open_sqlite(folder / "duelhost.db")


def open_sqlite(path: Path) -> AbstractAsyncContextManager[Store]:
    return open_store(path if path.exists() else new_database(path))


def postgres(fixture: str = "databases", isolation: Isolation = Isolation.READ_COMMITTED) -> Engine:
    """PostgreSQL, with few connections: a test makes few calls at a time."""

    @contextmanager
    def engine(request: pytest.FixtureRequest) -> Iterator[Backend]:
        databases = request.getfixturevalue(fixture)
        options = Options(lanes=2, readers=2, isolation=isolation)
        with ExitStack() as stack:
            urls: dict[Path, str] = {}

            def opened(folder: Path) -> AbstractAsyncContextManager[Store]:
                if folder not in urls:
                    urls[folder] = stack.enter_context(databases.database())
                return open_postgres(urls[folder], options)

            yield opened

    return engine


ENGINES: dict[str, Engine] = {"sqlite": sqlite, "postgres": postgres()}
VARIANTS: dict[str, Engine] = {
    "serializable": postgres(isolation=Isolation.SERIALIZABLE),
    "partitioned": postgres("partitioned_databases"),
    # By way of PgBouncer, which gives a connection to a client for as long as its own lasts, or for
    # a transaction.
    "session_pooled": postgres("session_pooled_databases"),
    "transaction_pooled": postgres("transaction_pooled_databases"),
}


@pytest.fixture(
    params=[*ENGINES, *(pytest.param(each, marks=pytest.mark.long) for each in VARIANTS)]
)
def backend(request: pytest.FixtureRequest) -> Iterator[Backend]:
    with (ENGINES | VARIANTS)[request.param](request) as backend:
        yield backend


@pytest.fixture
async def store(backend: Backend, tmp_path: Path) -> AsyncIterator[Store]:
    async with backend(tmp_path) as store:
        yield store
