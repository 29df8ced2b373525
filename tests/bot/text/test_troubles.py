"""Every trouble with a database has a sentence."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.text import terminal
from bot.text.troubles import trouble as sentence_of
from engine.ids import Instant
from engine.rating import Rating
from engine.standing import Rank, Standing
from storage import trouble as troubles
from storage.trouble import (
    AlreadyThere,
    Closed,
    Corrupt,
    DamagedDuel,
    DatabaseTrouble,
    DiskFault,
    DiskFull,
    FailedMigration,
    Gone,
    InUse,
    Locked,
    NewerSchema,
    NoDatabase,
    NoFolder,
    NotCounted,
    NotOurs,
    OlderSchema,
    OldSqlite,
    Overtaken,
    ReadOnly,
    SameFile,
    Trouble,
    WrongCount,
    WrongCourse,
    WrongStanding,
)

PATH = Path("/srv/duelhost.db")
RANK = Rank(Rating(1507.3456, 80.09), Instant(0), 4)


@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (NoFolder(PATH), "There is no folder /srv. Make it, or choose another."),
        (NoDatabase(PATH), "There is no database at /srv/duelhost.db. Look at the name again."),
        (
            AlreadyThere(PATH),
            (
                "There is a database at /srv/duelhost.db already. `duelhost backup` needs another"
                " name; `duelhost restore --force` sets it aside and puts the backup in its "
                "place."
            ),
        ),
        (SameFile(PATH), "/srv/duelhost.db can't be its own backup. Name another file."),
        (
            InUse(PATH),
            (
                "Another Duelhost is working with /srv/duelhost.db. Stop that one first, or give "
                "this one a database of its own."
            ),
        ),
        (
            Locked(PATH),
            (
                "Another program holds /srv/duelhost.db and doesn't let go of it. Close what else"
                " has it open, such as a database browser or a copying job."
            ),
        ),
        (
            ReadOnly(PATH),
            (
                "/srv/duelhost.db can't be written to. Let the user that runs Duelhost write to "
                "that file and to the folder it is in, and see that the disk isn't mounted "
                "read-only."
            ),
        ),
        (
            DiskFull(PATH),
            "The disk that /srv/duelhost.db is on is full. Make room; nothing has to be restarted.",
        ),
        (
            DiskFault(PATH, "disk I/O error"),
            (
                "The disk that /srv/duelhost.db is on reports an error: disk I/O error. See to "
                "the disk first, then run `duelhost check`."
            ),
        ),
        (
            Gone(PATH),
            (
                "/srv/duelhost.db was taken away or exchanged while Duelhost was working with it."
                " Stop Duelhost, put the file back or restore a backup, and start again."
            ),
        ),
        (NotOurs(PATH), "/srv/duelhost.db isn't a database of Duelhost. Name another file."),
        (
            Corrupt(PATH, "row 1 missing from index"),
            (
                "/srv/duelhost.db is damaged: row 1 missing from index. Keep a copy of it, and "
                "restore a sound backup with `duelhost restore`."
            ),
        ),
        (
            NewerSchema(PATH, 3, 1),
            (
                "/srv/duelhost.db was written by a later Duelhost (schema 3; this one knows 1). "
                "Install that version or a later one, or restore a backup from before it."
            ),
        ),
        (
            OlderSchema(PATH, 1, 3),
            (
                "/srv/duelhost.db was written by an earlier Duelhost (schema 1; this one needs "
                "3). Run `duelhost migrate`."
            ),
        ),
        (
            FailedMigration(PATH, 2, "no such table: moon"),
            (
                "/srv/duelhost.db could not be brought to schema 2: no such table: moon. It is as"
                " it was before. Go on with the version that wrote it, and report this."
            ),
        ),
        (
            OldSqlite("3.31.1", "3.37.0"),
            (
                "Python brings SQLite 3.31.1 here, and Duelhost needs 3.37.0. Install a newer "
                "Python, for example with `uv python install`."
            ),
        ),
        (
            DamagedDuel(4, 7, "its parts contradict one another"),
            "Duel 7 of server 4 can't be what was played: its parts contradict one another.",
        ),
        (
            WrongStanding(4, 9, "split", 2, Standing(1, 2, 0, -2, "wll"), None),
            (
                "Player 9 of server 4 stands at won 1, lost 2, tied 0, streak -2, no rating in "
                "split in season 2, but the duels add up to nothing. Run `duelhost "
                "recalculate` to correct it."
            ),
        ),
        (
            WrongStanding(4, 9, "all", 1, None, Standing(3, 1, 0, 2, "wlww", RANK)),
            (
                "Player 9 of server 4 stands at nothing in all in season 1, but the duels add up "
                "to won 3, lost 1, tied 0, streak 2, rating 1507.3 ± 80.1. Run `duelhost "
                "recalculate` to correct it."
            ),
        ),
        (
            WrongStanding(4, 9, "all", 1, Standing(1, form="l"), Standing(1, form="w")),
            (
                "What is kept of player 9 of server 4 in all in season 1 isn't what the duels add "
                "up to. Run `duelhost recalculate` to correct it."
            ),
        ),
        (
            WrongCourse(4, 9, "split", 17),
            (
                "Player 9 of server 4 stands where the duels lead to in split, but it is noted "
                "otherwise how they came there, from end 17 on. Run `duelhost recalculate` to "
                "correct it."
            ),
        ),
        (
            NotCounted(4, 1200),
            (
                "The standings of server 4 are still being recalculated. Duels left: 1200. The "
                "bot goes on with that when it runs, or `duelhost recalculate` does it now."
            ),
        ),
        (WrongCount(4, "ends"), "The count of ends of server 4 doesn't agree with its duels."),
        (Overtaken(4, 7), "Duel 7 of server 4 has moved on in the meantime. Try again."),
        (Closed(), "Duelhost is stopping. Try again when it is back."),
    ],
    ids=lambda each: each.code if isinstance(each, Trouble) else "",
)
def test_sentences(trouble: Trouble, sentence: str) -> None:
    assert sentence_of(trouble) == sentence


def test_every_trouble_has_a_sentence_and_nothing_else_has() -> None:
    ours = {
        each.code
        for each in vars(troubles).values()
        if isinstance(each, type) and issubclass(each, Trouble)
    }
    assert ours - {Trouble.code, DatabaseTrouble.code} == terminal.TROUBLES.keys()


@dataclass(eq=False)
class Unheard(Trouble):
    """Nobody has found words for it yet."""


def test_a_trouble_without_a_sentence() -> None:
    assert sentence_of(Unheard()) == "Something went wrong with the database."
