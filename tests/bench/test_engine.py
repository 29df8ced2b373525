"""The engine's figures against their gates. Run by name only: machines differ, and get busy."""

import pytest

from tests.bench import engine

# Tracing every line would be most of what is measured.
pytestmark = pytest.mark.no_cover


def test_random_play() -> None:
    pytest.importorskip("pyspiel", reason=engine.MISSING_PEER)
    assert [figure for figure in engine.random_play() if not figure.holds] == []


def test_perfect_play() -> None:
    assert [figure for figure in engine.perfect_play() if not figure.holds] == []


def test_drawn_starts() -> None:
    assert [figure for figure in engine.drawn_starts() if not figure.holds] == []
