"""The shard that the current task works for: each line of the log names it."""

from contextvars import ContextVar

SHARD: ContextVar[int | None] = ContextVar("shard", default=None)
