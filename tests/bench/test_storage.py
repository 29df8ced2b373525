"""The store's figures against their gates. Run by name only: machines differ, and get busy."""

from pathlib import Path

import pytest

from storage.sqlite.check import check
from tests.bench import filling, storage, storage_on_postgres

# Tracing every line would be most of what is measured.
pytestmark = pytest.mark.no_cover


def test_beside_plain_sqlite(tmp_path: Path) -> None:
    assert [each for each in storage.beside_plain_sqlite(tmp_path) if not each.holds] == []


def test_full_beside_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "DUELS", 200_000)
    assert [each for each in storage.full_beside_empty(tmp_path) if not each.holds] == []


def test_a_long_ladder(tmp_path: Path) -> None:
    assert [each for each in storage.long_ladder(tmp_path) if not each.holds] == []


def test_counting_again(tmp_path: Path) -> None:
    assert [each for each in storage.counted_again(tmp_path) if not each.holds] == []


def test_a_filled_file_is_one_that_could_have_been_played(tmp_path: Path) -> None:
    filling.fill(tmp_path / "full.db", 5_000)
    assert list(check(tmp_path / "full.db")) == []


def test_beside_pgbench() -> None:
    assert [each for each in storage_on_postgres.figures() if not each.holds] == []
