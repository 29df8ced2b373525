"""A bot that makes a mistake is found out, each by the rule that it breaks."""

from pathlib import Path

import pytest

from tests.e2e.chaos.mistakes import MISTAKES
from tests.e2e.chaos.run import run
from tests.e2e.chaos.seeded import seeded

RULES = {each.__name__: rule for each, rule in MISTAKES.items()}


@pytest.mark.long
@pytest.mark.parametrize("mistake", RULES)
async def test_a_bot_that_makes_a_mistake_is_found_out(tmp_path: Path, mistake: str) -> None:
    found = await run(seeded(150, 8), tmp_path, mistake=mistake)
    assert RULES[mistake] in {each.rule for each in found.violations}
