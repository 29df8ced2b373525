"""A simulated Discord server, and a folder, for the tests that ask for one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord import MemberActor

from tests.bot.simcord.drawing import Easel
from tests.bot.simcord.protocol import complaints
from tests.bot.simcord.server import Hall, open_hall


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where whoever hosts the bot is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DUELHOST_DATABASE", raising=False)
    return tmp_path


@pytest.fixture
async def hall(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Hall]:
    """Drawing takes longer than all else, so the bot does without cards where no test looks."""
    cards = request.node.get_closest_marker("cards") is not None
    async with open_hall(tmp_path / "duelhost.db", cards=cards) as hall:
        yield hall
        said = [(each.method, each.path, each.json) for each in hall.env.http_requests]
    assert complaints(said) == []


@pytest.fixture
def boss(hall: Hall) -> MemberActor:
    return hall.moderator()


@pytest.fixture
async def easel(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Easel]:
    taken = Easel(hall, monkeypatch)
    yield taken
    await taken.free()
