"""What is the same for all tests of puzzles."""

import pytest

from bot.features.puzzle import daily_channels


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Posts need no pause where no test looks: it would be one of the tests, too."""
    monkeypatch.setattr(daily_channels, "PAUSE", 0)
