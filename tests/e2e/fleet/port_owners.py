"""Finds the process that a connection comes from, as `ss -p` does."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

PROCESSES = Path("/proc")
# Columns of /proc/net/tcp.
LOCAL, INODE = 1, 9


def owner_of(port: int, processes: Mapping[str, int]) -> str | None:
    """The name of the process that has a connection from this port, by the names of processes and
    their ids. One that was killed has none."""
    socket = f"socket:[{_inode(port)}]"
    for name, pid in processes.items():
        if socket in _files(pid):
            return name
    return None


def _inode(port: int) -> str | None:
    ending = f":{port:04X}"
    for line in (PROCESSES / "net/tcp").read_text().splitlines()[1:]:
        columns = line.split()
        if columns[LOCAL].endswith(ending):
            return columns[INODE]
    return None


def _files(pid: int) -> Iterable[str]:
    found = set[str]()
    with suppress(OSError):
        for each in (PROCESSES / str(pid) / "fd").iterdir():
            with suppress(OSError):
                found.add(str(each.readlink()))
    return found
