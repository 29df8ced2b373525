"""Damages a database file without any code of the store."""

import sqlite3
from contextlib import closing
from pathlib import Path


def say(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        # Damage breaks the schema's checks too.
        db.execute("PRAGMA ignore_check_constraints = 1")
        for statement in statements:
            db.execute(statement)


def damage(path: Path, name: str, *, whole: bool = False) -> None:
    """Change the last byte of the page where a table or index begins, or overwrite the page."""
    with closing(sqlite3.connect(path)) as db:
        # Write the log into the file first.
        db.execute("PRAGMA journal_mode = DELETE")
        (size,) = db.execute("PRAGMA page_size").fetchone()
        (page,) = db.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)
        ).fetchone()
    content = bytearray(path.read_bytes())
    if whole:
        content[(page - 1) * size : page * size] = b"\xff" * size
    else:
        content[page * size - 1] ^= 0x55
    path.write_bytes(content)
