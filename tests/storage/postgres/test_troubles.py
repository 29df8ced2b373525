"""What goes wrong with a server, and which trouble says so."""

import socket
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any

import pytest

from storage.backend import DB
from storage.postgres import connecting
from storage.postgres.address import server_at
from storage.postgres.backend import Options, PostgresBackend
from storage.postgres.connecting import connect
from storage.postgres.connection import Connection
from storage.trouble import (
    ConnectionLost,
    Corrupt,
    DatabaseTrouble,
    DiskFault,
    DiskFull,
    LoginRefused,
    NoDatabase,
    NoPermission,
    OldServer,
    OutOfMemory,
    ReadOnly,
    StatementFailed,
    TimedOut,
    TooManyConnections,
    UnknownHost,
    Unreachable,
)
from tests.storage.postgres.databases import Databases, run, with_options
from tests.storage.postgres.gates import HERE, note, notes, opened
from tests.storage.postgres.server import PostgresServer


async def refused(url: str, kind: type[DatabaseTrouble]) -> Any:
    """The trouble that opening this address raises."""
    with pytest.raises(kind) as raised:
        async with opened(url, Options(lanes=1)):
            pass
    assert raised.value.where == server_at(url).address
    assert "s3cret" not in str(raised.value)
    return raised.value


async def test_a_name_without_an_address() -> None:
    await refused("postgresql://bot:s3cret@no-such-host.invalid/duels", UnknownHost)


async def test_nobody_listens() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and doesn't listen
        url = f"postgresql://bot:s3cret@127.0.0.1:{taken.getsockname()[1]}/duels"
        failed = await refused(url, Unreachable)
    assert "refused" in failed.detail


async def test_no_socket_is_there() -> None:
    await refused("postgresql://bot:s3cret@/duels?host=/nowhere", Unreachable)


async def test_what_listens_never_answers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"postgresql://bot:s3cret@127.0.0.1:{silent.getsockname()[1]}/duels"
        failed = await refused(f"{url}?connect_timeout=1", Unreachable)
    assert failed.detail == "it didn't answer in time"


async def test_what_listens_is_no_database() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            with suppress(OSError):
                while True:
                    client, _ = listening.accept()
                    with client:
                        client.recv(1000)
                        client.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        threading.Thread(target=answer, daemon=True).start()
        url = f"postgresql://bot:s3cret@127.0.0.1:{listening.getsockname()[1]}/duels"
        await refused(f"{url}?sslmode=disable", Unreachable)
        listening.shutdown(socket.SHUT_RDWR)


async def test_a_wrong_password(server: PostgresServer) -> None:
    with closing(connect(server_at(server.url()))) as admin, suppress(StatementFailed):
        run(admin, "CREATE USER with_password PASSWORD 'right'")
    url = server.url().replace("postgres@", "with_password:{}@")
    failed = await refused(url.format("s3cret"), LoginRefused)
    assert failed.detail == 'password authentication failed for user "with_password"'
    assert "no password" in (await refused(url.format(""), LoginRefused)).detail
    connect(server_at(url.format("right"))).close()


async def test_an_unknown_user(server: PostgresServer) -> None:
    await refused(server.url().replace("postgres@", "unknown@"), LoginRefused)


async def test_a_user_who_may_not_connect_from_here(server: PostgresServer) -> None:
    await refused(server.url().replace("postgres@", "nobody_at_all@"), LoginRefused)


async def test_a_missing_database(databases: Databases) -> None:
    await refused(databases.url("missing"), NoDatabase)


async def test_a_database_that_may_not_be_entered(server: PostgresServer) -> None:
    with closing(connect(server_at(server.url()))) as admin:
        with suppress(StatementFailed):
            run(admin, "CREATE USER guest")
        with Databases(server.url()).bare() as url:
            name = url.rpartition("/")[2]
            run(admin, f"REVOKE CONNECT ON DATABASE {name} FROM public")
            await refused(url.replace("postgres@", "guest@"), NoPermission)


async def test_a_user_who_may_not_create_tables(server: PostgresServer) -> None:
    with closing(connect(server_at(server.url()))) as admin, suppress(StatementFailed):
        run(admin, "CREATE USER guest")
    with Databases(server.url()).bare() as url:
        failed = await refused(url.replace("postgres@", "guest@"), NoPermission)
    assert "permission denied" in failed.detail


async def test_too_many_connections(server: PostgresServer) -> None:
    with Databases(server.url()).bare() as url, closing(connect(server_at(url))) as admin:
        run(admin, f"ALTER DATABASE {url.rpartition('/')[2]} CONNECTION LIMIT 0")
        with suppress(StatementFailed):
            run(admin, "CREATE USER guest")
        await refused(url.replace("postgres@", "guest@"), TooManyConnections)


async def test_a_server_that_is_too_old(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(connecting, "LEAST_VERSION", 99)
        failed = await refused(database, OldServer)
    assert failed.least == 99
    assert 13 <= failed.found < 99


async def test_a_new_database_that_is_read_only(databases: Databases) -> None:
    with databases.bare() as url:
        await refused(with_options(url, options="-cdefault_transaction_read_only=on"), ReadOnly)


async def test_a_database_that_has_become_read_only(
    backend: PostgresBackend, outsider: Connection, database: str
) -> None:
    """As when its server is a standby now. Reads go on."""
    name = database.rpartition("/")[2]
    await backend.write(HERE, note("a"))
    run(outsider, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    try:
        backends = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
        run(outsider, f"{backends} WHERE datname = '{name}' AND pid <> pg_backend_pid()")
        with pytest.raises(ReadOnly):
            await backend.write(HERE, note("b"))
        assert await backend.read(notes) == ["a"]
    finally:
        run(outsider, f"ALTER DATABASE {name} RESET default_transaction_read_only")
    assert await backend.write(HERE, note("b")) == "b"


def raising(sqlstate: str) -> Callable[[DB], None]:
    def unit(db: DB) -> None:
        raised = f"RAISE EXCEPTION 'as it says' USING ERRCODE = '{sqlstate}'"
        db.execute(f"DO $$ BEGIN {raised}; END $$").rowcount  # noqa: B018

    return unit


@pytest.mark.parametrize(
    ("sqlstate", "kind"),
    [
        ("53100", DiskFull),
        ("53200", OutOfMemory),
        ("53300", TooManyConnections),
        ("57014", TimedOut),
        ("55P03", TimedOut),
        ("42501", NoPermission),
        ("58030", DiskFault),
        ("XX001", Corrupt),
        ("XX002", Corrupt),
        ("25006", ReadOnly),
        ("23514", StatementFailed),
    ],
)
async def test_failures_of_statements(
    backend: PostgresBackend, database: str, sqlstate: str, kind: type[DatabaseTrouble]
) -> None:
    for run_unit in (lambda unit: backend.write(HERE, unit), backend.read):
        with pytest.raises(kind) as raised:
            await run_unit(raising(sqlstate))
        assert raised.value.where == server_at(database).address
        assert vars(raised.value).get("detail", "as it says") == "as it says"
    assert await backend.write(HERE, note("a")) == "a"


async def test_a_statement_takes_too_long(database: str) -> None:
    url = with_options(database, options="-cstatement_timeout=50")
    async with opened(url, Options(lanes=1)) as backend:
        with pytest.raises(TimedOut):
            await backend.write(HERE, lambda db: db.execute("SELECT pg_sleep(60)").fetchone())
        assert await backend.write(HERE, note("a")) == "a"


async def test_a_lock_is_held_for_too_long(database: str, outsider: Connection) -> None:
    """Another program holds the server's lock."""
    url = with_options(database, options="-cstatement_timeout=50")
    async with opened(url, Options(lanes=1)) as backend:
        await backend.write(HERE, note("a"))
        outsider.execute("BEGIN")
        outsider.execute("SELECT FROM guild_lock FOR UPDATE").fetchall()
        with pytest.raises(TimedOut):
            await backend.write(HERE, note("b"))
        run(outsider, "ROLLBACK")
        assert await backend.write(HERE, note("b")) == "b"


def test_a_server_that_stops_answering(database: str) -> None:
    """The client doesn't wait for ever either, and the connection is of no use after that."""
    with closing(connect(server_at(database), patience=0.05)) as connection:
        with pytest.raises(TimedOut):
            connection.execute("SELECT pg_sleep(1)").fetchone()
        assert connection.is_lost
        with pytest.raises(ConnectionLost):
            connection.execute("SELECT 1")


def test_limits_of_the_host_stay(database: str) -> None:
    url = with_options(database, options="-cstatement_timeout=1234")
    with closing(connect(server_at(url), limit=10)) as connection:
        shown = [
            connection.execute(f"SHOW {name}").fetchone()[0]
            for name in ("statement_timeout", "idle_in_transaction_session_timeout")
        ]
    assert shown == ["1234ms", "10s"]
