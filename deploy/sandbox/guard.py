"""Who may come in at all: programs and the page on this machine, and no other page of any
browser."""

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


def guard(port: int) -> Middleware:
    """Another site's page may point its own name at this address, or send requests here without
    reading what comes back. Neither knows the secret in the page's address; this keeps them out
    even if they did."""

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        ours = {f"127.0.0.1:{port}", f"localhost:{port}"}
        origin = request.headers.get("Origin")
        if request.host not in ours:
            return _no("This answers to its own address only.")
        if origin is not None and origin not in {f"http://{each}" for each in ours}:
            return _no("This answers to its own page only.")
        return await handler(request)

    return guarded


async def harden(_: web.Request, response: web.StreamResponse) -> None:
    for key, value in HEADERS.items():
        response.headers.setdefault(key, value)


def _no(why: str) -> web.Response:
    return web.json_response({"why": why}, status=403)
