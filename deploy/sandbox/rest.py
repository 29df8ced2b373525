"""Discord's REST API over HTTP: checks the bot's token, reads requests, applies rate limits and
faults."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from math import ceil
from typing import Any

from aiohttp import web

from deploy.sandbox import api_errors, forms
from deploy.sandbox.api_errors import ApiError
from deploy.sandbox.endpoints import ENDPOINTS
from deploy.sandbox.endpoints.call import Call, Created, Endpoint
from deploy.sandbox.faults import Faults, Kind
from deploy.sandbox.gateway.connection import cut, port_of
from deploy.sandbox.rate_limits import RateLimits, TooMany
from deploy.sandbox.request_body import read_body
from deploy.sandbox.shortcomings import Shortcomings
from deploy.sandbox.tokens import is_dummy
from deploy.sandbox.world import World

BASE = "/api/v10"
# discord.py takes a 429 without it for one of a proxy's, and gives up.
VIA = {"Via": "1.1 sandbox"}
# Is told of each request of the bot's, its method, its path, its body and the port that it comes
# from, before anybody looks into it.
Heard = Callable[[str, str, Any, int | None], None]


class Rest:
    def __init__(  # noqa: PLR0913
        self,
        world: World,
        faults: Faults,
        limits: RateLimits,
        shortcomings: Shortcomings,
        heard: Heard,
        *,
        strict: bool,
    ) -> None:
        self._world = world
        self._faults = faults
        self._limits = limits
        self._shortcomings = shortcomings
        self._heard = heard
        self._strict = strict

    def routes(self) -> list[web.RouteDef]:
        # The first that matches is taken: `/members/search` comes before `/members/{user}`.
        by_ids = sorted(ENDPOINTS, key=lambda each: each.path.count("{"))
        return [
            *(web.route(each.method, BASE + each.path, self._serve(each)) for each in by_ids),
            web.route("*", "/api/{rest:.*}", self._nowhere),
        ]

    def _serve(self, endpoint: Endpoint) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def serve(request: web.Request) -> web.Response:
            try:
                if not endpoint.open:
                    self._identify(request)
                body, files = await read_body(request)
                call = Call(request.match_info, request.query, body, files, self._strict)
                path = request.path.removeprefix(BASE)
                self._heard(request.method, path, call.body, port_of(request))
                return await self._spoilt(endpoint, request, call)
            except ApiError as complained:
                return answer(complained.body, complained.status)
            except TooMany as many:
                return slow_down(many)

        return serve

    async def _spoilt(self, endpoint: Endpoint, request: web.Request, call: Call) -> web.Response:
        fault = self._faults.strike(endpoint.aim, call.path, _server(self._world, call.path))
        if fault is None:
            return self._done(endpoint, call)
        if fault.kind is Kind.DELAY:
            await asyncio.sleep(fault.seconds)
        if fault.kind is Kind.LIMIT:
            raise self._limits.refusal(endpoint.route, endpoint.allowance, fault.seconds)
        if fault.kind is Kind.FAIL and fault.status != web.HTTPGatewayTimeout.status_code:
            return broken(fault.status)
        if fault.kind is Kind.LOSE:
            return nothing(request)
        done = self._done(endpoint, call)
        if fault.kind is Kind.FAIL:
            return broken(fault.status)
        return nothing(request) if fault.kind is Kind.DROP else done

    def _done(self, endpoint: Endpoint, call: Call) -> web.Response:
        forms.path_ids(call.path)
        headers = {}
        if key := endpoint.limited_by:
            place, allowance = call.path[key], endpoint.allowance
            headers = self._limits.take(endpoint.route, place, allowance, beyond=endpoint.open)
        try:
            told = endpoint.handle(self._world, call)
        except ApiError as complained:
            path = endpoint.path.format_map(call.path)
            self._shortcomings.refused(endpoint.method, path, complained)
            return answer(complained.body, complained.status, headers)
        if isinstance(told, Created):
            return answer(told.body, 201, headers)
        return answer(told, 204 if told is None else 200, headers)

    def _identify(self, request: web.Request) -> None:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bot" or not is_dummy(token):
            self._shortcomings.wrong_token()
            raise api_errors.unauthorized()

    async def _nowhere(self, request: web.Request) -> web.Response:
        """Answers 404 or 405 for everything that the sandbox doesn't have, and 400 for another
        version of it."""
        path = request.path.removeprefix(BASE)
        self._shortcomings.has_no(request.method, path)
        if not request.path.startswith(f"{BASE}/"):
            wrong = api_errors.invalid_api_version()
            return answer(wrong.body, wrong.status)
        known = any(_pattern(each).fullmatch(path) for each in ENDPOINTS)
        complaint = api_errors.method_not_allowed if known else api_errors.not_found
        wrong = complaint(request.method, path)
        return answer(wrong.body, wrong.status)


def answer(told: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Without a charset, which Discord doesn't name and discord.py doesn't expect."""
    if status == 204:
        return web.Response(status=status, headers=headers)
    body = json.dumps(told).encode()
    return web.Response(body=body, status=status, headers=headers, content_type="application/json")


def slow_down(many: TooMany) -> web.Response:
    after = max(many.after, 0.001)
    told = {
        "message": "You are being rate limited.",
        "retry_after": round(after, 3),
        "global": many.everywhere,
    }
    headers = VIA | many.headers | {"Retry-After": str(ceil(after))}
    headers["X-RateLimit-Scope"] = "global" if many.everywhere else "user"
    if many.everywhere:
        headers["X-RateLimit-Global"] = "true"
    return answer(told, 429, headers)


def broken(status: int) -> web.Response:
    return answer({"message": f"{status}: {HTTPStatus(status).phrase}", "code": 0}, status)


def nothing(request: web.Request) -> web.Response:
    """Cuts the connection. The returned response goes nowhere."""
    cut(request)
    return web.Response()


def _server(world: World, path: Mapping[str, str]) -> str | None:
    """Returns the ID of the server that a request is about, if it is about one."""
    if "guild" in path:
        server = world.servers.glimpse(path["guild"])
        return server.id if server else None
    place = world.servers.place(path.get("channel", ""))
    if "token" in path:
        place = world.interactions.place_of(path["token"])
    return place.guild if place else None


def _pattern(endpoint: Endpoint) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{.+?\\\}", "[^/]+", re.escape(endpoint.path)))
