"""One connection to the server, spoken to in libpq's pipeline mode.

A statement is only put in line. The line is sent when somebody reads an answer, so a statement
whose answer nobody reads, such as BEGIN, costs no round trip of its own.
"""

import select
from collections import OrderedDict, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.durations import SECOND
from storage.postgres.address import Server
from storage.postgres.dialect import Statement, translated
from storage.postgres.errors import FORGOTTEN, failed_statement
from storage.postgres.libpq import OperationalError, PGconn, PGresult, pq
from storage.postgres.rows import Rows, Shape
from storage.trouble import (
    ConnectionLost,
    DatabaseTrouble,
    TimedOut,
    Trouble,
)

# How many statements a connection keeps prepared: more than the units have.
PREPARED = 400
# How many statements of `executemany` are in line at most.
IN_LINE = 200
# How often prepared statements may be lost before the connection does without: something between
# us and the server doesn't keep them.
LOSSES = 3
ALREADY_PREPARED = "42P05"

OK = {pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK}
Values = Sequence[Any] | Mapping[str, Any]


class _Preparation:
    """In line for a statement's preparation."""

    def __init__(self, prepared: OrderedDict[bytes, list[Shape]], name: bytes) -> None:
        self._prepared = prepared
        self._name = name

    def take(self, _result: PGresult) -> None:
        self._prepared[self._name] = []


class Connection:
    """A connection, for one thread at a time. `patience` is how many seconds it waits for an
    answer: longer than the server works on one, as the server's own limit keeps the connection."""

    def __init__(self, server: Server, pgconn: PGconn, patience: float | None) -> None:
        self.server = server
        pgconn.nonblocking = 1
        pgconn.enter_pipeline_mode()
        self._pgconn = pgconn
        self._patience = None if patience is None else patience * SECOND
        self._poll = select.poll()
        self._poll.register(pgconn.socket, select.POLLIN)
        self._line: deque[Rows | _Preparation] = deque()
        self._preparing: set[bytes] = set()
        # The names of prepared statements, each with the shape of its rows once it is known.
        self._prepared: OrderedDict[bytes, list[Shape]] = OrderedDict()
        self._losses = 0
        self.is_lost = False
        # Since when the server has forgotten nothing. After a crash it may give the number of a
        # transaction that it has lost to another one.
        self.remembers_since = ""

    # What units of work see.

    # Raised before a statement reaches the server, or when it fails there.
    Error = DatabaseTrouble

    def execute(self, sql: str, values: Values = (), /) -> Rows:
        statement = translated(sql)
        return self._send(statement, statement.bound(values))

    def executemany(self, sql: str, rows: Iterable[Values], /) -> None:
        statement = translated(sql)
        for values in rows:
            self._send(statement, statement.bound(values))
            if len(self._line) >= IN_LINE:
                self.receive()

    # What transactions need besides.

    @property
    def version(self) -> int:
        """The server's major version."""
        return self._pgconn.server_version // 10_000

    @property
    def process(self) -> int:
        """The number of the server's process for this connection."""
        return self._pgconn.backend_pid

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open, as far as the answers so far tell."""
        return self._pgconn.transaction_status != pq.TransactionStatus.IDLE

    def execute_once(self, sql: str) -> Rows:
        """Execute a statement that won't come again, as it stands."""
        rows = Rows(self)
        try:
            self._pgconn.send_query_params(sql.encode(), None)
        except OperationalError as error:
            raise self._lost() from error
        self._line.append(rows)
        return rows

    def receive(self) -> None:
        """Send the line and take in all answers. Raise the first failure among them."""
        if self.is_lost:
            raise ConnectionLost(self.server.address)
        if not self._line:
            return
        try:
            failure = self._receive()
        except OperationalError as error:
            raise self._lost() from error
        self._preparing.clear()
        if failure:
            raise failure

    def prepare_nothing(self) -> None:
        """Send each statement as it stands. A pooler may run each transaction on another
        connection, which doesn't know what was prepared."""
        self._losses = LOSSES

    def released(self) -> PGconn:
        """Give the connection away, for what pipeline mode doesn't allow, such as COPY."""
        self._pgconn.exit_pipeline_mode()
        self._pgconn.nonblocking = 0
        return self._pgconn

    def close(self) -> None:
        self._pgconn.finish()
        self.is_lost = True

    def _send(self, statement: Statement, values: list[bytes | None]) -> Rows:
        if self.is_lost:
            raise ConnectionLost(self.server.address)
        rows = Rows(self)
        try:
            if self._losses >= LOSSES:
                self._pgconn.send_query_params(statement.text, values)
            else:
                name = self._prepare(statement)
                rows.shapes = self._prepared.get(name)
                self._pgconn.send_query_prepared(name, values)
        except OperationalError as error:
            raise self._lost() from error
        self._line.append(rows)
        return rows

    def _prepare(self, statement: Statement) -> bytes:
        """Return the name of the prepared statement. What was prepared before a loss is another."""
        name = b"%s_%d" % (statement.name, self._losses)
        if name in self._prepared:
            self._prepared.move_to_end(name)
        elif name not in self._preparing:
            if len(self._prepared) + len(self._preparing) >= PREPARED and self._prepared:
                oldest, _shapes = self._prepared.popitem(last=False)
                self.execute_once(f"DEALLOCATE {oldest.decode()}")
            self._preparing.add(name)
            self._pgconn.send_prepare(name, statement.text)
            self._line.append(_Preparation(self._prepared, name))
        return name

    def _receive(self) -> Trouble | None:
        """Return the first failure."""
        pgconn, failure = self._pgconn, None
        pgconn.pipeline_sync()
        self._flush()
        while self._line:
            result, waiting = self._next_result(), self._line.popleft()
            if result is None:
                raise self._lost()
            if result.status in OK:
                waiting.take(result)
            elif failure is None:
                failure = self._failure(result, waiting)
            pgconn.get_result()  # says that this was the statement's only result
        self._next_result()  # says that the whole line has been answered
        return failure

    def _failure(self, result: PGresult, waiting: "Rows | _Preparation") -> Trouble:
        sqlstate = (result.error_field(pq.DiagnosticField.SQLSTATE) or b"").decode()
        severity = result.error_field(pq.DiagnosticField.SEVERITY_NONLOCALIZED)
        message = (result.error_field(pq.DiagnosticField.MESSAGE_PRIMARY) or b"").decode()
        if not sqlstate or severity in (b"FATAL", b"PANIC"):
            raise self._lost()
        if sqlstate == ALREADY_PREPARED:
            # The name says which statement it is, so somebody has prepared the same one.
            waiting.take(result)
        elif sqlstate in FORGOTTEN:
            self._losses += 1
            self._prepared.clear()
        return failed_statement(sqlstate, message, self.server)

    def _lost(self) -> ConnectionLost:
        self.is_lost = True
        self._line.clear()
        return ConnectionLost(self.server.address)

    def _flush(self) -> None:
        while self._pgconn.flush():
            # The server may have to be read first, before it reads on.
            self._poll.modify(self._pgconn.socket, select.POLLIN | select.POLLOUT)
            try:
                self._wait()
            finally:
                self._poll.modify(self._pgconn.socket, select.POLLIN)
            self._pgconn.consume_input()

    def _next_result(self) -> PGresult | None:
        # Python's lock is released while this waits, and not while the library reads.
        while self._pgconn.is_busy():
            self._wait()
            self._pgconn.consume_input()
        return self._pgconn.get_result()

    def _wait(self) -> None:
        if not self._poll.poll(self._patience):
            self._lost()
            raise TimedOut(self.server.address)
