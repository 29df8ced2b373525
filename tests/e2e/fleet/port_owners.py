"""Finds the process that a connection comes from, as `ss -p` does."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

PROCESSES = Path("/proc")
# Columns of /proc/net/tcp.
LOCAL, REMOTE, INODE = 1, 2, 9


class PortOwners:
    """The owners of connections to one port. From theirs a process may have another connection to
    another place, and once it is closed, another process may have one to the same place."""

    def __init__(self, port: int) -> None:
        self._port = port
        # The names of processes by the sockets that they were found to have.
        self._known: dict[str, str] = {}

    def owner(self, port: int, processes: Mapping[str, int]) -> str | None:
        """The name of the process that has a connection from this port, by the names of processes
        and their ids. One that was killed has none."""
        if (socket := self._socket(port)) is None:
            return None
        if self._known.get(socket) not in processes:
            for name, pid in processes.items():
                if socket in _files(pid):
                    self._known[socket] = name
                    return name
            return None
        return self._known[socket]

    def _socket(self, port: int) -> str | None:
        for line in (PROCESSES / "net/tcp").read_text().splitlines()[1:]:
            columns = line.split()
            if (_port(columns[LOCAL]), _port(columns[REMOTE])) == (port, self._port):
                return f"socket:[{columns[INODE]}]"
        return None


def _port(address: str) -> int:
    return int(address.rpartition(":")[2], 16)


def _files(pid: int) -> Iterable[str]:
    found = set[str]()
    with suppress(OSError):
        for each in (PROCESSES / str(pid) / "fd").iterdir():
            with suppress(OSError):
                found.add(str(each.readlink()))
    return found
