"""Every way that keeping something fails. Like a refusal, a trouble carries facts and a code."""

from dataclasses import dataclass
from pathlib import Path

from engine.coded import Coded
from engine.standing import Standing


class Trouble(Coded):
    """It isn't the player's fault. What was asked for has not been acknowledged; whether it is on
    disk nevertheless, the same call tells when it is made again."""


@dataclass(eq=False)
class DatabaseTrouble(Trouble):
    """With the file at this path."""

    path: Path


@dataclass(eq=False)
class NoFolder(DatabaseTrouble):
    """The folder that the file should be in doesn't exist."""


@dataclass(eq=False)
class NoDatabase(DatabaseTrouble):
    """No file there, where one has to be."""


@dataclass(eq=False)
class AlreadyThere(DatabaseTrouble):
    """A file there, where none may be."""


@dataclass(eq=False)
class SameFile(DatabaseTrouble):
    """A file can't be its own backup."""


@dataclass(eq=False)
class InUse(DatabaseTrouble):
    """Another Duelhost works on this file."""


@dataclass(eq=False)
class Locked(DatabaseTrouble):
    """Another program holds the file and hasn't let go of it in time."""


@dataclass(eq=False)
class ReadOnly(DatabaseTrouble):
    """The file or its folder can't be written to."""


@dataclass(eq=False)
class Unreadable(DatabaseTrouble):
    """The file or its folder can't be looked into."""


@dataclass(eq=False)
class SeveralNames(DatabaseTrouble):
    """Linked to, or mounted by itself: locks and logs go by name, and would be several too."""


@dataclass(eq=False)
class DiskFull(DatabaseTrouble):
    """No room left where the file is."""


@dataclass(eq=False)
class DiskFault(DatabaseTrouble):
    """The disk or its driver reports an error."""

    detail: str


@dataclass(eq=False)
class Gone(DatabaseTrouble):
    """The file was taken away or exchanged while we were working on it."""


@dataclass(eq=False)
class NotOurs(DatabaseTrouble):
    """A file, but not of a Duelhost."""


@dataclass(eq=False)
class Corrupt(DatabaseTrouble):
    """The file is damaged."""

    detail: str


@dataclass(eq=False)
class NewerSchema(DatabaseTrouble):
    """Written by a later Duelhost."""

    found: int
    known: int


@dataclass(eq=False)
class OlderSchema(DatabaseTrouble):
    """Not brought up to date yet, and only reading was asked for."""

    found: int
    known: int


@dataclass(eq=False)
class FailedMigration(DatabaseTrouble):
    """The file is as it was before."""

    number: int
    detail: str


@dataclass(eq=False)
class OldSqlite(Trouble):
    """The SQLite that Python brings is too old."""

    found: str
    least: str


@dataclass(eq=False)
class DamagedDuel(Trouble):
    """What is stored of this duel can't be one."""

    guild: int
    number: int
    detail: str


@dataclass(eq=False)
class WrongSchema(Trouble):
    """A table, an index or a trigger that isn't as this version made it."""

    name: str


@dataclass(eq=False)
class DamagedPreferences(Trouble):
    """Nobody can have chosen that."""

    guild: int
    player: int


@dataclass(eq=False)
class WrongStanding(Trouble):
    """What is stored of a player isn't what their duels add up to."""

    guild: int
    player: int
    game: str
    season: int
    stored: Standing | None
    counted: Standing | None


@dataclass(eq=False)
class WrongCourse(Trouble):
    """A player stands where they should, but from the nth end on it is noted otherwise how they
    came there."""

    guild: int
    player: int
    game: str
    nth: int


@dataclass(eq=False)
class NotCounted(Trouble):
    """So many of a server's duels aren't entered in its standings yet."""

    guild: int
    waiting: int


@dataclass(eq=False)
class WrongCount(Trouble):
    """The numbers of a server's duels or of their ends have gaps, or go further than the count."""

    guild: int
    detail: str


@dataclass(eq=False)
class NothingKept(Trouble):
    """Of a server, so that there is nothing to write down."""

    guild: int


@dataclass(eq=False)
class Occupied(DatabaseTrouble):
    """Some file there, where a new one was to be made."""


# A transcript that can't be taken in. The path is the transcript's.


@dataclass(eq=False)
class NoTranscript(DatabaseTrouble):
    """No file there."""


@dataclass(eq=False)
class NotATranscript(DatabaseTrouble):
    """Something else."""


@dataclass(eq=False)
class OtherTranscript(DatabaseTrouble):
    """In the form of another Duelhost."""

    found: int
    known: int


@dataclass(eq=False)
class BrokenOff(DatabaseTrouble):
    """It ends after so many lines, before the one that closes it."""

    line: int


@dataclass(eq=False)
class Altered(DatabaseTrouble):
    """So many lines can be read, but not all that was written."""

    line: int


@dataclass(eq=False)
class Oversized(DatabaseTrouble):
    """Larger, at this line or in all, than any that is made here."""

    line: int


@dataclass(eq=False)
class OddLine(DatabaseTrouble):
    """Nobody here writes such a line."""

    line: int


@dataclass(eq=False)
class OddValue(DatabaseTrouble):
    """A line has a value that can't be."""

    line: int
    key: str


@dataclass(eq=False)
class MisplacedLine(DatabaseTrouble):
    """Another one has to be there."""

    line: int
    due: str


@dataclass(eq=False)
class ImpossibleDuel(DatabaseTrouble):
    """The rules say that it can't have been."""

    line: int
    number: int
    detail: str


@dataclass(eq=False)
class DuelsAlready(DatabaseTrouble):
    """The server has played in this database, so that it can't begin with what it played elsewhere.
    The path is the database's."""

    guild: int
    duels: int


@dataclass(eq=False)
class Overtaken(Trouble):
    """Somebody else has moved this duel on in the meantime."""

    guild: int
    number: int


@dataclass(eq=False)
class Closed(Trouble):
    """The store has been closed."""
