"""Serves the status of a running bot, on a port of its own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.host.misconfigured import Misconfigured
from bot.host.status import Status
from bot.text import terminal

FAREWELL = 0.5  # seconds that an answer may still take at the end


@asynccontextmanager
async def served(status: Status, address: str, port: int) -> AsyncIterator[None]:
    async def live(_request: web.Request) -> web.Response:
        """Any answer shows that the event loop runs."""
        return web.json_response({"alive": True})

    async def ready(_request: web.Request) -> web.Response:
        wrong = [each async for each in status.wrong()]
        body: dict[str, object] = {"ready": not wrong, "wrong": wrong}
        if len(status.running) > 1:
            body["shards_not_connected"] = status.disconnected
        return web.json_response(body, status=503 if wrong else 200)

    async def metrics(_request: web.Request) -> web.Response:
        headers = {"Content-Type": CONTENT_TYPE_LATEST}
        return web.Response(body=await status.metrics(), headers=headers)

    app = web.Application()
    for handler in (live, ready, metrics):
        app.router.add_get(f"/{handler.__name__}", handler)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=FAREWELL)
    await runner.setup()
    try:
        await _listen(runner, address, port)
        yield
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, address: str, port: int) -> None:
    try:
        await web.TCPSite(runner, address, port).start()
    except OSError as error:
        why = terminal.SETTINGS["no-status"]
        raise Misconfigured(why.format(address=address, port=port, failed=error.strerror)) from None
