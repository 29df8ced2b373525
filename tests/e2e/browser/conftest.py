"""One browser for all tests of the page, and a sandbox with a bot for those of a file."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.e2e.browser import chromium
from tests.e2e.browser.club import Club, opened
from tests.e2e.browser.room import Room, Visit, entered
from tests.e2e.conftest import incidents
from tests.missing import missing


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def browser() -> AsyncIterator[Browser]:
    executable = chromium.found()
    if executable is None:
        missing(chromium.MISSING)
    async with chromium.launched(executable) as launched:
        yield launched


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def shared_club(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Club]:
    folder = tmp_path_factory.mktemp("club")
    async with opened(folder) as club:
        yield club
    assert incidents(folder) == []


@pytest_asyncio.fixture(loop_scope="package")
async def club(shared_club: Club) -> AsyncIterator[Club]:
    """No fault outlives the test that made it."""
    yield shared_club
    await shared_club.table.mends()


@pytest_asyncio.fixture(loop_scope="package")
async def visit(browser: Browser, club: Club) -> AsyncIterator[Visit]:
    """Looks at the page with some device, as a newcomer."""
    async with AsyncExitStack() as rooms:
        yield lambda device: rooms.enter_async_context(entered(browser, club.url, device))


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def shared_room(browser: Browser, shared_club: Club) -> AsyncIterator[Room]:
    async with entered(browser, shared_club.url) as room:
        yield room


@pytest_asyncio.fixture(loop_scope="package")
async def room(shared_room: Room, club: Club) -> AsyncIterator[Room]:
    """The page at a desk. Loading it is most of what a test costs, so the tests of a file share it.
    It is loaded again only if the test before has left it otherwise than it was."""
    await shared_room.is_as_new(club.url)
    yield shared_room
    assert shared_room.complaints == []
