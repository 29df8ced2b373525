"""Connections to an HTTP server, which are used again as long as they can be."""

import asyncio
import ssl
import subprocess
from pathlib import Path

import pytest

from bot.delivery import http_connections
from bot.delivery.http_connections import HttpConnections
from tests.bot.delivery.http_server import CLOSE, Server, answer, serving

CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[1\r\n3\r\n,2]\r\n0\r\n\r\n"
# Its rest never comes.
UNFINISHED = answer(200)[:20]


def connections(server: Server) -> HttpConnections:
    return HttpConnections(server.url)


async def get(http: HttpConnections, server: Server) -> tuple[int, bytes]:
    told = await http.request("GET", server.url, {})
    return told.status, told.body


async def test_a_request_and_its_answer() -> None:
    async with serving(answer(200, b"told")) as server:
        http = connections(server)
        told = await http.request("POST", f"{server.url}/here?so=1", {"User-Agent": "us"}, b"said")
        assert told == (200, "So", [("Content-Length", "4")], b"told")
        host = server.url.removeprefix("http://").removesuffix("/api")
        http.close()
    (request,) = server.requests
    assert request.decode().split("\r\n") == [
        "POST /api/here?so=1 HTTP/1.1",
        f"Host: {host}",
        "User-Agent: us",
        "Content-Length: 4",
        "",
        "said",
    ]


async def test_an_answer_in_pieces() -> None:
    async with serving(CHUNKED) as server:
        http = connections(server)
        assert await get(http, server) == (200, b"[1,2]")
        http.close()


async def test_an_answer_after_a_hint() -> None:
    hint = b"HTTP/1.1 103 Early Hints\r\nLink: /\r\n\r\n"
    async with serving(hint + answer(200, b"told"), answer(204)) as server:
        http = connections(server)
        assert await get(http, server) == (200, b"told")
        assert await get(http, server) == (204, b"")
        http.close()


async def test_what_was_not_asked_for_is_no_answer() -> None:
    async with serving(answer(200, b"1") + answer(200, b"twice"), answer(200, b"2")) as server:
        http = connections(server)
        assert await get(http, server) == (200, b"1")
        assert await get(http, server) == (200, b"2")
        http.close()


@pytest.mark.parametrize("method", ["GET", "DELETE", "POST"])
async def test_a_connection_that_the_server_has_ended_meanwhile(method: str) -> None:
    """Only what can safely be sent twice is."""
    async with serving(answer(204), CLOSE, answer(200, b"2")) as server:
        http = connections(server)
        await get(http, server)
        if method == "POST":
            with pytest.raises(ConnectionError):
                await http.request(method, server.url, {})
        else:
            assert (await http.request(method, server.url, {})).body == b"2"
        http.close()


async def test_a_connection_is_used_again() -> None:
    async with serving(answer(204), answer(404, b"{}"), answer(200, b"3")) as server:
        http = connections(server)
        answers = [await get(http, server) for _ in range(3)]
        http.close()
    assert answers == [(204, b""), (404, b"{}"), (200, b"3")]
    assert len(server.connections) == 1


async def test_requests_at_the_same_time_have_a_connection_each() -> None:
    async with serving(answer(200, b"1"), answer(200, b"2")) as server:
        http = connections(server)
        both = await asyncio.gather(*(get(http, server) for _ in range(2)))
        http.close()
    assert sorted(body for _, body in both) == [b"1", b"2"]
    assert len(server.connections) == 2


async def test_a_connection_that_the_server_ends_is_not_used_again() -> None:
    async with serving(answer(200, b"1", "Connection: close"), answer(200, b"2")) as server:
        http = connections(server)
        assert await get(http, server) == (200, b"1")
        assert await get(http, server) == (200, b"2")
        http.close()
    assert len(server.connections) == 2


async def test_nor_is_one_that_was_unused_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(answer(204), answer(204)) as server:
        http = connections(server)
        await get(http, server)
        monkeypatch.setattr(http_connections, "UNUSED", -1)
        await get(http, server)
        http.close()
    assert len(server.connections) == 2


@pytest.mark.parametrize("broken", [CLOSE, b"no HTTP\r\n\r\n", UNFINISHED])
async def test_a_broken_answer_is_an_error_of_this_request_alone(
    broken: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(broken, answer(204)) as server:
        http = connections(server)
        monkeypatch.setattr(http_connections, "PATIENCE", 0.05)
        with pytest.raises(OSError):  # noqa: PT011
            await get(http, server)
        monkeypatch.undo()
        assert await get(http, server) == (204, b"")
        http.close()


async def test_the_answer_to_a_cancelled_request_is_not_taken_for_the_next_one() -> None:
    async with serving(UNFINISHED, answer(200, b"2")) as server:
        http = connections(server)
        asking = asyncio.create_task(get(http, server))
        while not server.requests:
            await asyncio.sleep(0)
        asking.cancel()
        assert await get(http, server) == (200, b"2")
        http.close()
    assert len(server.connections) == 2


async def test_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    make = (
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost"
    )
    files = [
        "-addext",
        "subjectAltName=DNS:localhost",
        "-keyout",
        str(key),
        "-out",
        str(certificate),
    ]
    subprocess.run([*make.split(), *files], check=True, capture_output=True)
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(certificate, key)
    async with serving(answer(204), answer(204), tls=tls) as server:
        http = connections(server)
        with pytest.raises(ssl.SSLCertVerificationError):
            await get(http, server)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        http = connections(server)
        assert await get(http, server) == (204, b"")
        assert await get(http, server) == (204, b"")
        http.close()
