"""Many duels at once, while everything goes wrong that can: some in every run, more with `-m long`,
thousands by `python -m tests.e2e.chaos`."""

from pathlib import Path

import pytest

from tests.e2e.chaos.plan import EVENTS, FAULTS
from tests.e2e.chaos.run import run, seeded


async def test_no_rule_is_broken(tmp_path: Path) -> None:
    found = await run(seeded(32, 2), tmp_path)
    assert found.violations == ()
    assert found.begun >= 32
    assert found.timed_out >= 4
    assert len(found.struck) >= 15
    assert found.done["kill"] == 2
    assert all(found.done[each] for each in EVENTS)


@pytest.mark.long
async def test_no_rule_is_broken_by_hundreds_of_duels(tmp_path: Path) -> None:
    found = await run(seeded(300, 24), tmp_path)
    assert found.violations == ()
    assert found.begun >= 300
    assert set(found.struck) == {(each.kind, each.on) for each in FAULTS}
    assert found.done["kill"] == 24
    assert all(found.done[each] for each in EVENTS)
