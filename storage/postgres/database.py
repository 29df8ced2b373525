"""A database on a server, and its tools."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from engine.ids import Instant
from storage.database import Database, Schema, ServerFacts
from storage.ids import GuildId
from storage.location import ServerAddress
from storage.postgres import exchange, sessions, tables
from storage.postgres.address import Server
from storage.postgres.check import check
from storage.postgres.inspection import server_facts
from storage.postgres.migrate import Migration, migrate, schema_of
from storage.postgres.recalculation import recalculate
from storage.postgres.sessions import require_ready, require_unused, session
from storage.postgres.store import PostgresStore, open_at
from storage.postgres.tables import Tables
from storage.postgres.transaction import CommitLost, Transaction
from storage.progress import Progress, unwatched
from storage.trouble import ConnectionLost, Trouble
from storage.units.import_ import TakenIn
from storage.units.notes import note
from storage.units.restored import mark_restored


@dataclass(frozen=True)
class ServerDatabase(Database):
    """The database at an address. Bots may go on while it is checked, recalculated, exported from
    and imported into."""

    server: Server

    def __str__(self) -> str:
        return str(self.server.address)

    @property
    def location(self) -> ServerAddress:
        return self.server.address

    @property
    def secrets(self) -> Sequence[str]:
        return self.server.secrets

    def open(self) -> AbstractAsyncContextManager[PostgresStore]:
        return open_at(self.server)

    def schema(self) -> Schema | None:
        with session(self.server) as db:
            return schema_of(db)

    def migrate(self) -> Sequence[Migration]:
        with session(self.server) as db:
            return migrate(db)

    def server_facts(self) -> ServerFacts:
        return server_facts(self.server)

    def is_in_use(self) -> bool:
        with session(self.server) as db:
            return sessions.is_in_use(db, self.server)

    def noted(self, key: str) -> str | None:
        try:
            with session(self.server) as db:
                require_ready(db)
                return note(db, key)
        except Trouble:
            return None

    def check(self, progress: Progress = unwatched) -> Iterator[Trouble]:
        return check(self.server, progress)

    def recalculate(self, progress: Progress = unwatched) -> int:
        return recalculate(self.server, progress)

    def export(self, guild: GuildId, target: Path, progress: Progress = unwatched) -> int:
        return exchange.export(self.server, guild, target, progress)

    def take_in(self, source: Path, now: Instant, progress: Progress = unwatched) -> TakenIn:
        return exchange.take_in(self.server, source, now, progress)

    def mark_restored(self) -> int:
        with session(self.server) as db:
            require_ready(db)
            require_unused(db, self.server)
            transaction = Transaction(db, exchange.BEGIN, None)
            duels = mark_restored(db)
            try:
                transaction.commit()
            except CommitLost as lost:
                raise ConnectionLost(self.server.address) from lost
            return duels

    def is_empty(self) -> bool:
        return tables.is_empty(self.server)

    def reading(self) -> AbstractContextManager[Tables]:
        return tables.reading(self.server)

    def filling(self) -> AbstractContextManager[Tables]:
        return tables.filling(self.server)
