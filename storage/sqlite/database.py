"""A database in a file, and its tools."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, closing
from dataclasses import dataclass
from pathlib import Path

from engine.ids import Instant
from storage.database import Database, Schema
from storage.ids import GuildId
from storage.progress import Progress, unwatched
from storage.sqlite import inspection, tables
from storage.sqlite.check import check
from storage.sqlite.errors import named_troubles
from storage.sqlite.export_file import export
from storage.sqlite.file import connect_writing, followed, looking_at, make_durable, only_one
from storage.sqlite.import_file import take_in
from storage.sqlite.migrate import Migration, current, migrate_file
from storage.sqlite.recalculation import recalculate
from storage.sqlite.store import SqliteStore, open_store
from storage.sqlite.tables import Tables
from storage.trouble import NoDatabase, Trouble
from storage.units.import_ import TakenIn
from storage.units.restored import mark_restored


@dataclass(frozen=True)
class FileDatabase(Database):
    """The database at a path. Tools that change it keep a bot out meanwhile."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)

    @property
    def location(self) -> Path:
        return self.path

    @property
    def secrets(self) -> Sequence[str]:
        return ()

    def open(self) -> AbstractAsyncContextManager[SqliteStore]:
        return open_store(self.path)

    def schema(self) -> Schema | None:
        path = followed(self.path)
        return inspection.schema_of(path) if path.exists() else None

    def migrate(self) -> Sequence[Migration]:
        return migrate_file(self.path)

    def server_facts(self) -> None:
        return None

    def is_in_use(self) -> bool:
        return inspection.is_in_use(self.path)

    def noted(self, key: str) -> str | None:
        return inspection.noted(self.path, key)

    def check(self, progress: Progress = unwatched) -> Iterator[Trouble]:
        return check(self.path, progress)

    def recalculate(self, progress: Progress = unwatched) -> int:
        return recalculate(self.path, progress)

    def export(self, guild: GuildId, target: Path, progress: Progress = unwatched) -> int:
        return export(self.path, guild, target, progress)

    def take_in(self, source: Path, now: Instant, progress: Progress = unwatched) -> TakenIn:
        return take_in(self.path, source, now, progress)

    def mark_restored(self) -> int:
        path = followed(self.path)
        if not path.is_file():
            raise NoDatabase(path)
        with only_one(path), closing(connect_writing(path)) as db, named_troubles(path):
            current(db, path)
            make_durable(db, path)
            db.execute("BEGIN IMMEDIATE")
            duels = mark_restored(db)
            db.execute("COMMIT")
        return duels

    def is_empty(self) -> bool:
        path = followed(self.path)
        if not path.exists() or not path.stat().st_size:
            return True
        with looking_at(path) as db:
            return not Tables(db, path).has_rows()

    def reading(self) -> AbstractContextManager[Tables]:
        return tables.reading(self.path)

    def filling(self) -> AbstractContextManager[Tables]:
        return tables.filling(self.path)
