"""A bot that makes a mistake is found out, each by the rule that it breaks."""

from pathlib import Path

import pytest

from tests.e2e.chaos.mistakes import MISTAKES
from tests.e2e.chaos.mistimed import blind, hasty, slow, stingy
from tests.e2e.chaos.run import run
from tests.e2e.chaos.seeded import seeded

# Those that many runs don't show, or that take very long. For whoever changes a rule,
# `python -m tests.e2e.chaos --mistake NAME` makes them.
SELDOM = {blind, slow, hasty, stingy}
RULES = {each.__name__: rule for each, rule in MISTAKES.items() if each not in SELDOM}
DUELS = 60
# A move is lost only if the bot is killed between its answer and the disk.
KILLS = dict.fromkeys(RULES, 4) | {"early": 16}
# What it takes for a mistake to be seen happens in most runs, and not in all.
TRIES = 3


@pytest.mark.long
@pytest.mark.parametrize("mistake", RULES)
async def test_a_bot_that_makes_a_mistake_is_found_out(tmp_path: Path, mistake: str) -> None:
    broken: set[str] = set()
    for nth in range(TRIES):
        (tmp_path / str(nth)).mkdir()
        plan = seeded(DUELS, KILLS[mistake], nth)
        found = await run(plan, tmp_path / str(nth), mistake=mistake)
        broken |= {each.rule for each in found.violations}
        if RULES[mistake] in broken:
            return
    pytest.fail(f"only these rules were found to be broken: {broken}")
