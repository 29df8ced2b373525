"""Tells a session of its servers: GUILD_CREATE for each of them."""

import asyncio
from itertools import islice

from deploy.sandbox.gateway import greeting
from deploy.sandbox.gateway.connection import Connection, Session
from deploy.sandbox.guild.servers import Servers

# Servers that a session is told of before others are served.
AT_ONCE = 16


class Introductions:
    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def begin(self, connection: Connection, session: Session) -> None:
        """Tells of the first servers at once, and of the others as fast as the bot takes them."""
        self._tell_some(session)
        if session.untold:
            connection.introducing = asyncio.create_task(self._go_on(connection, session))

    def tell_of(self, session: Session, key: str | None) -> None:
        """Tells of a server, if that is still to be done: no event there comes before."""
        if key not in session.untold:
            return
        del session.untold[key]
        if server := self._servers.glimpse(key):
            session.tell("GUILD_CREATE", greeting.guild(server, session.intents))

    async def _go_on(self, connection: Connection, session: Session) -> None:
        while session.untold and session.connection is connection:
            await connection.sent()
            self._tell_some(session)

    def _tell_some(self, session: Session) -> None:
        for each in [*islice(session.untold, AT_ONCE)]:
            self.tell_of(session, each)
