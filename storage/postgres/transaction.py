"""A transaction that begins by locking the server it is about."""

from functools import cached_property

from storage.ids import GuildId
from storage.postgres.connection import Connection
from storage.postgres.rows import Rows
from storage.trouble import StatementFailed, Trouble

# Units of one server wait here for each other, in this process and in all others. The row is in a
# table of its own, because a server that has chosen nothing has no other row.
LOCK = "SELECT 1 FROM guild_lock WHERE guild = ? FOR UPDATE"
MAKE_LOCK = "INSERT INTO guild_lock (guild) VALUES (?) ON CONFLICT DO NOTHING"
# A statement of its own, because in a cluster the row to be locked is on another node.
NUMBER = "SELECT pg_current_xact_id()::text"
FAILED = "25P02"


class NoLockYet(Exception):
    """The server has no row that can be locked."""


class CommitLost(Exception):
    """The answer to COMMIT was lost."""


class Transaction:
    """A transaction on a connection. Its beginning is sent with the first statement whose answer
    is read."""

    def __init__(self, connection: Connection, begin: str, guild: GuildId | None) -> None:
        self._connection = connection
        connection.begin(begin)
        self._numbers = connection.execute(NUMBER)
        self._lock: Rows | None = None
        if guild is not None:
            self._lock = connection.execute(LOCK, (guild,))

    @cached_property
    def number(self) -> str:
        """The number by which PostgreSQL knows the transaction."""
        (number,) = self._numbers.fetchone()
        return str(number)

    @property
    def lacks_lock(self) -> bool:
        """Whether statements were executed and the server wasn't locked."""
        return self._lock is not None and self._lock.has_come and not self._lock.count

    def commit(self) -> None:
        """Commit. Whatever the units have found counts only if the server was locked."""
        # Without its number nobody could tell later what became of the transaction.
        if self.number and self.lacks_lock:
            raise NoLockYet
        committed = self._connection.execute("COMMIT")
        try:
            self._connection.receive()
        except Trouble as trouble:
            if self._connection.is_lost:
                raise CommitLost from trouble
            raise
        if committed.tag != "COMMIT":
            detail = "a statement failed, and its unit of work went on"
            raise StatementFailed(self._connection.server.address, FAILED, detail)

    def roll_back(self) -> None:
        roll_back(self._connection)


def roll_back(connection: Connection) -> None:
    """End what is open on the connection, or close it if that fails."""
    for _ in range(2):  # what was in line may fail, and ROLLBACK with it
        if connection.is_lost:
            return
        try:
            connection.execute("ROLLBACK")
            connection.receive()
        except Trouble:
            continue
        return
    connection.close()
