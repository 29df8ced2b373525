"""The database on a server that several bots share, read beside them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from engine.duel import Playing
from storage.backend import DB
from storage.postgres.address import server_at
from storage.postgres.check import check
from storage.postgres.sessions import snapshot
from tests.e2e.archive import Archive


class PostgresArchive(Archive):
    def __init__(self, url: str, server: str, names: Mapping[str, str]) -> None:
        super().__init__(Path(), server, names)
        self._at = server_at(url)

    def faults(self) -> list[str]:
        return [repr(each) for each in check(self._at)]

    def deadline(self, number: int) -> int:
        """When the clock of a duel runs out, in milliseconds."""
        duel = self.match(number).duel
        assert isinstance(duel, Playing)
        return duel.deadline

    def pulses(self) -> int:
        """How many shards have ever been served."""
        with self._looking() as db:
            return int(db.execute("SELECT count(*) FROM pulse").fetchone()[0])

    def leases(self) -> dict[tuple[int, int], str]:
        """The holder of each shard, by its number and how many there are."""
        with self._looking() as db:
            rows = db.execute("SELECT shard, shards, holder FROM lease").fetchall()
        return {(shard, shards): holder for shard, shards, holder in rows}

    @contextmanager
    def _looking(self) -> Iterator[DB]:
        with snapshot(self._at) as db:
            yield db
