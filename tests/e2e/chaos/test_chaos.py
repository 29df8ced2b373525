"""Many duels at once, while everything goes wrong that can: a few in every run, thousands when it
is asked for. `python -m tests.e2e.chaos` does the same for people, with a seed of theirs."""

import os
import secrets
from pathlib import Path

import pytest

from tests.e2e.chaos.figures import Figures
from tests.e2e.chaos.mistakes import MISTAKES
from tests.e2e.chaos.plan import plan
from tests.e2e.chaos.run import run
from tests.e2e.chaos.weather import DISTURBANCES, ways

SEED = int(os.environ.get("CHAOS_SEED") or secrets.randbelow(10_000))


async def played(folder: Path, duels: int, kills: int, mistake: str = "none") -> Figures:
    print(f"seed {SEED}: to play the same again, set CHAOS_SEED to it")
    return await run(plan(SEED, duels, kills), folder, mistake=mistake)


async def test_no_rule_is_broken(tmp_path: Path) -> None:
    found = await played(tmp_path, 40, 2)
    assert found.violations == ()
    assert (found.begun, found.kills) >= (40, 2)


@pytest.mark.long
async def test_no_rule_is_broken_by_thousands_of_duels(tmp_path: Path) -> None:
    found = await played(tmp_path, 2000, 100)
    assert found.violations == ()
    assert (found.begun >= 2000, found.kills >= 100) == (True, True)
    assert set(found.struck) == {(each.kind, each.on) for each in ways()}
    assert all(found.counts["the bot"][f"disturbance {each}"] for each in DISTURBANCES)


@pytest.mark.long
@pytest.mark.parametrize("mistake", [each.__name__ for each in MISTAKES])
async def test_a_bot_that_makes_a_mistake_is_found_out(tmp_path: Path, mistake: str) -> None:
    """Otherwise all of the above could be so for want of looking."""
    rules = {each.__name__: rule for each, rule in MISTAKES.items()}
    found = await played(tmp_path, 150, 8, mistake)
    assert rules[mistake] in {each.rule for each in found.violations}
