"""A simulated Discord server, and a folder, for the tests that ask for one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord import MemberActor

from bot.duels import end_card
from storage.match import BoardMode
from tests.bot.simcord.drawing import DrawingGate
from tests.bot.simcord.protocol import complaints
from tests.bot.simcord.world import World, open_world


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The host's current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DUELHOST_DATABASE", raising=False)
    return tmp_path


@pytest.fixture
async def world(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[World]:
    """Drawing takes longer than all else, so the bot does without cards where no test looks."""
    cards = request.node.get_closest_marker("cards") is not None
    boards = request.node.get_closest_marker("boards")
    mode = boards.args[0] if boards else BoardMode.EVERY
    async with open_world(tmp_path / "duelhost.db", cards=cards, mode=mode) as world:
        yield world
        said = [(each.method, each.path, each.json) for each in world.env.http_requests]
    assert complaints(said) == []


@pytest.fixture
def boss(world: World) -> MemberActor:
    return world.moderator()


@pytest.fixture
def late_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message that tells the end of a duel is posted without waiting for its card."""
    monkeypatch.setattr(end_card, "PATIENCE", 0)


@pytest.fixture
async def drawing_gate(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    late_cards: None,  # noqa: ARG001
) -> AsyncIterator[DrawingGate]:
    taken = DrawingGate(world, monkeypatch)
    yield taken
    await taken.free()
