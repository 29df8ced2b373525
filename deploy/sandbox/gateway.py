"""The gateway, version 10: a socket through which Discord tells a bot what happens. A bot that
loses it may come back to where it was."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

from deploy.sandbox import objects, rollcall
from deploy.sandbox.line import Close, Closing, Intent, Line, Op, Session
from deploy.sandbox.objects import Json
from deploy.sandbox.tokens import is_dummy
from deploy.sandbox.world import World

VERSION = "10"
HEARTBEAT = 41_250
# How long, in seconds, a session waits for its bot to come back.
RESUMABLE = 120.0
PRIVILEGED = Intent.MEMBERS | Intent.PRESENCES | Intent.CONTENT
# What a bot may say at once.
LONGEST = 4096
SAID = (WSMsgType.TEXT, WSMsgType.BINARY)


class Gateway:
    def __init__(self, world: World, heartbeat: int = HEARTBEAT) -> None:
        self._world = world
        self._heartbeat = heartbeat
        self._sessions: dict[str, Session] = {}
        self._lines: set[Line] = set()
        # The privileged intents that the bot's owner has switched on.
        self.granted = 0
        # Told whenever a bot has come or gone.
        self.changed: Callable[[], None] = lambda: None

    @property
    def connected(self) -> bool:
        return any(each.line for each in self._sessions.values())

    def tell(self, event: str, data: Json, intent: int = 0) -> None:
        """To all who have the intent that it takes, if it takes one."""
        for session in self._sessions.values():
            if session.intents & intent == intent:
                session.tell(event, data)

    def break_off(self) -> None:
        for line in self._lines:
            line.break_off()

    def reconnect(self) -> None:
        """Asks bots to come back, as Discord does every few hours."""
        for line in self._lines:
            line.say(Op.RECONNECT)

    def invalidate(self) -> None:
        """Forgets all sessions: bots have to begin anew."""
        for session in list(self._sessions.values()):
            line = session.line
            self._forget(session)
            if line:
                line.session = None
                line.say(Op.INVALID_SESSION, data=False)
        self.changed()

    async def close(self) -> None:
        for line in list(self._lines):
            await line.socket.close(code=1001)
        for session in list(self._sessions.values()):
            self._forget(session)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=2 * LONGEST, compress=False)
        await socket.prepare(request)
        query = request.query
        # Bots can do without: what comes as text is read as text.
        compressed = query.get("compress") == "zlib-stream"
        line = Line(request, socket, compressed=compressed)
        self._lines.add(line)
        writing = asyncio.create_task(line.write())
        try:
            await self._listen(line, query.get("v"), query.get("encoding", "json"))
        except Closing as closing:
            await socket.close(code=closing.code, message=closing.code.name.encode())
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
            self._lines.discard(line)
            self._leave(line)
        return socket

    async def _listen(self, line: Line, version: str | None, encoding: str) -> None:
        if version != VERSION or encoding != "json":
            raise Closing(Close.INVALID_VERSION)
        line.say(Op.HELLO, {"heartbeat_interval": self._heartbeat})
        # A bot that misses a heartbeat is gone, whether or not its socket knows.
        patience = self._heartbeat / 1000 * 1.5
        try:
            async with asyncio.timeout(patience) as limit:
                while (said := await line.socket.receive()).type in SAID:
                    line.hear()
                    op, data = _read(said.data)
                    if op == Op.HEARTBEAT:
                        limit.reschedule(asyncio.get_running_loop().time() + patience)
                    self._take(line, op, data)
        except TimeoutError:
            raise Closing(Close.TIMED_OUT) from None

    def _take(self, line: Line, op: int, data: Any) -> None:
        if op == Op.HEARTBEAT:
            line.say(Op.HEARTBEAT_ACK)
        elif op == Op.IDENTIFY:
            self._identify(line, data)
        elif op == Op.RESUME:
            self._resume(line, data)
        elif op not in (Op.PRESENCE, Op.VOICE, Op.REQUEST_MEMBERS):
            raise Closing(Close.UNKNOWN_OPCODE)
        elif line.session is None:
            raise Closing(Close.NOT_AUTHENTICATED)
        elif op == Op.REQUEST_MEMBERS:
            for chunk in rollcall.chunks(self._world.server, data, line.session.intents):
                line.session.tell("GUILD_MEMBERS_CHUNK", chunk)

    def _identify(self, line: Line, data: Any) -> None:
        if line.session is not None:
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
        self._sessions[session.id] = session
        self._join(line, session)
        self._greet(session)

    def _resume(self, line: Line, data: Any) -> None:
        if line.session is not None:
            raise Closing(Close.ALREADY_AUTHENTICATED)
        if not isinstance(data, dict) or not is_dummy(data.get("token")):
            raise Closing(Close.AUTHENTICATION_FAILED)
        session, seq = self._sessions.get(str(data.get("session_id"))), data.get("seq")
        if not isinstance(seq, int) or seq < 0 or (session and seq > session.sequence):
            raise Closing(Close.INVALID_SEQUENCE)
        if session is None or session.sent[0][0] > seq + 1:
            line.say(Op.INVALID_SESSION, data=False)
            return
        if session.line:
            session.line.break_off()
            self._leave(session.line)
        for number, text in list(session.sent):
            if number > seq:
                line.put(text)
        self._join(line, session)
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

    def _join(self, line: Line, session: Session) -> None:
        if session.end:
            session.end.cancel()
        line.session, session.line = session, line
        self.changed()

    def _leave(self, line: Line) -> None:
        session, line.session = line.session, None
        if session is None or session.line is not line:
            return
        session.line = None
        loop = asyncio.get_running_loop()
        if line.socket.close_code in (1000, 1001):
            self._forget(session)  # a good-bye
        else:
            session.end = loop.call_later(RESUMABLE, self._forget, session)
        self.changed()

    def _forget(self, session: Session) -> None:
        session.line = None
        self._sessions.pop(session.id, None)


def _read(text: str | bytes) -> tuple[int, Any]:
    if len(text) > LONGEST:
        raise Closing(Close.DECODE_ERROR)
    try:
        said = json.loads(text)
        return int(said["op"]), said.get("d")
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise Closing(Close.DECODE_ERROR) from None
