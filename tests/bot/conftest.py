"""A folder for the tests of what is typed in one."""

from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where whoever hosts the bot is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DUELHOST_DATABASE", raising=False)
    return tmp_path
