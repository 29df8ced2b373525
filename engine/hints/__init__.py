"""Hints: the kind of move that wins, then the move."""

from engine.hints import games as _games  # noqa: F401  (registers their facts)
from engine.hints.facts import Fact, Kind
from engine.hints.hint import Hint, hint

__all__ = ["Fact", "Hint", "Kind", "hint"]
