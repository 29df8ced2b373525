"""A club for every test. Whatever goes wrong inside the sandbox unnoticed turns up here."""

import logging
from collections.abc import AsyncIterator

import pytest

from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import Club, a_club


@pytest.fixture
async def club(caplog: pytest.LogCaptureFixture) -> AsyncIterator[Club]:
    async with a_club() as club:
        yield club
    wrong = [each for each in caplog.get_records("call") if each.levelno >= logging.ERROR]
    assert [each.getMessage() for each in wrong] == []


@pytest.fixture
async def line(club: Club) -> GatewayClient:
    return await club.online()
