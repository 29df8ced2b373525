"""The context that handlers get: a request, and the services that can grant it."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.interactions.request import Request

S = TypeVar("S")


@dataclass(frozen=True)
class Context(Request, Generic[S]):
    """Generic, so that services can be built of parts that know requests and no context."""

    services: S
