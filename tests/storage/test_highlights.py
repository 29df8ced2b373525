# ruff: noqa: S608  (names and numbers of ours, put into statements that damage a file)
"""Where highlights of a win begin, and how far back a best rating is compared."""

import pytest

from storage.match import Highlights, Match
from storage.units import highlights
from tests.storage.builders import ANA, BO, GUILD, Table
from tests.storage.databases import Database

pytestmark = pytest.mark.every_engine(unchecked=True)


async def played(any_database: Database, wins: int) -> Match:
    async with any_database.open() as store:
        table = Table(store)
        return [await table.rate(ANA, BO) for _ in range(wins)][-1]


async def told_of(any_database: Database, match: Match) -> Highlights | None:
    async with any_database.open() as store:
        return (await store.duel(GUILD, match.id)).highlights


@pytest.mark.parametrize(("gain", "before", "upset"), [(10, 150, True), (10, 149.9, False)])
async def test_an_upset_takes_150_points(
    any_database: Database, gain: float, before: float, upset: bool
) -> None:
    """Between the ratings before the duel."""
    last = await played(any_database, 1)
    any_database.say(
        f"UPDATE course SET rating = 1500 + {gain}, gain = {gain} WHERE player = {ANA}",
        f"UPDATE course SET rating = 1500 + {before} - 7, gain = -7 WHERE player = {BO}",
    )
    told = await told_of(any_database, last)
    assert told
    assert told.upset is upset


async def test_a_best_is_compared_with_so_many_duels_before(
    any_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = await played(any_database, 4)
    any_database.say(
        f"UPDATE course SET settled = 1, rating = 1600, gain = 1 WHERE player = {ANA}",
        f"UPDATE course SET rating = 1599 WHERE player = {ANA} AND nth = 3",
    )
    for back, best in ((1, True), (2, False)):
        monkeypatch.setattr(highlights, "BACK", back)
        assert await told_of(any_database, last) == Highlights(4, best=best)
