"""A sandbox for each guest bot, which the tests of a file share."""

import logging
from collections.abc import AsyncIterator, Generator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.deploy.sandbox_client import ANA, BO
from tests.foreign.guests import Guest, Visit, invited, visiting
from tests.foreign.seat import Seat, seated


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for each in items:
        if here in each.path.parents and pytest_asyncio.is_async_test(each):
            each.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)


@pytest_asyncio.fixture(
    scope="module", loop_scope="module", params=invited(), ids=lambda each: each.name
)
async def visit(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Visit]:
    guest: Guest = request.param
    async with visiting(guest, tmp_path_factory.mktemp("guest")) as visit:
        yield visit


@pytest_asyncio.fixture(loop_scope="module")
async def ana(visit: Visit, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Seat]:
    if not visit.bot.runs:
        pytest.fail("The bot has ended.", pytrace=False)
    yield await seated(visit.club, ANA)
    wrong = [each for each in caplog.get_records("call") if each.levelno >= logging.ERROR]
    assert [each.getMessage() for each in wrong] == []


@pytest_asyncio.fixture(loop_scope="module")
async def bo(visit: Visit) -> Seat:
    return await seated(visit.club, BO)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Shows a guest bot's log where a test with it has failed."""
    report = yield
    visit = getattr(item, "funcargs", {}).get("visit")
    if report.failed and isinstance(visit, Visit):
        report.sections.append(("Log of the bot", visit.bot.log.read_text()))
    return report
