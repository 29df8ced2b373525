"""Exports that were made by earlier versions are always imported."""

from itertools import chain
from pathlib import Path

import pytest

from storage.export_format import line_format
from storage.export_format.reader import Reader, opened
from storage.sqlite.check import check
from storage.sqlite.export_file import export
from storage.sqlite.import_file import take_in
from storage.units.import_ import TakenIn
from tests.storage.builders import GUILD
from tests.storage.export_file.edit import lines_of, values_of
from tests.storage.export_file.import_checks import NOW
from tests.storage.export_file.released.make import kept

each_kept = pytest.mark.parametrize("source", kept(), ids=lambda path: path.name)


@each_kept
def test_an_earlier_export_is_imported_and_exported_as_it_was(source: Path, tmp_path: Path) -> None:
    """But for deadlines, which begin anew, and the digest of all."""
    path, target = tmp_path / "duelhost.db", tmp_path / "again.gz"
    before = [values_of(line) for line in lines_of(source.read_bytes())]
    assert take_in(path, source, NOW) == TakenIn(GUILD, before[0]["duels"])
    assert list(check(path)) == []
    export(path, GUILD, target)
    after = [values_of(line) for line in lines_of(target.read_bytes())]
    changed = {"deadline": None, "sha256": None}
    assert [each | changed for each in after] == [each | changed for each in before]


def test_every_key_is_in_an_export_that_was_kept() -> None:
    """A missing one is in none of them yet: `tests.storage.export_file.released.make` keeps one."""
    lines = chain.from_iterable(lines_of(source.read_bytes()) for source in kept())
    seen = {(line["line"], key) for line in map(values_of, lines) for key in line}
    assert {(line, key) for line, kinds in line_format.LINES.items() for key in kinds} <= seen


def whole(reader: Reader) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = {"record": [reader.head()]}
    for line in ("season", "rules", "blocked", "duel"):
        found[line] = []
        while values := reader.take_if(line):
            found[line].append(values)
    reader.finish()
    return found


@each_kept
def test_an_optional_key_leaves_earlier_exports_readable(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(source) as reader:
        before = whole(reader)
    rules = dict(line_format.LINES["rules"])
    rules["most_open"] = rules["rated_a_day"].optional(None)
    monkeypatch.setattr(line_format, "LINES", {**line_format.LINES, "rules": rules})
    with opened(source) as reader:
        after = whole(reader)
    assert after.pop("rules") == [each | {"most_open": None} for each in before.pop("rules")]
    assert after == before
