"""Moves everything from one database to another, whichever engines they have."""

from collections.abc import Iterator
from contextlib import closing

from storage.database import Database, Row
from storage.progress import Progress, unwatched
from storage.trouble import CountsDiffer, MovedOntoItself

# Every table with data, on any engine.
TABLES = (
    "server",
    "server_channel",
    "server_role",
    "server_variant",
    "duel",
    "receipt",
    "season",
    "standing",
    "rung",
    "departed",
    "course",
    "census",
    "preferences",
    "blocked",
    "puzzle",
    "daily",
    "attempt",
    "solver",
    "note",
    "pulse",
    "outage",
)
# After how many rows progress is reported.
STRIDE = 1_000


def move(source: Database, target: Database, progress: Progress = unwatched) -> int:
    """Copy all tables from one moment of the source into the empty target: all of it, or nothing.
    Return the number of duels. No bot may run with either."""
    if source.location == target.location:
        raise MovedOntoItself(source.location)
    with source.reading() as reader, target.filling() as writer:
        counts = {table: reader.count(table) for table in TABLES}
        total, done = sum(counts.values()), 0

        def watched(rows: Iterator[Row]) -> Iterator[Row]:
            nonlocal done
            for row in rows:
                if done % STRIDE == 0:
                    progress(done, total)
                done += 1
                yield row

        for table, count in counts.items():
            columns = reader.columns(table)
            with closing(reader.rows(table, columns)) as rows:
                writer.fill(table, columns, watched(rows))
            if (written := writer.count(table)) != count:
                raise CountsDiffer(target.location, table, count, written)
        progress(done, total)
    return counts["duel"]
