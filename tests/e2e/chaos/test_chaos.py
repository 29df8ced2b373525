"""Many duels at once, while everything goes wrong that can: a few in every run, thousands when it
is asked for. `python -m tests.e2e.chaos` does the same for people, with a seed of theirs."""

from pathlib import Path

import pytest

from tests.e2e.chaos.run import run
from tests.e2e.chaos.seeded import seeded
from tests.e2e.chaos.weather import DISTURBANCES, ways

# What happens in every run, however short it is.
THINGS = ("restart", "jump", "blackout", *(f"disturbance {each}" for each in DISTURBANCES))


async def test_no_rule_is_broken(tmp_path: Path) -> None:
    found = await run(seeded(40, 2), tmp_path)
    assert found.violations == ()
    assert found.begun >= 40
    assert found.kills == 2
    assert found.clocks >= 4
    assert len(found.struck) >= 15
    assert all(found.counts["the bot"][each] for each in THINGS)


@pytest.mark.long
async def test_no_rule_is_broken_by_thousands_of_duels(tmp_path: Path) -> None:
    found = await run(seeded(2000, 100), tmp_path)
    assert found.violations == ()
    assert found.begun >= 2000
    assert found.kills == 100
    assert set(found.struck) == {(each.kind, each.on) for each in ways()}
    assert all(found.counts["the bot"][each] for each in THINGS)
