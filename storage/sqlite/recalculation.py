"""Recalculates all standings from the duels, whatever is stored of them."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from storage.ids import GuildId
from storage.progress import Progress, unwatched
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import DB, connect_writing, followed, make_durable, only_one
from storage.sqlite.migrate import current
from storage.trouble import NoDatabase
from storage.units import apply_results
from storage.units.tracked_ledger import TrackedLedger

# How many ends are applied at a time. No bot is running that would wait.
AT_ONCE = 20_000


def recalculate(path: Path, progress: Progress = unwatched) -> int:
    """Recalculate a file that no bot is using. Return how many ends were applied. If this is
    stopped, the bot does the rest, and another recalculation begins anew."""
    path = followed(path)
    if not path.is_file():
        raise NoDatabase(path)
    with only_one(path), closing(connect_writing(path)) as db, named_troubles(path):
        current(db, path)
        make_durable(db, path)
        total, done = apply_results.all_ends(db), 0
        for guild in apply_results.servers(db):
            for entered in _recalculate(db, guild):
                done += entered
                progress(done, total)
    return done


def _recalculate(db: DB, guild: GuildId) -> Iterator[int]:
    ledgers: dict[int, TrackedLedger] = defaultdict(TrackedLedger)
    with _transaction(db):
        left = apply_results.begin_again(db, guild)
    while left:
        with _transaction(db):
            before, left = left, apply_results.apply_waiting(db, guild, AT_ONCE, ledgers)
        yield before - left


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
