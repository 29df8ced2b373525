"""Is what the file says true? Every record is judged again, and every standing counted again."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path

from engine.duel import Finished, Playing
from engine.standing import Standing
from storage.ids import GuildId
from storage.match import Match
from storage.sqlite import ladder
from storage.sqlite.backup import Progress, problems
from storage.sqlite.file import connect_reading, named_troubles
from storage.sqlite.migrate import current
from storage.sqlite.rows import columns_of, match_in
from storage.trouble import DamagedDuel, Trouble, WrongCount, WrongStanding

DB = sqlite3.Connection


def check(path: Path, progress: Progress = lambda _done, _all: None) -> Iterator[Trouble]:
    """All that is wrong. The bot may go on working: this looks at one moment."""
    with closing(connect_reading(path)) as db, named_troubles(path):
        db.execute("BEGIN")
        current(db, path)
        (total,) = db.execute("SELECT count(*) FROM duel").fetchone()
        done = 0
        if broken := problems(db, path, lambda: progress(0, total)):
            # What SQLite can't read aright can't be judged.
            yield from broken
            return

        def count() -> None:
            nonlocal done
            done += 1
            progress(done, total)

        guilds = db.execute(
            "SELECT guild FROM server UNION SELECT guild FROM duel UNION SELECT guild FROM standing"
        )
        for (guild,) in guilds.fetchall():
            yield from _check_server(db, guild, count)


def _check_server(db: DB, guild: GuildId, count: Callable[[], None]) -> Iterator[Trouble]:
    ends: list[Finished] = []
    numbers: list[int] = []
    for row in chain(
        db.execute("SELECT * FROM duel WHERE guild = ? AND nth IS NULL", (guild,)),
        db.execute("SELECT * FROM duel WHERE guild = ? AND nth IS NOT NULL ORDER BY nth", (guild,)),
    ):
        count()
        numbers.append(row["id"])
        try:
            match = match_in(row)
        except DamagedDuel as damaged:
            yield damaged
            continue
        if wrong := _differences(match, row):
            yield DamagedDuel(guild, match.id, wrong)
        if isinstance(match.duel, Finished):
            ends.append(match.duel)
    yield from _check_counts(db, guild, numbers)
    yield from _check_standings(db, guild, ladder.recount(ends))


def _differences(match: Match, row: sqlite3.Row) -> str:
    """Written down again, it must be the same row."""
    again = columns_of(match)
    if isinstance(match.duel, Playing) and row["due"] == row["deadline"]:
        again["due"] = row["deadline"]  # its player has been reminded
    wrong = [name for name, value in again.items() if row[name] != value]
    return f"its row should say otherwise: {', '.join(wrong)}" if wrong else ""


def _check_counts(db: DB, guild: GuildId, numbers: list[int]) -> Iterator[Trouble]:
    row = db.execute("SELECT duels, ends, erased FROM server WHERE guild = ?", (guild,)).fetchone()
    duels, ends, erased = row or (0, 0, 0)
    if sorted(numbers) != list(range(1, duels + 1)):
        yield WrongCount(guild, "duels")
    nths = db.execute("SELECT nth FROM duel WHERE guild = ? AND nth IS NOT NULL", (guild,))
    if sorted(nth for (nth,) in nths) != list(range(1, ends + 1)):
        yield WrongCount(guild, "ends")
    # The next one to be erased must not get the number of another.
    people = db.execute(
        "SELECT challenger FROM duel WHERE guild = :guild UNION"
        " SELECT opponent FROM duel WHERE guild = :guild UNION"
        " SELECT player FROM standing WHERE guild = :guild",
        {"guild": guild},
    )
    if min((person for (person,) in people), default=0) < -erased:
        yield WrongCount(guild, "erased")


def _check_standings(
    db: DB, guild: GuildId, counted: dict[ladder.Key, Standing]
) -> Iterator[Trouble]:
    rows = db.execute(
        "SELECT player, game, wins, losses, streak FROM standing WHERE guild = ?", (guild,)
    )
    stored = {(player, game): Standing(*sums) for player, game, *sums in rows}
    for player, game in sorted(stored.keys() | counted.keys()):
        key = (player, game)
        if stored.get(key) != counted.get(key):
            yield WrongStanding(guild, player, game, stored.get(key), counted.get(key))
