"""Whole numbers that must not be mistaken for one another."""

from typing import NewType

PlayerId = NewType("PlayerId", int)
# Milliseconds since 1970 in UTC, and a number of them.
Instant = NewType("Instant", int)
Span = NewType("Span", int)
