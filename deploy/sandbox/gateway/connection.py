"""A bot's connection to the gateway, and its session, which it can resume on another connection."""

import asyncio
import json
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum
from secrets import token_hex
from typing import Any

from aiohttp import web

from deploy.sandbox.gateway.compression import Pack, as_text, by_itself
from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.gateway.shards import ONLY, Shard
from deploy.sandbox.objects import Json

# How many events a session keeps for a bot that resumes it.
BACKLOG = 1_000
# A connection with this many unread messages ends. The session can be resumed on another.
BEHIND = 10_000
# How many messages a bot may send in a minute.
SENDS, MINUTE = 120, 60.0


class Op(IntEnum):
    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11
    REQUEST_SOUNDS = 31


class Close(IntEnum):
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQUENCE = 4007
    RATE_LIMITED = 4008
    TIMED_OUT = 4009
    INVALID_SHARD = 4010
    SHARDING_REQUIRED = 4011
    INVALID_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


# As Discord says it. The reason of a close frame has no more than 123 bytes.
SAYS = {
    Close.UNKNOWN_OPCODE: "Unknown opcode.",
    Close.DECODE_ERROR: "Error while decoding payload.",
    Close.NOT_AUTHENTICATED: "Not authenticated.",
    Close.AUTHENTICATION_FAILED: "Authentication failed.",
    Close.ALREADY_AUTHENTICATED: "Already authenticated.",
    Close.INVALID_SEQUENCE: "Invalid seq.",
    Close.RATE_LIMITED: "You are being rate limited.",
    Close.TIMED_OUT: "Session timed out.",
    Close.INVALID_SHARD: "Invalid shard.",
    Close.SHARDING_REQUIRED: "Sharding required.",
    Close.INVALID_VERSION: "Invalid API version.",
    Close.INVALID_INTENTS: "Invalid intent(s).",
    Close.DISALLOWED_INTENTS: "Disallowed intent(s).",
}


class Closing(Exception):
    """The connection ends with a code that says why, and in words."""

    def __init__(self, code: Close, why: str = "") -> None:
        super().__init__(why or SAYS[code])
        self.code = code


@dataclass
class Session:
    intents: Intent
    shard: Shard = ONLY
    # What the bot's library says of itself.
    properties: Json = field(default_factory=dict)
    # The servers that it hasn't been told of yet, the oldest first.
    untold: dict[str, None] = field(default_factory=dict)
    id: str = field(default_factory=lambda: token_hex(16))
    sequence: int = 0
    sent: "deque[tuple[int, str]]" = field(default_factory=lambda: deque(maxlen=BACKLOG))
    connection: "Connection | None" = None
    # Ends the session when nobody comes back to it.
    end: asyncio.TimerHandle | None = None

    def tell(self, event: str, data: Json) -> None:
        """Sends an event, and keeps it for a bot that resumes the session."""
        self.sequence += 1
        said = {"op": Op.DISPATCH, "t": event, "s": self.sequence, "d": data}
        self.sent.append((self.sequence, json.dumps(said)))
        if self.connection:
            self.connection.put(self.sent[-1][1])


class Connection:
    """One connection, on which everything goes out in order."""

    def __init__(self, request: web.Request, socket: web.WebSocketResponse, pack: Pack) -> None:
        self._request = request
        self.socket = socket
        self._pack = pack
        self._out: asyncio.Queue[str | Closing] = asyncio.Queue()
        self._heard: deque[float] = deque(maxlen=SENDS)
        self.session: Session | None = None
        self.version = 0
        self.introducing: asyncio.Task[None] | None = None
        self.port = port_of(request)

    def put(self, text: str) -> None:
        if self._out.qsize() < BEHIND:
            self._out.put_nowait(text)
        else:
            self.break_off()

    def say(self, op: Op, data: Any = None) -> None:
        self.put(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    async def write(self) -> None:
        while not isinstance(said := await self._out.get(), Closing):
            packed = self._pack(said)
            if isinstance(packed, bytes):
                await self.socket.send_bytes(packed)
            else:
                await self.socket.send_str(packed)
            self._out.task_done()
        await self.socket.close(code=said.code, message=str(said).encode())

    async def sent(self) -> None:
        """Waits until everything has gone out."""
        await self._out.join()

    def compress_payloads(self) -> None:
        """Does so from now on, unless everything is compressed anyway."""
        if self._pack is as_text:
            self._pack = by_itself

    def hear(self) -> None:
        """Counts a message of the bot, and closes the connection if there are too many."""
        now = asyncio.get_running_loop().time()
        if len(self._heard) == SENDS and now - self._heard[0] < MINUTE:
            raise Closing(Close.RATE_LIMITED)
        self._heard.append(now)

    def end(self, closing: Closing) -> None:
        """Closes the connection, after all that was said before."""
        self._out.put_nowait(closing)

    def break_off(self) -> None:
        cut(self._request)


def port_of(request: web.Request) -> int | None:
    """Returns the port that the bot's process connects from, by which it can be told from others.
    There is none once the connection is lost."""
    return (request.get_extra_info("peername") or (None, None))[1]


def cut(request: web.Request) -> None:
    """Cuts the TCP connection, as when a cable is pulled."""
    if request.transport:
        request.transport.abort()
