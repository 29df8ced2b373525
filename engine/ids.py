"""Types for whole numbers that mean different things, so that a type checker tells them apart."""

from typing import NewType

PlayerId = NewType("PlayerId", int)
# Milliseconds since 1970 in UTC, and a number of them.
Instant = NewType("Instant", int)
Span = NewType("Span", int)
