"""A club for every test. Whatever goes wrong inside the sandbox unnoticed turns up here."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import Club, a_club


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One event loop for a file: beginning and ending one costs as much as many a test."""
    here = Path(__file__).parent
    for each in items:
        if here in each.path.parents and pytest_asyncio.is_async_test(each):
            each.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)


@pytest_asyncio.fixture(loop_scope="module")
async def club(caplog: pytest.LogCaptureFixture) -> AsyncIterator[Club]:
    async with a_club() as club:
        yield club
    wrong = [each for each in caplog.get_records("call") if each.levelno >= logging.ERROR]
    assert [each.getMessage() for each in wrong] == []


@pytest_asyncio.fixture(loop_scope="module")
async def line(club: Club) -> GatewayClient:
    return await club.online()
