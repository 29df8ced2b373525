"""What is found out about a server, which stays as it is."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from storage.database import Pooler, ServerFacts
from storage.postgres.address import server_at
from storage.postgres.connecting import connect
from storage.postgres.connection import Connection
from storage.postgres.database import ServerDatabase
from storage.postgres.inspection import server_facts
from storage.trouble import NoPermission, ReadOnly
from tests.storage.postgres.databases import Databases, run, with_options
from tests.storage.postgres.pooler import pooler
from tests.storage.postgres.server import PostgresServer


def facts(url: str) -> ServerFacts:
    return server_facts(server_at(url))


def test_a_server_as_it_should_be(database: str, outsider: Connection) -> None:
    found = facts(database)
    assert int(found.version.split(".")[0]) == outsider.version
    assert found.needed == 22
    assert found.connections > found.needed
    assert 0 < found.commit < 5
    assert found.pooler is Pooler.NONE


@pytest.fixture
def limited(databases: Databases) -> Iterator[tuple[str, Connection]]:
    """A new database, and a user who may do nothing in it."""
    with databases.bare() as url, closing(connect(server_at(url))) as admin:
        run(admin, "CREATE USER little")
        yield url.replace("postgres@", "little@"), admin
        run(admin, "DROP OWNED BY little", "DROP USER little")


def test_the_least_of_all_limits_counts(limited: tuple[str, Connection]) -> None:
    url, admin = limited
    run(admin, "GRANT CREATE ON SCHEMA public TO little")
    (name,) = admin.execute("SELECT current_database()").fetchone()
    usual = facts(url).connections
    run(admin, f"ALTER DATABASE {name} CONNECTION LIMIT 30")
    assert facts(url).connections == 30 < usual
    run(admin, "ALTER USER little CONNECTION LIMIT 7")
    assert facts(url).connections == 7


def test_a_user_who_may_make_no_tables(limited: tuple[str, Connection]) -> None:
    url, admin = limited
    run(admin, "REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    with pytest.raises(NoPermission, match="it may not create tables"):
        facts(url)


def test_a_server_that_may_only_be_read(database: str) -> None:
    with pytest.raises(ReadOnly):
        facts(with_options(database, options="-cdefault_transaction_read_only=on"))


@pytest.mark.parametrize("by_transaction", [True, False])
def test_a_pooler_is_noticed(server: PostgresServer, by_transaction: bool) -> None:
    with pooler(server.port, by_transaction=by_transaction) as between:
        url = server.url().replace(str(server.port), str(between.port))
        expected = Pooler.TRANSACTION if by_transaction else Pooler.SESSION
        assert facts(url).pooler is expected


def test_tools_work_through_a_pooler(server: PostgresServer) -> None:
    """A connection that somebody else has used has other statements prepared, or none."""
    with closing(Databases(server.url())) as databases, databases.database() as direct:
        with pooler(server.port, by_transaction=True) as between:
            url = direct.replace(str(server.port), str(between.port))
            database = ServerDatabase(server_at(url))
            for _ in range(2):
                assert list(database.check()) == []
                assert database.recalculate() == 0
                assert database.noted("any") is None
                assert database.mark_restored() == 0
                assert not database.is_empty()
        assert list(ServerDatabase(server_at(direct)).check()) == []
