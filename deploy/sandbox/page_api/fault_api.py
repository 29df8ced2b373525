"""The HTTP API of "Break things": faults, the bot's connection and the bot's process."""

from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from deploy.sandbox.bot_process import CantStart
from deploy.sandbox.faults import KINDS, Faults, NoSuchFault, aimed_at
from deploy.sandbox.gateway.gateway import Gateway
from deploy.sandbox.gateway.shards import Shard
from deploy.sandbox.page_api.page_api import read
from deploy.sandbox.refused import Refused


class FaultApi:
    def __init__(
        self, faults: Faults, gateway: Gateway, bot: dict[str, Callable[[], Awaitable[None]]]
    ) -> None:
        """`bot` has the actions on the bot's process by name; none if there is no process."""
        self._faults = faults
        self._bot = bot
        self._gateway = gateway
        self._connection: dict[str, Callable[[Shard | None], None]] = {
            "drop": gateway.break_off,
            "reconnect": gateway.reconnect,
            "invalidate": gateway.invalidate,
        }

    def routes(self, page: str) -> list[web.RouteDef]:
        """Below the page's own address."""
        return [
            web.get(page + "/faults", self._all),
            web.post(page + "/faults", self._set),
            web.delete(page + "/faults", self._clear),
            web.delete(page + "/faults/{fault}", self._clear),
            web.get(page + "/gateway", self._sessions),
            web.post(page + "/gateway/{what}", self._disturb),
            web.post(page + "/bot/{what}", self._handle),
        ]

    async def _all(self, _: web.Request) -> web.Response:
        kinds = [
            {"kind": kind, "label": label, "says": says, "on": aims}
            for kind, (label, says, aims) in KINDS.items()
        ]
        return web.json_response({"kinds": kinds, "set": self.set})

    async def _set(self, request: web.Request) -> web.Response:
        try:
            fault = self._faults.add(await read(request))
        except (NoSuchFault, Refused) as wrong:
            return _no(str(wrong))
        return web.json_response(fault.told)

    async def _clear(self, request: web.Request) -> web.Response:
        self._faults.remove(request.match_info.get("fault"))
        return web.json_response({})

    async def _sessions(self, _: web.Request) -> web.Response:
        return web.json_response({"sessions": self._gateway.told})

    async def _disturb(self, request: web.Request) -> web.Response:
        act = self._connection.get(request.match_info["what"])
        if act is None:
            return _no(f"Either of {', '.join(self._connection)}.", 404)
        try:
            asked = await read(request) if request.can_read_body else {}
            act(aimed_at(asked))
        except (NoSuchFault, Refused) as wrong:
            return _no(str(wrong))
        return web.json_response({})

    async def _handle(self, request: web.Request) -> web.Response:
        if not self._bot:
            return _no("The bot was started by somebody else.", 404)
        act = self._bot.get(request.match_info["what"])
        if act is None:
            return _no(f"Either of {', '.join(self._bot)}.", 404)
        try:
            await act()
        except CantStart as why:
            return _no(str(why), 409)
        return web.json_response({})

    @property
    def set(self) -> list[dict[str, Any]]:
        return [each.told for each in self._faults.set]


def _no(why: str, status: int = 400) -> web.Response:
    return web.json_response({"why": why}, status=status)
