"""Lets in requests of programs and of the page on this machine, and of no other site's page."""

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
HTTP = 80
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

    # Nobody names the usual port.
    at_port = "" if port == HTTP else f":{port}"
    ours = {f"127.0.0.1{at_port}", f"localhost{at_port}"}

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        if request.host not in ours:
            return _no("This answers to its own address only.")
        if origin is not None and origin not in {f"http://{each}" for each in ours}:
            return _no("This answers to its own page only.")
        try:
            return await handler(request)
        except ConnectionError:
            return web.Response()  # for whoever left in the middle of a sentence
        except OSError as error:
            return _no(f"The sandbox can't save this: {error.strerror}.", 507)

    return guarded


async def harden(_: web.Request, response: web.StreamResponse) -> None:
    for key, value in HEADERS.items():
        response.headers.setdefault(key, value)


def _no(why: str, status: int = 403) -> web.Response:
    return web.json_response({"why": why}, status=status)
