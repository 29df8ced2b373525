"""Discord's gateway: the WebSocket on which a bot receives events. A bot that loses it
can resume its session."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import WSMsgType, web

from deploy.sandbox.gateway import greeting, guild_members, payloads, shards
from deploy.sandbox.gateway.compression import transport
from deploy.sandbox.gateway.connection import Close, Closing, Connection, Op, Session
from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.gateway.introductions import Introductions
from deploy.sandbox.gateway.session_starts import SessionStarts
from deploy.sandbox.gateway.shards import Shard
from deploy.sandbox.guild.guild import Server
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.messages.message_events import readable
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World

# How long, in seconds, a session waits for its bot to come back, and how many do so at most.
RESUMABLE = 120.0
WAITING = 1_000
# Events that tell what people have written.
WITH_CONTENT = ("MESSAGE_CREATE", "MESSAGE_UPDATE")
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
    def __init__(self, world: World, heartbeat: Heartbeat, starts: SessionStarts) -> None:
        self._world = world
        self._heartbeat = heartbeat
        self._starts = starts
        self._introductions = Introductions(world.servers)
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()
        # Told whenever a bot has come or gone.
        self.changed: Callable[[], None] = lambda: None

    @property
    def connected(self) -> bool:
        return any(each.connection for each in self.sessions.values())

    @property
    def told(self) -> list[Json]:
        """Returns every session, for those who want to know which shards are there."""
        return [
            {
                "session": each.id,
                "shard": each.shard.told,
                "connected": each.connection is not None,
                # Of the bot's process, which `ss` or `lsof` find by it.
                "port": each.connection.port if each.connection else None,
                "properties": each.properties,
            }
            for each in self.sessions.values()
        ]

    def tell(self, event: str, data: Json, intent: Intent | None = None) -> None:
        """Sends an event to bots that have one of the intents which it takes, if it takes one."""
        if intent is not None and not self._visible(event, data):
            return
        for session in self.sessions.values():
            wanted = intent is None or session.intents & intent
            if wanted and session.shard.hears(data.get("guild_id")):
                self._introductions.tell_of(session, data.get("guild_id"))
                session.tell(event, self._readable(session, event, data))

    def _visible(self, event: str, data: Json) -> bool:
        """Whether the bot can see the server's channel that an event happens in, if it does."""
        server = self._world.servers.get(data.get("guild_id"))
        if server is None:
            return True
        key = data.get("id") if event.startswith("THREAD_") else data.get("channel_id")
        place = server.places.get(str(key))
        return place is None or May.VIEW in server.may(server.bot, place)

    def _readable(self, session: Session, event: str, data: Json) -> Json:
        server = self._world.servers.get(data.get("guild_id"))
        if server is None or session.intents & Intent.MESSAGE_CONTENT or event not in WITH_CONTENT:
            return data
        return readable(data, server)

    def break_off(self, shard: Shard | None = None) -> None:
        """Cuts the connections of a shard, or all of them."""
        for connection in self._connected(shard):
            connection.break_off()

    def reconnect(self, shard: Shard | None = None) -> None:
        """Asks bots to come back, as Discord does every few hours."""
        for connection in self._connected(shard):
            connection.say(Op.RECONNECT)

    def invalidate(self, shard: Shard | None = None) -> None:
        """Forgets the sessions of a shard, or all of them: bots have to begin anew."""
        for session in list(self.sessions.values()):
            if shard not in (None, session.shard):
                continue
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
        socket = web.WebSocketResponse(
            max_msg_size=2 * payloads.LONGEST, compress=False, autoclose=False
        )
        await socket.prepare(request)
        query = request.query
        connection = Connection(request, socket, transport(query.get("compress")))
        self.connections.add(connection)
        writing = asyncio.create_task(connection.write())
        try:
            connection.version = payloads.version(query.get("v"), query.get("encoding", "json"))
            await self._listen(connection)
        except Closing as closing:
            await socket.close(code=closing.code, message=str(closing).encode())
        finally:
            tasks = [each for each in (writing, connection.introducing) if each]
            for each in tasks:
                each.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.connections.discard(connection)
            self._leave(connection)
        return socket

    async def _listen(self, connection: Connection) -> None:
        connection.say(Op.HELLO, {"heartbeat_interval": self._heartbeat.milliseconds})
        # A bot that misses a heartbeat is gone, whether or not its socket knows.
        patience = self._heartbeat.milliseconds / 1000 * 1.5
        try:
            async with asyncio.timeout(patience) as limit:
                while (said := await connection.socket.receive()).type in SAID:
                    connection.hear()
                    op, data = payloads.read(said.data)
                    if op == Op.HEARTBEAT:
                        limit.reschedule(asyncio.get_running_loop().time() + patience)
                    self._take(connection, op, data)
        except TimeoutError:
            raise Closing(Close.TIMED_OUT) from None
        if said.type is WSMsgType.CLOSE:
            # Some clients do next what belongs to the code that comes back.
            await connection.socket.close(code=said.data or 1000, drain=False)

    def _take(self, connection: Connection, op: int, data: Any) -> None:
        if op == Op.HEARTBEAT:
            loop = asyncio.get_running_loop()
            loop.call_later(self._heartbeat.round_trip, connection.say, Op.HEARTBEAT_ACK)
        elif op == Op.IDENTIFY:
            self._identify(connection, data)
        elif op == Op.RESUME:
            self._resume(connection, data)
        elif op not in (Op.PRESENCE, Op.VOICE, Op.REQUEST_MEMBERS, Op.REQUEST_SOUNDS):
            raise Closing(Close.UNKNOWN_OPCODE)
        elif connection.session is None:
            raise Closing(Close.NOT_AUTHENTICATED)
        elif op == Op.REQUEST_MEMBERS:
            self._tell_members(connection.session, data)
        elif op == Op.REQUEST_SOUNDS:
            self._tell_sounds(connection.session, data)

    def _tell_members(self, session: Session, asked: Any) -> None:
        form = guild_members.read(asked)
        server = self._server(session, form.guild_id)
        for chunk in guild_members.chunks(server, form, session.intents) if server else ():
            session.tell("GUILD_MEMBERS_CHUNK", chunk)

    def _tell_sounds(self, session: Session, asked: Any) -> None:
        ids = asked.get("guild_ids") if isinstance(asked, dict) else None
        for each in ids if isinstance(ids, list) else ():
            if server := self._server(session, str(each)):
                none = {"guild_id": server.id, "soundboard_sounds": []}
                session.tell("SOUNDBOARD_SOUNDS", none)

    def _server(self, session: Session, key: str) -> Server | None:
        """Returns a server, unless it is another shard's."""
        server = self._world.servers.glimpse(key)
        return server if server and session.shard.has(server.id) else None

    def _identify(self, connection: Connection, data: Any) -> None:
        if connection.session is not None:
            raise Closing(Close.ALREADY_AUTHENTICATED)
        payloads.authenticate(data)
        named = data.get("shard")
        shard = payloads.shard(named)
        intents = payloads.intents(data.get("intents"), self._world.context.privileged)
        servers = self._world.servers.ids(shard)
        if len(servers) > shards.LARGEST:
            raise Closing(Close.SHARDING_REQUIRED)
        if not self._starts.count():
            self._revoke()
            return
        if not self._starts.take(shard):
            connection.say(Op.INVALID_SESSION, data=False)
            return
        told = data.get("properties")
        session = Session(intents, shard, told if isinstance(told, dict) else {})
        if intents & Intent.GUILDS:
            session.untold = dict.fromkeys(servers)
        self.sessions[session.id] = session
        if data.get("compress") is True:
            connection.compress_payloads()
        self._join(connection, session)
        ready = greeting.ready(self._world, session.id, connection.version, shard)
        session.tell("READY", ready if named is None else ready | {"shard": named})
        self._introductions.begin(connection, session)

    def _revoke(self) -> None:
        """Ends all sessions of a bot that has identified too often in a day. Discord resets its
        token then, so that it needs another; here the same one is taken again on the next day."""
        for session in list(self.sessions.values()):
            self._forget(session)
        for connection in self.connections:
            connection.end(Closing(Close.AUTHENTICATION_FAILED))
        self.changed()

    def _connected(self, shard: Shard | None = None) -> list[Connection]:
        """Returns the connections of a shard, or all, also those that haven't identified."""
        if shard is None:
            return list(self.connections)
        there = (each.session for each in self.connections)
        return [
            each.connection for each in there if each and each.connection and each.shard == shard
        ]

    def _resume(self, connection: Connection, data: Any) -> None:
        if connection.session is not None:
            raise Closing(Close.ALREADY_AUTHENTICATED)
        payloads.authenticate(data)
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
        self._introductions.begin(connection, session)

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
            waiting = [each for each in self.sessions.values() if each.connection is None]
            for each in waiting[:-WAITING]:
                self._forget(each)
        self.changed()

    def _forget(self, session: Session) -> None:
        session.connection = None
        self.sessions.pop(session.id, None)
