"""Exports a server into a file, and imports one from a file, beside running bots."""

from pathlib import Path

from engine.ids import Instant
from storage.disk import new_file
from storage.export_format.reader import opened
from storage.ids import GuildId
from storage.postgres.address import Server
from storage.postgres.migrate import migrate
from storage.postgres.sessions import require_ready, session, snapshot
from storage.postgres.transaction import MAKE_LOCK, CommitLost, Transaction
from storage.progress import Progress, unwatched
from storage.trouble import ConnectionLost, DuelsAlready
from storage.units import import_
from storage.units.export import write
from storage.units.import_ import TakenIn

BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"
# How many steps are in line at most, so that memory doesn't grow with the file.
IN_LINE = 200


def export(server: Server, guild: GuildId, target: Path, progress: Progress = unwatched) -> int:
    """Export into a new file, as everything is at one moment. Return the number of duels."""
    with snapshot(server) as db:
        require_ready(db)
        with new_file(target) as file:
            return write(db, guild, file, progress)


def take_in(server: Server, source: Path, now: Instant, progress: Progress = unwatched) -> TakenIn:
    """Import in one transaction, which locks the server as a unit of work does. The schema is made
    if there is none."""
    with opened(source) as reader:
        head = reader.head()
        guild = GuildId(head["server"])
        with session(server) as connection:
            migrate(connection)

            def watch(done: int, total: int) -> None:
                if done % IN_LINE == 0:
                    connection.receive()
                progress(done, total)

            connection.execute(MAKE_LOCK, (guild,)).fetchall()
            transaction = Transaction(connection, BEGIN, guild)
            if duels := import_.duels_of(connection, guild):
                raise DuelsAlready(server.address, guild, duels)
            taken = import_.take_in(connection, reader, head, now, watch)
            try:
                transaction.commit()
            except CommitLost as lost:
                raise ConnectionLost(server.address) from lost
    return taken
