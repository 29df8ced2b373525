"""All standings counted again from the duels, whatever stands there now."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from storage.ids import GuildId
from storage.sqlite import apply_results
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import DB, connect_writing, followed, make_durable, only_one
from storage.sqlite.integrity import Progress, unwatched
from storage.sqlite.migrate import current
from storage.sqlite.tracked_ledger import TrackedLedger
from storage.trouble import NoDatabase

# Of the ends of duels: nobody waits for a move meanwhile.
AT_ONCE = 20_000
TABLES = ("standing", "rung", "course", "census")


def recalculate(path: Path, progress: Progress = unwatched) -> int:
    """Needs the file for itself. Where it is stopped the bot goes on, or the next one begins again.
    Returns how many ends of duels were entered."""
    path = followed(path)
    if not path.is_file():
        raise NoDatabase(path)
    with only_one(path), closing(connect_writing(path)) as db, named_troubles(path):
        current(db, path)
        make_durable(db, path)
        everywhere = " UNION ".join(f"SELECT guild FROM {table}" for table in ("server", *TABLES))
        guilds = [guild for (guild,) in db.execute(everywhere)]
        (total,) = db.execute("SELECT coalesce(sum(ends), 0) FROM server").fetchone()
        done = 0
        for guild in guilds:
            for entered in _recalculate(db, guild):
                done += entered
                progress(done, total)
    return done


def _recalculate(db: DB, guild: GuildId) -> Iterator[int]:
    ledgers: dict[int, TrackedLedger] = defaultdict(TrackedLedger)
    with _transaction(db):
        left = _begin_again(db, guild)
    while left:
        with _transaction(db):
            before, left = left, apply_results.go_on(db, guild, AT_ONCE, ledgers)
        yield before - left


def _begin_again(db: DB, guild: GuildId) -> int:
    """Nobody stands anywhere. Returns how many ends are to be entered."""
    for table in TABLES:
        db.execute(f"DELETE FROM {table} WHERE guild = ?", (guild,))
    row = db.execute(
        "UPDATE server SET entered = 0 WHERE guild = ? RETURNING ends", (guild,)
    ).fetchone()
    return int(row[0]) if row else 0


@contextmanager
def _transaction(db: DB) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
