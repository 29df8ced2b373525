"""Every way in which storage fails. Like a refusal, a trouble carries facts and a code."""

from dataclasses import dataclass

from engine.coded import Coded
from engine.standing import Standing
from storage.location import Location


class Trouble(Coded):
    """A failure that isn't the player's fault. The request wasn't acknowledged. Whether it is on
    disk nevertheless, the same call tells when it is made again."""


@dataclass(eq=False)
class DatabaseTrouble(Trouble):
    """A trouble with this file, or with the database on this server."""

    where: Location


@dataclass(eq=False)
class NoFolder(DatabaseTrouble):
    """The folder for the file doesn't exist."""


@dataclass(eq=False)
class NoDatabase(DatabaseTrouble):
    """There is no file, though one is needed."""


@dataclass(eq=False)
class AlreadyThere(DatabaseTrouble):
    """There is a file, though none may be there."""


@dataclass(eq=False)
class SameFile(DatabaseTrouble):
    """A file can't be its own backup."""


@dataclass(eq=False)
class InUse(DatabaseTrouble):
    """Another Duelhost works with this file."""


@dataclass(eq=False)
class Locked(DatabaseTrouble):
    """Another program has locked the file and hasn't released it in time."""


@dataclass(eq=False)
class ReadOnly(DatabaseTrouble):
    """The file or its folder can't be written to."""


@dataclass(eq=False)
class Unreadable(DatabaseTrouble):
    """The file or its folder can't be read."""


@dataclass(eq=False)
class SeveralNames(DatabaseTrouble):
    """The file has several names, by links or a mount of its own. Locks and logs go by name, so
    there could be several of those too."""


@dataclass(eq=False)
class DiskFull(DatabaseTrouble):
    """The disk of the file is full."""


@dataclass(eq=False)
class DiskFault(DatabaseTrouble):
    """The disk or its driver reports an error."""

    detail: str


@dataclass(eq=False)
class Gone(DatabaseTrouble):
    """The file was moved, deleted or replaced while we worked with it."""


@dataclass(eq=False)
class NotOurs(DatabaseTrouble):
    """The file isn't a Duelhost database."""


@dataclass(eq=False)
class Corrupt(DatabaseTrouble):
    """The file is damaged."""

    detail: str


@dataclass(eq=False)
class NewerSchema(DatabaseTrouble):
    """A later Duelhost has written the file."""

    found: int
    known: int


@dataclass(eq=False)
class OlderSchema(DatabaseTrouble):
    """The file needs an upgrade, but it may only be read."""

    found: int
    known: int


@dataclass(eq=False)
class FailedMigration(DatabaseTrouble):
    """An upgrade failed. The file is as it was before."""

    number: int
    detail: str


@dataclass(eq=False)
class OtherApplication(DatabaseTrouble):
    """The database belongs to the bot of another application."""

    found: str
    ours: str


@dataclass(eq=False)
class OldSqlite(Trouble):
    """Python's SQLite is too old."""

    found: str
    least: str


# A database on a server.


@dataclass(eq=False)
class ClientMissing(Trouble):
    """The library that speaks to PostgreSQL isn't installed."""


@dataclass(eq=False)
class WrongAddress(Trouble):
    """The address of the database can't be read. It isn't shown, as it may hold a password."""


@dataclass(eq=False)
class UnknownOption(Trouble):
    """The address of the database has an option that PostgreSQL's client doesn't know."""

    option: str


@dataclass(eq=False)
class UnknownHost(DatabaseTrouble):
    """The server's name has no address."""


@dataclass(eq=False)
class Unreachable(DatabaseTrouble):
    """No connection to the server can be made."""

    detail: str


@dataclass(eq=False)
class LoginRefused(DatabaseTrouble):
    """The server refuses the user or the password."""

    detail: str


@dataclass(eq=False)
class TooManyConnections(DatabaseTrouble):
    """The server has no connection left for us."""


@dataclass(eq=False)
class Unavailable(DatabaseTrouble):
    """The server is starting, stopping or recovering."""


@dataclass(eq=False)
class OldServer(DatabaseTrouble):
    """The server's version is too old."""

    found: int
    least: int


@dataclass(eq=False)
class ConnectionLost(DatabaseTrouble):
    """The connection to the server broke."""


@dataclass(eq=False)
class TimedOut(DatabaseTrouble):
    """The server hasn't answered in time, or somebody holds what was needed for too long."""


# The server will be there again, and whoever asks again then is likely to succeed.
AWAY = (UnknownHost, Unreachable, Unavailable, TooManyConnections, ConnectionLost, TimedOut)


@dataclass(eq=False)
class Contention(DatabaseTrouble):
    """Other changes at the same time got in the way each time it was tried."""


@dataclass(eq=False)
class NoPermission(DatabaseTrouble):
    """The user may not do what is needed."""

    detail: str


@dataclass(eq=False)
class OutOfMemory(DatabaseTrouble):
    """The server has no memory left."""


@dataclass(eq=False)
class StatementFailed(DatabaseTrouble):
    """The server refuses a statement for a reason that has no trouble of its own."""

    sqlstate: str
    detail: str


@dataclass(eq=False)
class NoTables(DatabaseTrouble):
    """The database on the server has none of our tables yet."""


@dataclass(eq=False)
class NotAFile(DatabaseTrouble):
    """What was asked for is done with a file, and the database is on a server."""


# A move from one database to another.


@dataclass(eq=False)
class NotEmpty(DatabaseTrouble):
    """There is data already where a database should be moved to."""


@dataclass(eq=False)
class MovedOntoItself(DatabaseTrouble):
    """A database can't be moved to where it is."""


@dataclass(eq=False)
class CountsDiffer(DatabaseTrouble):
    """A table didn't get as many rows as it had where it was moved from."""

    name: str
    read: int
    written: int


@dataclass(eq=False)
class DamagedDuel(Trouble):
    """The stored data of this duel contradicts the rules or itself."""

    guild: int
    number: int
    detail: str


@dataclass(eq=False)
class GameFailed(DamagedDuel):
    """The game of this duel isn't installed, or its code fails. Another version of the game may
    read it again."""


@dataclass(eq=False)
class DamagedPuzzle(Trouble):
    """The stored data of this puzzle contradicts the rules or itself, or its game isn't
    installed."""

    guild: int
    number: int
    detail: str


@dataclass(eq=False)
class DamagedAttempt(Trouble):
    """The stored decisions of a player in this puzzle contradict it."""

    guild: int
    player: int
    number: int
    detail: str


@dataclass(eq=False)
class DamagedSolver(Trouble):
    """The puzzle rating, the days or the current puzzle of this player can't be so."""

    guild: int
    player: int


@dataclass(eq=False)
class WrongSchema(Trouble):
    """A table, index or trigger differs from what this version creates."""

    name: str


@dataclass(eq=False)
class DamagedPreferences(Trouble):
    """The stored preferences can't have been chosen."""

    guild: int
    player: int


@dataclass(eq=False)
class WrongStanding(Trouble):
    """A player's stored standing isn't what their duels add up to."""

    guild: int
    player: int
    game: str
    season: int
    stored: Standing | None
    counted: Standing | None


@dataclass(eq=False)
class WrongCourse(Trouble):
    """A player's standing is right, but its stored history is wrong from the nth result on."""

    guild: int
    player: int
    game: str
    nth: int


@dataclass(eq=False)
class NotCounted(Trouble):
    """Some of a server's results haven't been applied to its standings yet."""

    guild: int
    waiting: int


@dataclass(eq=False)
class WrongCount(Trouble):
    """The numbers of a server's duels or results have gaps, or exceed the stored count."""

    guild: int
    detail: str


@dataclass(eq=False)
class NothingKept(Trouble):
    """Nothing is stored of the server, so there is nothing to export."""

    guild: int


@dataclass(eq=False)
class Occupied(DatabaseTrouble):
    """There is a file at the path where a new one should be created."""


# An exported file that can't be imported. The path is that of the exported file.


@dataclass(eq=False)
class NoTranscript(DatabaseTrouble):
    """There is no file."""


@dataclass(eq=False)
class NotATranscript(DatabaseTrouble):
    """The file isn't an export."""


@dataclass(eq=False)
class OtherTranscript(DatabaseTrouble):
    """The export has the format of another version of Duelhost."""

    found: int
    known: int


@dataclass(eq=False)
class BrokenOff(DatabaseTrouble):
    """The export ends after this line, before its last one."""

    line: int


@dataclass(eq=False)
class Altered(DatabaseTrouble):
    """The lines up to this one can be read, but the export isn't as it was written."""

    line: int


@dataclass(eq=False)
class Oversized(DatabaseTrouble):
    """The line, or the whole export, is larger than any that Duelhost writes."""

    line: int


@dataclass(eq=False)
class OddLine(DatabaseTrouble):
    """Duelhost doesn't write such a line."""

    line: int


@dataclass(eq=False)
class OddValue(DatabaseTrouble):
    """A line has an impossible value."""

    line: int
    key: str


@dataclass(eq=False)
class MisplacedLine(DatabaseTrouble):
    """The line should be one of another kind."""

    line: int
    due: str


@dataclass(eq=False)
class ImpossibleDuel(DatabaseTrouble):
    """A duel in the export contradicts the rules."""

    line: int
    number: int
    detail: str


@dataclass(eq=False)
class DuelsAlready(DatabaseTrouble):
    """The server already has duels in this database, so an export of it can't be imported. The path
    is that of the database."""

    guild: int
    duels: int


@dataclass(eq=False)
class Overtaken(Trouble):
    """The duel has changed since it was read."""

    guild: int
    number: int


@dataclass(eq=False)
class Closed(Trouble):
    """The store has been closed."""
