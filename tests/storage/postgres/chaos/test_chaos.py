"""Three processes on two servers, of which one is killed again and again."""

import os
from pathlib import Path

import pytest

from tests.storage.postgres.chaos.run import Plan, run

pytestmark = pytest.mark.long

SEED = int(os.environ.get("CHAOS_SEED", "1"))


def test_nothing_is_lost_or_doubled(database: str, tmp_path: Path) -> None:
    report = run(database, tmp_path, Plan(moves=50_000, kills=40, seed=SEED))
    print(report)
    assert report.troubles == []
    assert report.moves >= 50_000
    assert report.kills == 40
    # Calls that were under way at a kill, and processes that wanted the same.
    assert report.repeated > 40
    assert report.refused["not-your-turn"] > 100


def test_without_the_lock_on_a_server_it_turns_red(database: str, tmp_path: Path) -> None:
    report = run(database, tmp_path, Plan(moves=8_000, kills=2, seed=SEED, unlocked=True))
    assert report.troubles
