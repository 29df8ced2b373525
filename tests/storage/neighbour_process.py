"""Another process, which holds a file, opens a store, or migrates up to a gate. It prints a line at
each point and goes on when it reads one."""

import asyncio
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from storage.sqlite.file import connect_writing
from storage.sqlite.migrate import Migration, migrate
from storage.sqlite.store import open_store
from storage.trouble import Trouble

# Nobody waits for long in a test.
PATIENCE = 0.01


def say(text: str) -> None:
    print(text, flush=True)


def hold(path: str, *statements: str) -> None:
    """Be another program that uses the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)
        say("held")
        sys.stdin.readline()


def keep_open(path: str, *after: str) -> None:
    """Be another Duelhost. With `after`, open the store only when told to."""

    async def opened() -> None:
        async with open_store(Path(path), PATIENCE):
            say("open")
            sys.stdin.readline()

    if after:
        say(*after)
        sys.stdin.readline()
    try:
        asyncio.run(opened())
    except Trouble as trouble:
        say(trouble.code)


def migrate_to_gate(path: str, number: str, sql: str, gate: str) -> None:
    """Migrate, but wait before the statement that contains this text."""

    def wait(statement: str) -> None:
        if gate in statement:
            say("inside")
            sys.stdin.readline()

    with closing(connect_writing(Path(path))) as db:
        db.set_trace_callback(wait)
        earlier = [Migration(each, "earlier", "") for each in range(1, int(number))]
        migrate(db, Path(path), [*earlier, Migration(int(number), "gated", sql)])
        say("done")


DEEDS: dict[str, Callable[..., None]] = {
    each.__name__: each for each in (hold, keep_open, migrate_to_gate)
}

if __name__ == "__main__":
    DEEDS[sys.argv[1]](*sys.argv[2:])
