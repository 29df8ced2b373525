"""Finds the process that a connection comes from, as `ss -p` does."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

PROCESSES = Path("/proc")
# Columns of /proc/net/tcp.
LOCAL, INODE = 1, 9


def owner_of(port: int, processes: Mapping[str, int]) -> str | None:
    """The name of the process that has a connection from this port, by the names of processes and
    their ids. One that was killed has none."""
    sockets = {f"socket:[{each}]" for each in _inodes(port)}
    for name, pid in processes.items():
        if not sockets.isdisjoint(_files(pid)):
            return name
    return None


def _inodes(port: int) -> Iterator[str]:
    """Connections to different places can come from one port."""
    ending = f":{port:04X}"
    for line in (PROCESSES / "net/tcp").read_text().splitlines()[1:]:
        columns = line.split()
        if columns[LOCAL].endswith(ending):
            yield columns[INODE]


def _files(pid: int) -> Iterable[str]:
    found = set[str]()
    with suppress(OSError):
        for each in (PROCESSES / str(pid) / "fd").iterdir():
            with suppress(OSError):
                found.add(str(each.readlink()))
    return found
