"""What a process asked the store for and what it was told, in a file that survives a kill."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.ids import Instant, PlayerId
from storage.ids import DuelId, GuildId, InteractionId
from storage.match import Call

MOVED = "moved"


@dataclass(frozen=True)
class Move:
    """A call that makes a move on the board with so many moves."""

    call: Call
    number: DuelId
    ply: int
    text: str

    @property
    def place(self) -> tuple[GuildId, DuelId, int]:
        return self.call.guild, self.number, self.ply


class Witness:
    """Appends lines to a file. A line that was written is in the file, whatever becomes of the
    process: it needn't survive a power cut."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def asked(self, move: Move) -> None:
        call = move.call
        numbers = (call.interaction, call.guild, call.player, call.at, move.number, move.ply)
        self._write("asked", *numbers, move.text)

    def told(self, move: Move, answer: str) -> None:
        self._write("told", move.call.interaction, answer)

    def retried(self, why: str) -> None:
        self._write("retried", why)

    def _write(self, *words: object) -> None:
        os.write(self._file, f"{' '.join(map(str, words))}\n".encode())


@dataclass
class Account:
    """What the processes have noted."""

    asked: dict[int, Move] = field(default_factory=dict)
    told: dict[int, str] = field(default_factory=dict)
    retried: Counter[str] = field(default_factory=Counter)

    @property
    def moved(self) -> list[Move]:
        """The acknowledged moves."""
        return [self.asked[each] for each, answer in self.told.items() if answer == MOVED]

    @property
    def unanswered(self) -> list[Move]:
        return [move for each, move in self.asked.items() if each not in self.told]


def account(paths: Iterable[Path]) -> Account:
    found = Account()
    for kind, words in _lines(paths):
        if kind == "asked":
            interaction, guild, player, at, number, ply, text = words
            call = Call(
                GuildId(int(guild)),
                PlayerId(int(player)),
                InteractionId(int(interaction)),
                Instant(int(at)),
            )
            found.asked[int(interaction)] = Move(call, DuelId(int(number)), int(ply), text)
        elif kind == "told":
            found.told[int(words[0])] = words[1]
        else:
            found.retried[words[0]] += 1
    return found


def _lines(paths: Iterable[Path]) -> Iterator[tuple[str, list[str]]]:
    for path in paths:
        if path.exists():
            for line in path.read_text().splitlines(keepends=True):
                if line.endswith("\n"):
                    kind, *words = line.split()
                    yield kind, words
