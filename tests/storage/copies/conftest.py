"""A database to copy, and a folder for its backups."""

import asyncio
from pathlib import Path

import pytest

from tests.storage.files import play


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
