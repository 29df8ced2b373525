"""Translates what PostgreSQL and its client say into troubles."""

import re
from collections.abc import Callable

from storage.location import ServerAddress
from storage.postgres.address import Server
from storage.trouble import (
    ConnectionLost,
    Corrupt,
    DatabaseTrouble,
    DiskFault,
    DiskFull,
    LoginRefused,
    NoDatabase,
    NoPermission,
    OutOfMemory,
    Overtaken,
    ReadOnly,
    StatementFailed,
    TimedOut,
    TooManyConnections,
    Trouble,
    Unavailable,
    UnknownHost,
    Unreachable,
)

# By SQLSTATE.
PLAIN: dict[str, type[DatabaseTrouble]] = {
    "25006": ReadOnly,
    "25P03": ConnectionLost,
    "3D000": NoDatabase,
    "53100": DiskFull,
    "53200": OutOfMemory,
    "53300": TooManyConnections,
    "55P03": TimedOut,
    "57014": TimedOut,
    "57P01": ConnectionLost,
    "57P02": ConnectionLost,
    "57P03": ConnectionLost,
    "57P05": ConnectionLost,
}
DETAILED: dict[str, Callable[[ServerAddress, str], DatabaseTrouble]] = {
    "28000": LoginRefused,
    "28P01": LoginRefused,
    "42501": NoPermission,
    "58030": DiskFault,
    "58P01": DiskFault,
    "XX001": Corrupt,
    "XX002": Corrupt,
}
# Errors that go away when the unit runs again: a lost race, a deadlock, a row that somebody else
# has inserted at the same moment, and prepared statements that the server no longer has.
CONTENTION = {"40001", "40P01"}
FORGOTTEN = {"0A000", "26000", "42P05"}
TRANSIENT = CONTENTION | {"23505"} | FORGOTTEN

# A connection that can't be made has no SQLSTATE, only words.
REFUSED: tuple[tuple[str, type[DatabaseTrouble]], ...] = (
    (r"could not translate host name|Name or service not known", UnknownHost),
    (r"too many clients|too many connections|connection slots are reserved", TooManyConnections),
    (r"database system is|is not (yet )?accepting connections|recovery mode", Unavailable),
    (r'database ".*" does not exist', NoDatabase),
    (r"session is read-only|session is not read-write|not in hot standby", ReadOnly),
)
LOGIN = r"authentication failed|no password supplied|pg_hba\.conf|role .* does not exist"
FORBIDDEN = r"permission denied"
# "connection to server at "db" (10.0.0.1), port 5432 failed: FATAL:  …"
INTRODUCTION = re.compile(r"^(connection to server .*? failed: )?((FATAL|ERROR): +)?")


def refused_connection(message: str, server: Server) -> Trouble:
    """Return why no connection could be made."""
    for pattern, trouble in REFUSED:
        if re.search(pattern, message):
            return trouble(server.address)
    lines = server.without_password(message).strip().splitlines() or ["no reason is given"]
    detail = INTRODUCTION.sub("", lines[0])
    if re.search(LOGIN, message):
        return LoginRefused(server.address, detail)
    if re.search(FORBIDDEN, message):
        return NoPermission(server.address, detail)
    return Unreachable(server.address, detail)


def failed_statement(sqlstate: str, message: str, server: Server) -> Trouble:
    """Return why a statement failed."""
    detail = server.without_password(message)
    if sqlstate in PLAIN:
        return PLAIN[sqlstate](server.address)
    if sqlstate.startswith("08"):
        return ConnectionLost(server.address)
    if sqlstate in DETAILED:
        return DETAILED[sqlstate](server.address, detail)
    return StatementFailed(server.address, sqlstate, detail)


def is_transient(error: BaseException) -> bool:
    """Whether the unit may succeed when it runs again. The failed run has left nothing behind."""
    if isinstance(error, StatementFailed):
        return error.sqlstate in TRANSIENT
    return isinstance(error, Overtaken | ConnectionLost)
