"""A table at the twin, and the bot there, which the tests of a file share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from deploy.sandbox.bot_process import Bot
from tests.e2e.conftest import incidents
from tests.e2e.table import Table
from tests.foreign.guests import with_npm
from tests.foreign.twin.twin import at_the_twin

HERE = Path(__file__).parent


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def twin(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Table, Bot]]:
    command = with_npm(HERE, "twin.mjs")
    folder = tmp_path_factory.mktemp("twin")
    async with at_the_twin(command, folder) as (table, bot):
        yield table, bot
    assert incidents(folder) == []


@pytest.fixture
def table(twin: tuple[Table, Bot]) -> Table:
    return twin[0]


@pytest.fixture
def bot(twin: tuple[Table, Bot]) -> Bot:
    return twin[1]
