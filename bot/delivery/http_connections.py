"""HTTP/1.1 connections that are kept open, with one request at a time on each. There are no
redirects, cookies, proxies or compressed answers: aiohttp has them all, and takes six times as long
for a request."""

import asyncio
import ssl
from collections import deque
from collections.abc import Callable
from http.client import HTTP_PORT, HTTPS_PORT
from typing import NamedTuple, cast
from urllib.parse import urlsplit

from httptools import HttpParserError, HttpResponseParser

# In seconds: an unused connection may have been closed at the other end after this, and an answer
# that takes longer doesn't come.
UNUSED, PATIENCE = 15.0, 30.0
SAFE_TWICE = ("GET", "PUT", "DELETE")


class Answer(NamedTuple):
    status: int
    reason: str
    headers: list[tuple[str, str]]
    body: bytes


class HttpConnections:
    """Connections to one server, as many as there are requests at a time."""

    def __init__(self, url: str, require: Callable[[], None] = lambda: None) -> None:
        """Connections are opened to the server of this address when they are needed. `require` is
        called before anything is sent, and raises an error if it mustn't be."""
        self._require = require
        parts = urlsplit(url)
        self._loop = asyncio.get_running_loop()
        self._host = parts.hostname or ""
        self._ssl = ssl.create_default_context() if parts.scheme == "https" else None
        self._port = parts.port or (HTTPS_PORT if self._ssl else HTTP_PORT)
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._authority = parts.netloc
        # The one that was used last is at the end.
        self._free: deque[Connection] = deque()

    async def request(
        self, method: str, url: str, headers: dict[str, str], body: bytes = b""
    ) -> Answer:
        """Send a request once. Whether one that fails was received isn't known."""
        path = url.removeprefix(self._origin)
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._authority}\r\n"
        head += "".join([f"{name}: {value}\r\n" for name, value in headers.items()])
        head += f"Content-Length: {len(body)}\r\n\r\n"
        data = head.encode("ascii") + body
        if connection := self._take_free():
            try:
                return await self._ask(connection, data)
            except ConnectionError:
                # The server may have ended it before the request came.
                if method not in SAFE_TWICE:
                    raise
        return await self._ask(await self._connect(), data)

    def close(self) -> None:
        while self._free:
            self._free.pop().close()

    async def _ask(self, connection: "Connection", data: bytes) -> Answer:
        try:
            self._require()  # to connect may have taken half a minute
        except BaseException:
            connection.close()
            raise
        answer = await connection.request(data)
        if connection.is_open:
            self._free.append(connection)
        return answer

    def _take_free(self) -> "Connection | None":
        long_ago = self._loop.time() - UNUSED
        while self._free and self._free[0].used < long_ago:
            self._free.popleft().close()
        while self._free:
            connection = self._free.pop()
            if connection.is_open:
                return connection
        return None

    async def _connect(self) -> "Connection":
        async with asyncio.timeout(PATIENCE):
            _, connection = await self._loop.create_connection(
                lambda: Connection(self._loop), self._host, self._port, ssl=self._ssl
            )
        return connection


class Connection(asyncio.Protocol):
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._transport: asyncio.Transport
        self._parser = HttpResponseParser(self)
        self._reason, self._body = "", b""
        self._headers: list[tuple[str, str]] = []
        self._answer: asyncio.Future[Answer] | None = None
        # Whether another request can follow, and when the last one did.
        self.is_open = True
        self.used = loop.time()

    async def request(self, data: bytes) -> Answer:
        self._answer, self.used = self._loop.create_future(), self._loop.time()
        timer = self._loop.call_later(PATIENCE, self._give_up, TimeoutError("no answer"))
        self._transport.write(data)
        try:
            return await self._answer
        except BaseException:
            self.close()  # an answer may still come, and would be taken for the next one's
            raise
        finally:
            timer.cancel()

    def close(self) -> None:
        self.is_open = False
        self._transport.close()

    # What the transport calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's isn't derived from it

    def data_received(self, data: bytes) -> None:
        if self._answer is None:  # nothing was asked
            self.close()
            return
        try:
            self._parser.feed_data(data)
        except HttpParserError as error:
            self._give_up(ConnectionError(f"no HTTP: {error}"))

    def connection_lost(self, error: Exception | None) -> None:
        self._give_up(error or ConnectionResetError("the server has closed the connection"))

    # What the parser calls.

    def on_status(self, reason: bytes) -> None:
        self._reason += reason.decode("latin-1")

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers.append((name.decode("latin-1"), value.decode("latin-1")))

    def on_body(self, body: bytes) -> None:
        self._body += body

    def on_message_complete(self) -> None:
        status = self._parser.get_status_code()
        answer = Answer(status, self._reason, self._headers, self._body)
        self._reason, self._headers, self._body = "", [], b""
        if status < 200:  # the answer is still to come
            return
        if not self._parser.should_keep_alive():
            self.close()
        waiting, self._answer = self._answer, None
        if waiting and not waiting.done():
            waiting.set_result(answer)

    def _give_up(self, error: Exception) -> None:
        self.close()
        waiting, self._answer = self._answer, None
        if waiting and not waiting.done():
            waiting.set_exception(error)
