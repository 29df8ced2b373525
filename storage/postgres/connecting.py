"""Makes connections, without ever stopping Python's other threads: libpq's own way to connect would
hold Python's lock for as long as a server doesn't answer."""

import select
import socket
import time
from collections.abc import Iterator

from engine.durations import SECOND
from storage.postgres.address import Server, conninfo
from storage.postgres.connection import Connection
from storage.postgres.errors import refused_connection
from storage.postgres.libpq import PGconn, pq
from storage.trouble import OldServer, Trouble, UnknownHost, Unreachable

# The first version that tells what became of a transaction.
LEAST_VERSION = 13
# A server begins to count anew after a crash, and so does a standby that takes over.
REMEMBERS_SINCE = "SELECT pg_stat_get_bgwriter_stat_reset_time()::text"
POLLED = {pq.PollingStatus.READING: select.POLLIN, pq.PollingStatus.WRITING: select.POLLOUT}


def connect(
    server: Server, *, limit: float | None = None, patience: float | None = None
) -> Connection:
    """Connect to the first of the server's addresses that answers as it should. The server works
    on one statement for `limit` seconds at most, and we wait `patience` seconds for an answer."""
    trouble: Trouble = UnknownHost(server.address)
    for attempt in _attempts(server):
        try:
            pgconn = _connected(server, attempt)
        except Trouble as failed:
            trouble = failed
        else:
            return _prepared(Connection(server, pgconn, patience), limit)
    raise trouble


def _attempts(server: Server) -> Iterator[dict[str, str]]:
    """Yield the settings of each address. Names are looked up here, where that stops nobody."""
    settings = server.settings
    hosts, ports = settings.get("host", "").split(","), settings.get("port", "").split(",")
    for nth, host in enumerate(hosts):
        port = ports[nth] if len(ports) > 1 else ports[0]
        one = settings | {"host": host, "port": port}
        if not host or host.startswith(("/", "@")) or "hostaddr" in settings:
            yield one
            continue
        try:
            found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            continue
        for address in dict.fromkeys(str(each[4][0]) for each in found):
            yield one | {"hostaddr": address}


def _connected(server: Server, settings: dict[str, str]) -> PGconn:
    pgconn = pq.PGconn.connect_start(conninfo(settings))
    if trouble := _failure(pgconn, server, time.monotonic() + server.connect_timeout):
        pgconn.finish()
        raise trouble
    return pgconn


def _failure(pgconn: PGconn, server: Server, until: float) -> Trouble | None:
    """Wait until the connection is made. Return why it can't be."""
    bad = pgconn.status == pq.ConnStatus.BAD
    status = pq.PollingStatus.FAILED if bad else pq.PollingStatus.WRITING
    while status in POLLED:
        waiting = select.poll()
        waiting.register(pgconn.socket, POLLED[status])
        if not waiting.poll(max(0.0, until - time.monotonic()) * SECOND):
            return Unreachable(server.address, "it didn't answer in time")
        status = pq.PollingStatus(pgconn.connect_poll())
    if status is pq.PollingStatus.OK:
        return None
    return refused_connection(pgconn.error_message.decode("utf-8", "replace"), server)


def _prepared(connection: Connection, limit: float | None) -> Connection:
    try:
        _require_version(connection)
        since = connection.execute_once(REMEMBERS_SINCE)
        if limit is not None:
            _set_limits(connection, limit)
        (connection.remembers_since,) = since.fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _require_version(connection: Connection) -> None:
    if connection.version < LEAST_VERSION:
        raise OldServer(connection.server.address, connection.version, LEAST_VERSION)


def _set_limits(connection: Connection, limit: float) -> None:
    """Have the server give up what takes too long, and what a client that has vanished left open.
    Limits that the host has set stay."""
    for setting in ("statement_timeout", "idle_in_transaction_session_timeout"):
        connection.execute(
            "SELECT set_config(?, ?, false) WHERE current_setting(?) = '0'",
            (setting, f"{limit:.3f}s", setting),
        )
