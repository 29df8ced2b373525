"""The program as people meet it: arguments and typed lines in, words and an exit code out."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Run:
    code: int | str | None
    out: str
    err: str


class Duelhost(Protocol):
    def __call__(self, *args: str, typed: str | bytes = "") -> Run: ...
