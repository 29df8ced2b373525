"""A hall for every test, and a look at all that the bot has said to Discord in it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord import MemberActor

from tests.bot.server.easel import Easel
from tests.bot.server.hall import Hall, open_hall
from tests.bot.server.protocol import complaints


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path / "duelhost.db") as hall:
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
