"""Takes exported files apart and puts them together again."""

import gzip
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any


def lines_of(data: bytes) -> list[bytes]:
    return gzip.decompress(data).splitlines()


def zipped(lines: Sequence[bytes]) -> bytes:
    return gzip.compress(b"".join(line + b"\n" for line in lines), 1, mtime=0)


def sealed(lines: Sequence[bytes]) -> bytes:
    """Add a last line that fits the others, and zip all."""
    text = b"".join(line + b"\n" for line in lines)
    closing_line = {"line": "end", "lines": len(lines), "sha256": sha256(text).hexdigest()}
    return zipped([*lines, line_of(closing_line)])


def line_of(values: dict[str, Any]) -> bytes:
    return json.dumps(values, separators=(",", ":")).encode()


def values_of(line: bytes) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(line)
    return values


def changed(line: bytes, **values: Any) -> bytes:
    return line_of(values_of(line) | values)


def rows(path: Path, *tables: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of these tables, or of all tables."""
    with closing(sqlite3.connect(path)) as db:
        found = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        names = tables or tuple(name for (name,) in found)
        return {
            name: db.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall()  # noqa: S608
            for name in names
        }
