"""A database to copy, and a folder for its backups."""

import asyncio
import shutil
from pathlib import Path

import pytest

from storage.sqlite import integrity
from tests.storage.database_files import new_database, play


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = new_database(tmp_path_factory.mktemp("played") / "duelhost.db")
    asyncio.run(play(path, 1))
    return path


@pytest.fixture
def path(played: Path, tmp_path: Path) -> Path:
    """A database in which a duel has been played."""
    return Path(shutil.copy(played, tmp_path))


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder / "backup.db"


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress is told often, so that it is told of a small file too."""
    monkeypatch.setattr(integrity, "STRIDE", 100)
