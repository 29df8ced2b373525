"""A small connection pooler in front of a server, as PgBouncer is one: clients share connections,
either transaction by transaction or one client after another."""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

# Requests for encryption, which a client makes before it says who it is.
ENCRYPT = {80877103, 80877104}
HEAD = struct.Struct("!ci")


class Pooler:
    """Listens on a port of its own."""

    def __init__(self, port: int, *, by_transaction: bool) -> None:
        self._to = ("127.0.0.1", port)
        self._by_transaction = by_transaction
        self._lock = threading.Lock()
        self._idle: list[socket.socket] = []
        self._sockets: list[socket.socket] = []
        self._hello: list[bytes] = []
        self._clients = 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        for each in (self._listening, *self._sockets):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                self._sockets.append(client)
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with suppress(OSError, EOFError):
            startup = self._startup(client)
            held: socket.socket | None = self._take(startup)
            self._greet(client)
            while True:
                if held and self._by_transaction:
                    self._put_back(held)
                    held = None
                kind, message = _message(client)
                held = held or self._take(startup)
                if kind == b"X":
                    self._put_back(held)
                    break
                self._run(held, client, kind, message)
        client.close()

    def _run(
        self, server: socket.socket, client: socket.socket, kind: bytes, message: bytes
    ) -> None:
        """Pass on everything up to the end of a transaction."""
        while True:
            server.sendall(message)
            if kind in (b"S", b"Q") and self._answer(server, client):
                return
            kind, message = _message(client)

    def _greet(self, client: socket.socket) -> None:
        """Answer as the server has, with a number of the pooler's own."""
        self._clients += 1
        numbered = HEAD.pack(b"K", 12) + struct.pack("!i4s", self._clients, b"keys")
        client.sendall(b"".join(numbered if each[:1] == b"K" else each for each in self._hello))

    def _startup(self, client: socket.socket) -> bytes:
        while True:
            (length,) = struct.unpack("!i", head := _exactly(client, 4))
            body = _exactly(client, length - 4)
            if struct.unpack("!i", body[:4])[0] not in ENCRYPT:
                return head + body
            client.sendall(b"N")

    def _take(self, startup: bytes) -> socket.socket:
        """Take the connection that was put back last, or make one."""
        with self._lock:
            if self._idle:
                return self._idle.pop()
        made = socket.create_connection(self._to)
        self._sockets.append(made)
        made.sendall(startup)
        hello = list[bytes]()
        while not hello or hello[-1][:1] != b"Z":
            hello.append(_message(made)[1])
        self._hello = hello
        return made

    def _put_back(self, connection: socket.socket) -> None:
        with self._lock:
            self._idle.append(connection)

    def _answer(self, server: socket.socket, client: socket.socket) -> bool:
        """Pass on all answers. Return whether no transaction is open."""
        while True:
            kind, message = _message(server)
            client.sendall(message)
            if kind == b"Z":
                return message[-1:] == b"I"


def _message(connection: socket.socket) -> tuple[bytes, bytes]:
    head = _exactly(connection, HEAD.size)
    kind, length = HEAD.unpack(head)
    return kind, head + _exactly(connection, length - 4)


def _exactly(connection: socket.socket, count: int) -> bytes:
    content = b""
    while len(content) < count:
        some = connection.recv(count - len(content))
        if not some:
            raise EOFError
        content += some
    return content


@contextmanager
def pooler(port: int, *, by_transaction: bool) -> Iterator[Pooler]:
    made = Pooler(port, by_transaction=by_transaction)
    try:
        yield made
    finally:
        made.close()
