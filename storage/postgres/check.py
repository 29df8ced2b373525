"""Checks a database on a server, beside running bots."""

from collections.abc import Iterator

from storage.postgres.address import Server
from storage.postgres.schema_check import check_schema
from storage.postgres.sessions import require_ready, session, snapshot
from storage.progress import Progress, unwatched
from storage.trouble import Trouble
from storage.units.check import check_servers


def check(server: Server, progress: Progress = unwatched) -> Iterator[Trouble]:
    """Yield everything that is wrong at one moment."""
    with session(server) as db:
        require_ready(db)
        if broken := [*check_schema(db)]:
            # Data in other tables can't be checked.
            yield from broken
            return
    with snapshot(server) as db:
        yield from check_servers(db, progress)
