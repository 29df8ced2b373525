"""Discord's gateway, version 10: the WebSocket on which a bot receives events. A bot that loses it
can resume its session."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import WSMsgType, web

from deploy.sandbox import guild_members, objects
from deploy.sandbox.connection import Close, Closing, Connection, Op, Session
from deploy.sandbox.intents import PRIVILEGED, Intent
from deploy.sandbox.objects import Json
from deploy.sandbox.tokens import is_dummy
from deploy.sandbox.world import World

VERSION = "10"
# How long, in seconds, a session waits for its bot to come back.
RESUMABLE = 120.0
# Bytes of the longest message that a bot may send.
LONGEST = 4096
SAID = (WSMsgType.TEXT, WSMsgType.BINARY)


@dataclass(frozen=True)
class Heartbeat:
    """How often a bot sends heartbeats, and how long an acknowledgement takes, as over a network.

    discord.py's keep-alive thread notes the time of a heartbeat only after it was sent. An answer
    within microseconds came before that note and was compared with the heartbeat before, so the bot
    logged that its websocket is 41 seconds behind."""

    milliseconds: int = 41_250
    round_trip: float = 0.05


class Gateway:
    def __init__(self, world: World, heartbeat: Heartbeat) -> None:
        self._world = world
        self._heartbeat = heartbeat
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        # The privileged intents that the bot's owner has switched on.
        self.granted = 0
        # Told whenever a bot has come or gone.
        self.changed: Callable[[], None] = lambda: None

    @property
    def connected(self) -> bool:
        return any(each.connection for each in self.sessions.values())

    def tell(self, event: str, data: Json, intent: Intent | None = None) -> None:
        """Sends an event to bots that have one of the intents which it takes, if it takes one."""
        for session in self.sessions.values():
            if intent is None or session.intents & intent:
                session.tell(event, data)

    def break_off(self) -> None:
        for connection in self.connections:
            connection.break_off()

    def reconnect(self) -> None:
        """Asks bots to come back, as Discord does every few hours."""
        for connection in self.connections:
            connection.say(Op.RECONNECT)

    def invalidate(self) -> None:
        """Forgets all sessions: bots have to begin anew."""
        for session in list(self.sessions.values()):
            connection = session.connection
            self._forget(session)
            if connection:
                connection.session = None
                connection.say(Op.INVALID_SESSION, data=False)
        self.changed()

    async def close(self) -> None:
        for connection in list(self.connections):
            await connection.socket.close(code=1001)
        for session in list(self.sessions.values()):
            self._forget(session)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=2 * LONGEST, compress=False)
        await socket.prepare(request)
        query = request.query
        # Bots can do without: what comes as text is read as text.
        compressed = query.get("compress") == "zlib-stream"
        connection = Connection(request, socket, compressed=compressed)
        self.connections.add(connection)
        writing = asyncio.create_task(connection.write())
        try:
            await self._listen(connection, query.get("v"), query.get("encoding", "json"))
        except Closing as closing:
            await socket.close(code=closing.code, message=closing.code.name.encode())
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
            self.connections.discard(connection)
            self._leave(connection)
        return socket

    async def _listen(self, connection: Connection, version: str | None, encoding: str) -> None:
        if version != VERSION or encoding != "json":
            raise Closing(Close.INVALID_VERSION)
        connection.say(Op.HELLO, {"heartbeat_interval": self._heartbeat.milliseconds})
        # A bot that misses a heartbeat is gone, whether or not its socket knows.
        patience = self._heartbeat.milliseconds / 1000 * 1.5
        try:
            async with asyncio.timeout(patience) as limit:
                while (said := await connection.socket.receive()).type in SAID:
                    connection.hear()
                    op, data = _read(said.data)
                    if op == Op.HEARTBEAT:
                        limit.reschedule(asyncio.get_running_loop().time() + patience)
                    self._take(connection, op, data)
        except TimeoutError:
            raise Closing(Close.TIMED_OUT) from None

    def _take(self, connection: Connection, op: int, data: Any) -> None:
        if op == Op.HEARTBEAT:
            loop = asyncio.get_running_loop()
            loop.call_later(self._heartbeat.round_trip, connection.say, Op.HEARTBEAT_ACK)
        elif op == Op.IDENTIFY:
            self._identify(connection, data)
        elif op == Op.RESUME:
            self._resume(connection, data)
        elif op not in (Op.PRESENCE, Op.VOICE, Op.REQUEST_MEMBERS):
            raise Closing(Close.UNKNOWN_OPCODE)
        elif connection.session is None:
            raise Closing(Close.NOT_AUTHENTICATED)
        elif op == Op.REQUEST_MEMBERS:
            for chunk in guild_members.chunks(self._world.server, data, connection.session.intents):
                connection.session.tell("GUILD_MEMBERS_CHUNK", chunk)

    def _identify(self, connection: Connection, data: Any) -> None:
        if connection.session is not None:
            raise Closing(Close.ALREADY_AUTHENTICATED)
        if not isinstance(data, dict) or not is_dummy(data.get("token")):
            raise Closing(Close.AUTHENTICATION_FAILED)
        if data.get("shard", [0, 1]) != [0, 1]:
            raise Closing(Close.INVALID_SHARD)
        intents = data.get("intents")
        if not isinstance(intents, int) or isinstance(intents, bool) or intents >> 26:
            raise Closing(Close.INVALID_INTENTS)
        if intents & PRIVILEGED & ~self.granted:
            raise Closing(Close.DISALLOWED_INTENTS)
        session = Session(intents)
        self.sessions[session.id] = session
        self._join(connection, session)
        self._greet(session)

    def _resume(self, connection: Connection, data: Any) -> None:
        if connection.session is not None:
            raise Closing(Close.ALREADY_AUTHENTICATED)
        if not isinstance(data, dict) or not is_dummy(data.get("token")):
            raise Closing(Close.AUTHENTICATION_FAILED)
        session, seq = self.sessions.get(str(data.get("session_id"))), data.get("seq")
        if not isinstance(seq, int) or seq < 0 or (session and seq > session.sequence):
            raise Closing(Close.INVALID_SEQUENCE)
        if session is None or session.sent[0][0] > seq + 1:
            connection.say(Op.INVALID_SESSION, data=False)
            return
        if session.connection:
            session.connection.break_off()
            self._leave(session.connection)
        for number, text in list(session.sent):
            if number > seq:
                connection.put(text)
        self._join(connection, session)
        session.tell("RESUMED", {"_trace": []})

    def _greet(self, session: Session) -> None:
        server, application = self._world.server, self._world.application
        session.tell(
            "READY",
            {
                "v": int(VERSION),
                "user": objects.own_user(server.bot),
                "guilds": [{"id": server.id, "unavailable": True}],
                "session_id": session.id,
                "session_type": "normal",
                "resume_gateway_url": self._world.gateway,
                "application": {"id": application, "flags": 0},
                "private_channels": [],
                "shard": [0, 1],
                "_trace": [],
            },
        )
        if session.intents & Intent.GUILDS:
            session.tell("GUILD_CREATE", objects.guild(server))

    def _join(self, connection: Connection, session: Session) -> None:
        if session.end:
            session.end.cancel()
        connection.session, session.connection = session, connection
        self.changed()

    def _leave(self, connection: Connection) -> None:
        session, connection.session = connection.session, None
        if session is None or session.connection is not connection:
            return
        session.connection = None
        loop = asyncio.get_running_loop()
        if connection.socket.close_code in (1000, 1001):
            self._forget(session)  # a good-bye
        else:
            session.end = loop.call_later(RESUMABLE, self._forget, session)
        self.changed()

    def _forget(self, session: Session) -> None:
        session.connection = None
        self.sessions.pop(session.id, None)


def _read(text: str | bytes) -> tuple[int, Any]:
    if len(text) > LONGEST:
        raise Closing(Close.DECODE_ERROR)
    try:
        said = json.loads(text)
        return int(said["op"]), said.get("d")
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise Closing(Close.DECODE_ERROR) from None
