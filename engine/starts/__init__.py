"""Drawn starts: the host draws a start from which both players have something to decide."""

from engine.starts import lists as _lists  # noqa: F401  (registers its games)
from engine.starts import tables as _tables  # noqa: F401
from engine.starts.drawing import draw_start

__all__ = ["draw_start"]
