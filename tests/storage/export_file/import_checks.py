"""Checks of an import: the file is taken in, or it is refused and nothing has changed."""

from pathlib import Path
from typing import Any

import pytest

from bot.text.troubles import trouble as sentence_of
from engine.ids import Instant
from storage.ids import GuildId
from storage.sqlite.export_file import export
from storage.sqlite.store import open_store
from storage.trouble import DatabaseTrouble, OddValue, Trouble
from tests.storage.builders import ANA, DAY, ELSEWHERE, GUILD, START, Table
from tests.storage.databases import Database
from tests.storage.export_file.edit import lines_of, sealed, values_of

# Long after everything that has happened.
NOW = Instant(START + 1000 * DAY)
SEEDS = range(4)
Lines = list[bytes]


async def inhabit(path: Path) -> None:
    """Let another server play in the database, and this one block somebody."""
    async with open_store(path) as store:
        await Table(store, ELSEWHERE).finish()
        await store.block(GUILD, ANA, blocked=True)


def exported(path: Path, guild: GuildId = GUILD) -> Path:
    target = path.with_name(f"{path.name}.{guild}.gz")
    target.unlink(missing_ok=True)
    export(path, guild, target)
    return target


def duels_in(source: Path) -> list[dict[str, Any]]:
    told = [values_of(line) for line in lines_of(source.read_bytes())]
    return [each for each in told if each["line"] == "duel"]


class ImportChecks:
    """Imports files into a database in which somebody has played already."""

    def __init__(self, database: Database, folder: Path) -> None:
        self._database = database
        self._source = folder / "server.jsonl.gz"
        self._before = database.rows()

    def refuses(self, data: bytes) -> Trouble:
        """Return the trouble, after seeing that it has a sentence and that nothing has changed."""
        self._source.write_bytes(data)
        with pytest.raises(DatabaseTrouble) as refused:
            self._database.take_in(self._source, NOW)
        assert self._database.rows() == self._before
        assert refused.value.where == self._source
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
        self._database.take_in(self._source, NOW)


def at(lines: Lines, **facts: Any) -> int:
    """Return the number of the first line with all these values."""
    for nth, line in enumerate(lines):
        values = values_of(line)
        if all(key in values and values[key] == fact for key, fact in facts.items()):
            return nth
    raise LookupError(facts)


def somewhere(exports: list[Lines], **facts: Any) -> tuple[Lines, int]:
    for lines in exports:
        try:
            return list(lines), at(lines, **facts)
        except LookupError:
            continue
    raise LookupError(facts)
