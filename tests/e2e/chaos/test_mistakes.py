"""A bot that makes a mistake is found out, by the rule that it breaks."""

from pathlib import Path

import pytest

from tests.e2e.chaos.mistakes import MISTAKES
from tests.e2e.chaos.run import run, seeded

pytestmark = pytest.mark.harness

DUELS, KILLS = 60, 4
# A mistake shows in most runs, and not in all.
TRIES = 3
# A duel that is stuck is the mistake's doing, so nobody waits long for it. In seconds.
PATIENCE = 30.0


@pytest.mark.parametrize("mistake", [name for name, each in MISTAKES.items() if not each.seldom])
async def test_a_mistake_is_found_out(tmp_path: Path, mistake: str) -> None:
    broken: set[str] = set()
    for nth in range(TRIES):
        folder = tmp_path / str(nth)
        folder.mkdir()
        mode = MISTAKES[mistake].mode
        planned = seeded(DUELS, KILLS, mode, nth)
        found = await run(planned, folder, mistake=mistake, patience=PATIENCE)
        broken |= {each.rule for each in found.violations}
        if MISTAKES[mistake].rule in broken:
            return
    pytest.fail(f"only these rules were broken: {broken}")
