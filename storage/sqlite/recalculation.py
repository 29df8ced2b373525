"""Recalculates all standings from the duels, whatever is stored of them."""

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

# How many ends are applied at a time. No bot is running that would wait.
AT_ONCE = 20_000
TABLES = ("standing", "rung", "course", "census")


def recalculate(path: Path, progress: Progress = unwatched) -> int:
    """Recalculate a file that no bot is using. Return how many ends were applied. If this is
    stopped, the bot does the rest, and another recalculation begins anew."""
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
        left = begin_again(db, guild)
    while left:
        with _transaction(db):
            before, left = left, apply_results.apply_waiting(db, guild, AT_ONCE, ledgers)
        yield before - left


def begin_again(db: DB, guild: GuildId) -> int:
    """Delete all standings of a server. Return how many ends are waiting then."""
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
