"""A server that answers with bytes as they are written down."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

CLOSE = b""


@dataclass
class Server:
    url: str = ""
    # What came on each connection.
    connections: list[list[bytes]] = field(default_factory=list)

    @property
    def requests(self) -> list[bytes]:
        return [request for each in self.connections for request in each]


def answer(status: int, body: bytes = b"", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status} So", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


@asynccontextmanager
async def serving(*answers: bytes, tls: ssl.SSLContext | None = None) -> AsyncIterator[Server]:
    """Give these answers one after another. `CLOSE` ends the connection instead."""
    server, left = Server(), [*answers]
    talks = set[asyncio.Task[None] | None]()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talks.add(asyncio.current_task())
        came: list[bytes] = []
        server.connections.append(came)
        try:
            while left:
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.partition(b"Content-Length: ")[2].partition(b"\r\n")[0] or 0)
                came.append(head + await reader.readexactly(length))
                now = left.pop(0)
                writer.write(now)
                if now == CLOSE:
                    break
            else:
                await reader.read()
        except (asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the other end has closed it, or the test is over
        finally:
            writer.close()

    listening = await asyncio.start_server(talk, "localhost", 0, ssl=tls)
    port = listening.sockets[0].getsockname()[1]
    server.url = f"{'https' if tls else 'http'}://localhost:{port}/api"
    try:
        yield server
    finally:
        listening.close()
        for each in filter(None, talks):
            each.cancel()
        await asyncio.gather(*filter(None, talks), return_exceptions=True)
