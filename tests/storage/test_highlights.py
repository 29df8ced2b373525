# ruff: noqa: S608  (names and numbers of ours, put into statements that damage a file)
"""Where highlights of a win begin, and how far back a best rating is compared."""

from pathlib import Path

import pytest

from storage.match import Highlights, Match
from storage.sqlite.store import open_store
from storage.units import highlights
from tests.storage.builders import ANA, BO, GUILD, Table
from tests.storage.damage import say


async def played(path: Path, wins: int) -> Match:
    async with open_store(path) as store:
        table = Table(store)
        return [await table.rate(ANA, BO) for _ in range(wins)][-1]


async def told_of(path: Path, match: Match) -> Highlights | None:
    async with open_store(path) as store:
        return (await store.duel(GUILD, match.id)).highlights


@pytest.mark.parametrize(("gain", "before", "upset"), [(10, 150, True), (10, 149.9, False)])
async def test_an_upset_takes_150_points(
    path: Path, gain: float, before: float, upset: bool
) -> None:
    """Between the ratings before the duel."""
    last = await played(path, 1)
    say(
        path,
        f"UPDATE course SET rating = 1500 + {gain}, gain = {gain} WHERE player = {ANA}",
        f"UPDATE course SET rating = 1500 + {before} - 7, gain = -7 WHERE player = {BO}",
    )
    told = await told_of(path, last)
    assert told
    assert told.upset is upset


async def test_a_best_is_compared_with_so_many_duels_before(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = await played(path, 4)
    say(
        path,
        f"UPDATE course SET settled = 1, rating = 1600, gain = 1 WHERE player = {ANA}",
        f"UPDATE course SET rating = 1599 WHERE player = {ANA} AND nth = 3",
    )
    for back, best in ((1, True), (2, False)):
        monkeypatch.setattr(highlights, "BACK", back)
        assert await told_of(path, last) == Highlights(4, best=best)
