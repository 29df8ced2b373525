"""A proxy between us and the server, which loses a COMMIT or its answer on the way, or lets nothing
through for a while, as a network does that is cut."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum

from storage.postgres.dialect import translated

# How a prepared COMMIT, or one that is prepared now, looks in the client's messages.
COMMIT = translated("COMMIT").name
# How the server says that it has committed: the tag of the command, with its length before it.
COMMITTED = b"C\x00\x00\x00\x0bCOMMIT\x00"


class Loses(Enum):
    """What is lost, together with the connection."""

    NOTHING = "nothing"
    COMMIT = "the next COMMIT"
    ANSWER = "the answer to the next COMMIT"


class Proxy:
    """Forwards connections to the server at a port."""

    def __init__(self, port: int) -> None:
        self._to = ("127.0.0.1", port)
        self.loses = Loses.NOTHING
        # Whether further connections are let through after a loss.
        self.lets_in_again = True
        self._lets_in = True
        self._flows = threading.Event()
        self._flows.set()
        self._sockets: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._flows.set()
        for each in (self._listening, *self._sockets):
            _cut(each)

    def let_in(self) -> None:
        self._lets_in = True

    def hold(self) -> None:
        """Let nothing through, and tell nobody."""
        self._flows.clear()

    def let_flow(self) -> None:
        """Let everything through that was held, and what comes."""
        self._flows.set()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                if not self._lets_in:
                    client.close()
                    continue
                try:
                    server = socket.create_connection(self._to)
                except OSError:
                    client.close()  # the server is away
                    continue
                self._sockets += (client, server)
                for each in (self._forward, self._forward_answers):
                    threading.Thread(target=each, args=(client, server), daemon=True).start()

    def _forward(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while content := client.recv(65536):
                self._flows.wait()
                if self.loses is Loses.COMMIT and COMMIT in content:
                    self._lose(client, server)
                    return
                server.sendall(content)
        _cut(server)

    def _forward_answers(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while content := server.recv(65536):
                self._flows.wait()
                if self.loses is Loses.ANSWER and COMMITTED in content:
                    self._lose(client, server)
                    return
                client.sendall(content)
        _cut(client)

    def _lose(self, client: socket.socket, server: socket.socket) -> None:
        self.loses = Loses.NOTHING
        self._lets_in = self.lets_in_again
        _cut(server)
        _cut(client)


def _cut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()


@contextmanager
def proxy(port: int) -> Iterator[Proxy]:
    made = Proxy(port)
    try:
        yield made
    finally:
        made.close()
