"""A table at the twin, which the tests of a file share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.e2e.conftest import incidents
from tests.e2e.table import Table
from tests.foreign.guests import with_npm
from tests.foreign.twin.twin import at_the_twin

HERE = Path(__file__).parent


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    command = with_npm(HERE, "twin.mjs")
    folder = tmp_path_factory.mktemp("twin")
    async with at_the_twin(command, folder) as table:
        yield table
    assert incidents(folder) == []
