"""Counts requests to Discord, and notices which interaction was answered."""

import re
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace

from aiohttp import (
    ClientSession,
    TraceConfig,
    TraceConnectionCreateEndParams,
    TraceConnectionReuseconnParams,
    TraceRequestEndParams,
    TraceRequestExceptionParams,
)
from prometheus_client import Counter

from bot.metrics import REQUESTS

Connected = TraceConnectionCreateEndParams | TraceConnectionReuseconnParams
_ANSWER = re.compile(r"/interactions/([0-9]+)/[^/]+/callback")


@cache
def requests(status: int) -> Counter:
    """The counter of requests with this status. Looking it up takes longer than counting."""
    return REQUESTS.labels(status)


def answered_interaction(url: str) -> int | None:
    """The interaction that a request with this address answers."""
    answer = _ANSWER.search(url)
    return int(answer[1]) if answer else None


def watched(
    answered: Callable[[int], None], require: Callable[[], None] = lambda: None
) -> TraceConfig:
    """A trace that counts every request, and calls `answered` when Discord has taken an answer.
    `require` is called as soon as there is a connection, and raises an error if nothing may be
    sent."""

    async def connected(
        _session: ClientSession, _context: SimpleNamespace, _params: Connected
    ) -> None:
        require()

    async def ended(
        _session: ClientSession, _context: SimpleNamespace, params: TraceRequestEndParams
    ) -> None:
        status = params.response.status
        requests(status).inc()
        if status < 300 and (interaction := answered_interaction(params.url.path)):
            answered(interaction)

    async def failed(
        _session: ClientSession, _context: SimpleNamespace, _params: TraceRequestExceptionParams
    ) -> None:
        requests(0).inc()

    trace = TraceConfig()
    trace.on_connection_create_end.append(connected)
    trace.on_connection_reuseconn.append(connected)
    trace.on_request_end.append(ended)
    trace.on_request_exception.append(failed)
    return trace
