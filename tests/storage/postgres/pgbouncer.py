"""A PgBouncer of our own in front of a server: many hosts have one there."""

import os
import pwd
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.missing import program
from tests.storage.postgres.databases import Databases

# PgBouncer refuses to run as root.
USER = "nobody"
PATIENCE = 20
# From this version on prepared statements are known on every connection that clients share.
KEEPS_PREPARED = (1, 21)
CONFIGURATION = """
[databases]
* = host={host} port={server} user={user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
default_pool_size = {connections}
logfile = {folder}/log
pidfile = {folder}/pid
"""
PREPARED = "max_prepared_statements = 500\n"


class Pooler:
    """A running PgBouncer."""

    def __init__(self, port: int) -> None:
        self._port = port

    def url(self, url: str) -> str:
        """The address of the same database, by way of the pooler."""
        parts = urlsplit(url)
        return parts._replace(netloc=f"{parts.username}@127.0.0.1:{self._port}").geturl()


@contextmanager
def pooler(address: str, mode: str, *, connections: int) -> Iterator[Pooler]:
    """Run a PgBouncer with so many connections to each database of the server."""
    found = program("pgbouncer", "PgBouncer is missing: apt-get install pgbouncer")
    if mode == "transaction" and not keeps_prepared():
        pytest.skip("This PgBouncer is too old to share connections with prepared statements.")
    server, port = urlsplit(address), _free_port()
    text = CONFIGURATION + (PREPARED if keeps_prepared() else "")
    with TemporaryDirectory(prefix="duelhost-pgbouncer-") as name:
        folder, whose = Path(name), dict[str, Any]()
        if os.geteuid() == 0:
            owner = pwd.getpwnam(USER)
            os.chown(folder, owner.pw_uid, owner.pw_gid)
            whose = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        where = {"host": server.hostname, "server": server.port or 5432, "user": server.username}
        how = {"port": port, "mode": mode, "connections": connections, "folder": folder}
        (folder / "ini").write_text(text.format(**where, **how))
        running = subprocess.Popen(
            [found, "-q", folder / "ini"], stdin=subprocess.DEVNULL, cwd="/", **whose
        )
        try:
            _await_listening(running, port)
            yield Pooler(port)
        finally:
            running.kill()
            running.wait()


@cache
def keeps_prepared() -> bool:
    """Whether PgBouncer is new enough for transactions to share connections, or missing."""
    found = shutil.which("pgbouncer")
    return not found or _version(found) >= KEEPS_PREPARED


class PooledDatabases:
    """Empty databases, by way of the pooler."""

    def __init__(self, databases: Databases, pooler: Pooler) -> None:
        self._databases = databases
        self.pooler = pooler

    @contextmanager
    def database(self) -> Iterator[str]:
        with self._databases.database() as url:
            yield self.pooler.url(url)


def _version(found: str) -> tuple[int, ...]:
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    number = re.search(r"\d+(\.\d+)+", said)
    assert number, said
    return tuple(map(int, number[0].split(".")))


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def _await_listening(running: "subprocess.Popen[bytes]", port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        assert running.poll() is None, "PgBouncer has ended"
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.02)
    raise AssertionError("PgBouncer doesn't listen")
