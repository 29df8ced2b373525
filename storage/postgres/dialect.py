"""Translates the SQL of the units of work into PostgreSQL's: parameters get numbers, and index
hints go. Everything else is the same in both."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from storage.postgres.values import encoded

# Text, names and comments, which stay as they are; casts; parameters; index hints.
TOKEN = re.compile(
    r"""'(?:[^']|'')*' | "(?:[^"]|"")*" | --[^\n]* | /\*.*?\*/ | ::
    | \?(?P<number>\d*) | :(?P<name>[A-Za-z_]\w*) | (?P<hint>\s\bINDEXED\s+BY\s+\w+)""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
# More than the units have.
DIFFERENT = 1000


@dataclass(frozen=True)
class Statement:
    """A translated statement. `name` is the same wherever the text is, so that no connection that
    a pooler shares can run another statement by it."""

    text: bytes
    name: bytes
    names: tuple[str, ...] | None
    count: int

    def bound(self, values: Sequence[Any] | Mapping[str, Any]) -> list[bytes | None]:
        """Return the values in the order of their numbers, as PostgreSQL reads them."""
        if self.names is not None:
            if not isinstance(values, dict):
                raise TypeError("a statement with named parameters needs a dictionary")
            return [encoded(values[name]) for name in self.names]
        if isinstance(values, dict) or len(values) != self.count:
            raise TypeError(f"a statement needs {self.count} values in order")
        return [encoded(value) for value in values]


@lru_cache(maxsize=DIFFERENT)
def translated(sql: str) -> Statement:
    """Return the statement in PostgreSQL's dialect."""
    names: list[str] = []
    highest = 0

    def replaced(found: re.Match[str]) -> str:
        nonlocal highest
        if found["hint"]:
            return ""
        if name := found["name"]:
            if name not in names:
                names.append(name)
            return f"${names.index(name) + 1}"
        if (number := found["number"]) is not None:
            nth = int(number) if number else highest + 1
            highest = max(highest, nth)
            return f"${nth}"
        return found[0]

    text = TOKEN.sub(replaced, sql).encode()
    if names and highest:
        raise ValueError("a statement has named and numbered parameters")
    digest = blake2b(text, digest_size=12).hexdigest()
    return Statement(text, f"duelhost_{digest}".encode(), tuple(names) or None, highest)
