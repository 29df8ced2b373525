"""A database to copy, and a folder for its backups."""

import asyncio
from pathlib import Path

import pytest

from storage.sqlite import integrity
from tests.storage.database_files import play


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database in which a duel has been played."""
    path = tmp_path / "duelhost.db"
    asyncio.run(play(path, 1))
    return path


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder / "backup.db"


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also a small file is copied with looks at how far it is."""
    monkeypatch.setattr(integrity, "STRIDE", 100)
