"""A table for the tests of a file, which share its bot."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from deploy.sandbox.terminal import LOG
from storage.match import BoardMode
from tests.e2e.table import Table, laid


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_table(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Table]:
    folder = tmp_path_factory.mktemp("table")
    boards = request.node.get_closest_marker("boards")
    mode = boards.args[0] if boards else BoardMode.ONE
    async with laid(folder, mode=mode) as table:
        yield table
    assert incidents(folder) == []


@pytest_asyncio.fixture(loop_scope="module")
async def table(shared_table: Table) -> AsyncIterator[Table]:
    """No fault outlives the test that made it."""
    yield shared_table
    await shared_table.mends()


def incidents(folder: Path) -> list[dict[str, object]]:
    """The errors in the bot's log."""
    return [each for each in logged(folder) if each["level"] in ("error", "critical")]


def logged(folder: Path) -> list[dict[str, object]]:
    """The bot's log, line by line. The last one may be half written."""
    lines = (folder / LOG).read_text().splitlines(keepends=True)
    return [json.loads(each) for each in lines if each.startswith("{") and each.endswith("\n")]
