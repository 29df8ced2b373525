"""Where transcripts come in: those of servers in which everything has happened, and a database that
takes them in or refuses them."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.text.troubles import trouble as sentence_of
from engine.ids import Instant
from storage.sqlite.export_file import export
from storage.sqlite.import_file import take_in
from storage.sqlite.store import open_store
from storage.trouble import DatabaseTrouble, OddValue, Trouble
from tests.storage.builders import ANA, DAY, ELSEWHERE, GUILD, START, Table
from tests.storage.export_file.edit import lines_of, rows, sealed, values_of
from tests.storage.random_server import live

# Long after everything that has happened.
NOW = Instant(START + 1000 * DAY)
SEEDS = range(6)
Lines = list[bytes]


class Customs:
    """Somebody lives in the database already."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "duelhost.db"
        self._source = folder / "server.jsonl.gz"
        asyncio.run(self._settle())
        self._before = rows(self.path)

    async def _settle(self) -> None:
        async with open_store(self.path) as store:
            await Table(store, ELSEWHERE).finish()
            await store.block(GUILD, ANA, blocked=True)

    def refuses(self, data: bytes) -> Trouble:
        """With a sentence, and without having changed anything."""
        self._source.write_bytes(data)
        with pytest.raises(DatabaseTrouble) as refused:
            take_in(self.path, self._source, NOW)
        assert rows(self.path) == self._before
        assert refused.value.path == self._source
        sentence = sentence_of(refused.value)
        assert str(self._source) in sentence
        assert sentence.isprintable()
        return refused.value

    def refuses_value(self, lines: Lines, nth: int, key: str) -> None:
        refused = self.refuses(sealed(lines))
        assert isinstance(refused, OddValue), refused
        assert (refused.line, refused.key) == (nth + 1, key)

    def takes(self, data: bytes) -> None:
        self._source.write_bytes(data)
        take_in(self.path, self._source, NOW)


def written_down(folder: Path) -> list[Lines]:
    """Without their last lines."""
    found = []
    for seed in SEEDS:
        path, target = folder / f"{seed}.db", folder / f"{seed}.gz"
        asyncio.run(live(path, seed))
        export(path, GUILD, target)
        found.append(lines_of(target.read_bytes())[:-1])
    return found


def at(lines: Lines, **facts: Any) -> int:
    """Which line says all this."""
    for nth, line in enumerate(lines):
        values = values_of(line)
        if all(key in values and values[key] == fact for key, fact in facts.items()):
            return nth
    raise LookupError(facts)


def somewhere(transcripts: list[Lines], **facts: Any) -> tuple[Lines, int]:
    for lines in transcripts:
        try:
            return list(lines), at(lines, **facts)
        except LookupError:
            continue
    raise LookupError(facts)
