"""Two who come to play, each of whom sees what happens in their own time."""

import asyncio
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

from engine.outcome import Withdrawal
from tests.e2e.chaos.album import Album
from tests.e2e.chaos.challenging import begin
from tests.e2e.chaos.hall import Hall
from tests.e2e.chaos.persisting import Persisting
from tests.e2e.chaos.plan import PEOPLE
from tests.e2e.chaos.planned import Planned, Reply, planned
from tests.e2e.chaos.sight import Sight
from tests.e2e.told import Told


class Patient(Persisting):
    """Whoever has nothing to do but wait says so."""

    def __init__(self) -> None:
        super().__init__()
        self.waits = asyncio.Event()

    async def sees(self, *what: Any, **how: Any) -> Any:
        asyncio.get_running_loop().call_soon(self.waits.set)
        return await super().sees(*what, **how)


def challenged(by: str, opponent: str) -> tuple[Album, Sight]:
    """What somebody has seen of a challenge."""
    album = Album(by, lambda: 0.0)
    album.hello = {"bot": "online"}
    challenge: Any = Mock(control=lambda _: True)
    sight = album.sights[1] = Sight(Told(1), "Ana", opponent, challenge)
    album._between[frozenset((by, opponent))] = {1}
    return album, sight


@pytest.fixture
def plan() -> Planned:
    found = replace(planned(1, 1, PEOPLE), challenger="Ana", opponent="Bo", rematch_of=None)
    return replace(found, replies=(Reply.ACCEPTED,))


async def test_whose_page_is_behind_is_waited_for(plan: Planned) -> None:
    """Bo has seen that it came to nothing, and Ana is about to."""
    (anas, hers), (bos, his) = challenged("Ana", "Bo"), challenged("Bo", "Ana")
    guests: Any = {"Ana": Mock(screen=anas), "Bo": Mock(screen=bos)}
    for name in guests:
        guests[name].name = name
    his.withdrawn = Withdrawal.DECLINED
    persisting = Patient()
    beginning = asyncio.create_task(begin(Hall(guests, persisting), plan))
    await persisting.waits.wait()
    assert not beginning.done()
    hers.board = Mock()
    anas._tell()
    assert (await beginning).number == 1
