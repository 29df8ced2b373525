"""What can be told about a server without changing anything on it."""

import time
from statistics import median

from storage.database import Pooler, ServerFacts
from storage.postgres.address import Server
from storage.postgres.backend import Options
from storage.postgres.connection import Connection
from storage.postgres.migrate import schema_of
from storage.postgres.sessions import session
from storage.postgres.transaction import roll_back
from storage.trouble import NoPermission, ReadOnly

# How many commits are measured.
COMMITS = 5
# Written to the server's log and read by nobody, so that there is something to commit.
MESSAGE = "SELECT pg_logical_emit_message(true, 'duelhost', '')"
READ_ONLY = "SELECT current_setting('transaction_read_only') = 'on' OR pg_is_in_recovery()"
# The least of what the server, the database and the user allow.
CONNECTIONS = """
SELECT least(
    (SELECT sum(CASE WHEN name = 'max_connections' THEN 1 ELSE -1 END * setting::bigint)
     FROM pg_settings WHERE name IN
     ('max_connections', 'superuser_reserved_connections', 'reserved_connections')),
    (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database()),
    (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user))
"""
# Our tables in which the user may not do everything.
FORBIDDEN = """
SELECT relname::text FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
AND NOT (has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
    AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))
ORDER BY relname
"""
MAY_CREATE = "SELECT has_schema_privilege(current_schema(), 'CREATE')"
PROCESS = "SELECT pg_backend_pid()"


def server_facts(server: Server) -> ServerFacts:
    """Look at a server. One that can't be written to raises ReadOnly or NoPermission."""
    with session(server) as connection:
        _require_writable(connection)
        (version,) = connection.execute("SHOW server_version").fetchone()
        (connections,) = connection.execute(CONNECTIONS).fetchone()
        return ServerFacts(
            str(version).split()[0],
            int(connections),
            Options().connections,
            median(_commit(connection) for _ in range(COMMITS)),
            _pooler(server, connection),
        )


def _require_writable(connection: Connection) -> None:
    address = connection.server.address
    if connection.execute(READ_ONLY).fetchone()[0]:
        raise ReadOnly(address)
    if schema_of(connection) is None:
        if not connection.execute(MAY_CREATE).fetchone()[0]:
            raise NoPermission(address, "it may not create tables")
    elif forbidden := [name for (name,) in connection.execute(FORBIDDEN).fetchall()]:
        raise NoPermission(address, f"it may not read and write {', '.join(forbidden)}")


def _commit(connection: Connection) -> float:
    """Return how many seconds it takes to commit a change."""
    connection.execute("BEGIN")
    connection.execute(MESSAGE).fetchall()
    began = time.perf_counter()
    connection.execute("COMMIT")
    connection.receive()
    return time.perf_counter() - began


def _pooler(server: Server, connection: Connection) -> Pooler:
    """Find out whether a pooler is in between, and whether it gives our connection to somebody else
    between two transactions. One with many idle connections may look as if it didn't."""
    before = _process(connection)
    if before == connection.process:
        return Pooler.NONE
    with session(server) as other:
        other.execute("BEGIN")
        taken = _process(other)
        roll_back(other)
    is_shared = taken == before or _process(connection) != before
    return Pooler.TRANSACTION if is_shared else Pooler.SESSION


def _process(connection: Connection) -> int:
    return int(connection.execute(PROCESS).fetchone()[0])
