"""Tables for tests: one that all share who leave the bot running, and others for one file."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.text.english import English
from deploy.sandbox.terminal import LOG
from tests.e2e.table import Table, laid


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_table(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    folder = tmp_path_factory.mktemp("table")
    async with laid(folder) as table:
        await rate_everything(table)
        yield table
    assert incidents(folder) == []


@pytest_asyncio.fixture(loop_scope="session")
async def table(shared_table: Table) -> AsyncIterator[Table]:
    """A table whose bot goes on running. No fault outlives the test that made it."""
    yield shared_table
    await shared_table.mends()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def own_table(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    """A table whose bot may be stopped and killed."""
    folder = tmp_path_factory.mktemp("table")
    async with laid(folder) as table:
        yield table
    assert incidents(folder) == []


async def rate_everything(table: Table) -> None:
    """However many duels two players have in a day."""
    panel = await table.dan.types("/duel-admin settings")
    most = English.RATED_A_DAY["1000"]
    await table.dan.chooses(most, of=English.CHOOSE_RATED, on=panel.message)


def incidents(folder: Path) -> list[dict[str, object]]:
    """The errors in the bot's log."""
    lines = [each for each in (folder / LOG).read_text().splitlines() if each.startswith("{")]
    return [each for each in map(json.loads, lines) if each["level"] in ("error", "critical")]
