"""Connections from one port belong to different processes, if they lead to different places."""

import os
import socket
import subprocess
import sys
from contextlib import closing

from tests.e2e.fleet.port_owners import PortOwners

# A process that ends when nobody can write to it any more.
WAITING = (sys.executable, "-c", "import sys; sys.stdin.read()")


def test_connections_from_one_port_to_two_places() -> None:
    with closing(listening()) as here, closing(listening()) as elsewhere:
        ours = connected(here)
        port = ours.getsockname()[1]
        with (
            closing(connected(elsewhere, port)) as theirs,
            subprocess.Popen(WAITING, stdin=subprocess.PIPE, pass_fds=[theirs.fileno()]) as other,
        ):
            theirs.close()
            processes = {"other": other.pid, "this": os.getpid()}
            owners = PortOwners(here.getsockname()[1])
            assert owners.owner(port, processes) == "this"
            assert PortOwners(elsewhere.getsockname()[1]).owner(port, processes) == "other"
            ours.close()
            assert owners.owner(port, processes) is None


def listening() -> socket.socket:
    return socket.create_server(("127.0.0.1", 0))


def connected(place: socket.socket, port: int = 0) -> socket.socket:
    """A connection from this port, which another may have too."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(("127.0.0.1", port))
    made.connect(place.getsockname())
    return made
