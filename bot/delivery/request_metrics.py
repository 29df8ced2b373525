"""Counts requests to Discord, and notices which interaction was answered."""

import re
from collections.abc import Callable
from types import SimpleNamespace

from aiohttp import ClientSession, TraceConfig, TraceRequestEndParams, TraceRequestExceptionParams

from bot.metrics import REQUESTS

_ANSWER = re.compile(r"/interactions/([0-9]+)/[^/]+/callback")


def watched(answered: Callable[[int], None]) -> TraceConfig:
    """A trace that counts every request, and calls `answered` when Discord has taken an answer."""

    async def ended(
        _session: ClientSession, _context: SimpleNamespace, params: TraceRequestEndParams
    ) -> None:
        status = params.response.status
        REQUESTS.labels(status).inc()
        if status < 300 and (answer := _ANSWER.search(params.url.path)):
            answered(int(answer[1]))

    async def failed(
        _session: ClientSession, _context: SimpleNamespace, _params: TraceRequestExceptionParams
    ) -> None:
        REQUESTS.labels(0).inc()

    trace = TraceConfig()
    trace.on_request_end.append(ended)
    trace.on_request_exception.append(failed)
    return trace
