"""Many duels at once, while everything goes wrong that can: some in every run, more with `-m long`,
thousands by `python -m tests.e2e.chaos`."""

from pathlib import Path
from random import choice

import pytest

from storage.match import BoardMode
from tests.e2e.chaos.plan import EVENTS, FAULTS
from tests.e2e.chaos.run import run, seeded


async def test_no_rule_is_broken(tmp_path: Path) -> None:
    """In a way of showing duels that is drawn; the long run plays all three."""
    found = await run(seeded(32, 2, choice([*BoardMode])), tmp_path)
    assert found.violations == ()
    assert found.begun >= 32
    assert found.timed_out >= 4
    assert found.against_bot
    assert len(found.struck) >= 15
    assert found.done["kill"] == 2
    assert all(found.done[each] for each in EVENTS)


@pytest.mark.long
@pytest.mark.parametrize("mode", BoardMode)
async def test_no_rule_is_broken_by_hundreds_of_duels(tmp_path: Path, mode: BoardMode) -> None:
    found = await run(seeded(100, 8, mode), tmp_path)
    assert found.violations == ()
    assert found.begun >= 100
    assert found.against_bot >= 10
    assert set(found.struck) == {(each.kind, each.on) for each in FAULTS}
    assert found.done["kill"] == 8
    assert all(found.done[each] for each in EVENTS)
