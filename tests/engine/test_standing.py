"""What finished duels add up to."""

import pytest

from engine.standing import Standing


@pytest.mark.parametrize(
    ("results", "standing"),
    [
        ("", Standing(0, 0, 0)),
        ("w", Standing(1, 0, 1)),
        ("l", Standing(0, 1, -1)),
        ("www", Standing(3, 0, 3)),
        ("lll", Standing(0, 3, -3)),
        ("wwl", Standing(2, 1, -1)),
        ("wwll", Standing(2, 2, -2)),
        ("llw", Standing(1, 2, 1)),
        ("lwlww", Standing(3, 2, 2)),
    ],
)
def test_wins_losses_and_the_streak(results: str, standing: Standing) -> None:
    found = Standing()
    for result in results:
        found = found.after(won=result == "w")
    assert found == standing
