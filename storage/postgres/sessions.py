"""Connections of tools, and those of bots, which a tool may have to leave alone."""

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial

from storage.postgres.address import DEFAULTS, Server
from storage.postgres.connecting import connect
from storage.postgres.connection import Connection
from storage.postgres.migrate import require_current, schema_of
from storage.postgres.reconnecting import Reconnecting
from storage.postgres.unit_runner import UnitRunner
from storage.trouble import InUse, NoTables

# How a tool's connections are called on the server. A bot's have their usual name.
TOOL = "duelhost tool"
SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
BOTS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = ? AND pid <> pg_backend_pid()
"""
# For how many seconds the server may still know connections of a bot that has just stopped.
FAREWELL, PAUSE = 1.0, 0.05


@contextmanager
def session(server: Server) -> Iterator[Connection]:
    """A tool's connection. Whatever is uncommitted at the end is undone."""
    with closing(connect(_as_tool(server))) as connection:
        # A tool has no second try.
        connection.prepare_nothing()
        yield connection


@contextmanager
def snapshot(server: Server) -> Iterator[Connection]:
    """A tool's connection that sees one moment and changes nothing."""
    with session(server) as connection:
        connection.execute(SNAPSHOT)
        yield connection


@contextmanager
def runner(server: Server) -> Iterator[UnitRunner]:
    """Runs units as a bot does, also beside one."""
    with closing(UnitRunner(Reconnecting(partial(connect, _as_tool(server))))) as runner:
        yield runner


def require_ready(connection: Connection) -> None:
    """Raise a Trouble unless a tool of this version can work with the database."""
    if schema_of(connection) is None:
        raise NoTables(connection.server.address)
    require_current(connection, connection.server.address)


def is_in_use(connection: Connection, server: Server) -> bool:
    """Whether the server knows a connection of a bot."""
    settings = DEFAULTS | server.settings
    name = settings.get("application_name") or settings["fallback_application_name"]
    (bots,) = connection.execute(BOTS, (name,)).fetchone()
    return bool(bots)


def require_unused(connection: Connection, server: Server) -> None:
    """Raise InUse unless all bots have stopped."""
    until = time.monotonic() + FAREWELL
    while is_in_use(connection, server):
        if time.monotonic() >= until:
            raise InUse(server.address)
        time.sleep(PAUSE)


def _as_tool(server: Server) -> Server:
    return replace(server, settings=server.settings | {"application_name": TOOL})
