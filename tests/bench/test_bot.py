"""The bot's figures against their gates. Run by name only: machines differ, and get busy."""

import os

import pytest

from tests.bench import bot

# Tracing every line would be most of what is measured.
pytestmark = pytest.mark.no_cover


def test_beside_an_echo(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("discord_games", reason=bot.MISSING_PEER)
    for name in (each for each in os.environ if each.startswith("COV")):
        monkeypatch.delenv(name)  # nor are the bots to be traced
    monkeypatch.setattr(bot, "ROUNDS", 5)
    assert [each for each in bot.measure() if not each.holds] == []
