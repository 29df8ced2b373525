"""A request that has been read, and an endpoint that takes such requests."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from deploy.sandbox.faults import Aim
from deploy.sandbox.files import File
from deploy.sandbox.objects import Json
from deploy.sandbox.rate_limits import Allowance
from deploy.sandbox.world import World


@dataclass(frozen=True)
class Call:
    """A request that has been read: the ids in its path, its query string, its body, and the
    files that came with it."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = None
    files: Mapping[str, File] = field(default_factory=dict)
    # Whether unknown fields of the body are mistakes.
    strict: bool = False

    @property
    def names(self) -> dict[str, str]:
        return {index: file.name for index, file in self.files.items()}

    def asks_for(self, key: str) -> bool:
        """Whether a switch in the query is on."""
        return self.query.get(key, "").lower() in ("true", "1")


@dataclass(frozen=True)
class Created:
    """An answer that says that there is something new (201)."""

    body: Json


# No answer is an answer without a body.
Handler = Callable[[World, Call], Json | list[Json] | Created | None]


@dataclass(frozen=True)
class Endpoint:
    method: str
    path: str
    handle: Handler
    # The name by which faults are aimed at it.
    aim: Aim = Aim.EVERYTHING
    # Which of the path's ids its rate limit is for.
    limited_by: str | None = None
    # If it isn't that of messages.
    allowance: Allowance | None = None
    # Needs no bot token: it is public, or its path has an interaction's token.
    open: bool = False

    @property
    def route(self) -> str:
        return f"{self.method} {self.path}"
