"""The origin check admits requests, and headers restrict browsers."""

import asyncio

import pytest
from aiohttp import WSServerHandshakeError, web
from aiohttp.test_utils import make_mocked_request

from deploy.sandbox.origin_check import guard
from deploy.sandbox.sandbox import PAGE, Sandbox
from tests.deploy.sandbox_client import ANA, DUELS, Club

OWN_PAGE = (403, "This answers to its own page only.")
OWN_ADDRESS = (403, "This answers to its own address only.")
EVERYWHERE = ["", "members", "faults", "live", "never"]


def everywhere(club: Club) -> list[str]:
    """One address of each kind."""
    origin = f"http://127.0.0.1:{club.sandbox.port}"
    own = [club.sandbox.url + each for each in EVERYWHERE]
    rest = [f"{club.sandbox.rest}/users/@me", f"{club.sandbox.rest}/never"]
    return [*own, *rest, f"{origin}/gateway", f"{origin}/attachments/a/b", f"{origin}/never"]


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{}", "127.0.0.1", "127.0.0.1:1", "0.0.0.0:{}", "[::1]:{}"],
)
async def test_another_name_of_this_address_is_refused(club: Club, host: str) -> None:
    """A foreign domain that points to this address would give its page the same origin."""
    named = {"Host": host.format(club.sandbox.port)}
    for url in everywhere(club):
        assert (await club.fetch("GET", url, headers=named)).why == OWN_ADDRESS
        assert (await club.fetch("POST", url, headers=named)).why == OWN_ADDRESS


@pytest.mark.parametrize(
    ("port", "host", "status"),
    [
        (80, "127.0.0.1", 200),
        (80, "localhost", 200),
        (80, "127.0.0.1:81", 403),
        (81, "127.0.0.1:81", 200),
        (81, "127.0.0.1", 403),
    ],
)
async def test_the_usual_port_is_named_by_nobody(port: int, host: str, status: int) -> None:
    async def inside(_: web.Request) -> web.StreamResponse:
        return web.Response()

    for headers in ({"Host": host}, {"Host": host, "Origin": f"http://{host}"}):
        request = make_mocked_request("GET", "/", headers=headers)
        assert (await guard(port)(request, inside)).status == status


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "https://127.0.0.1:{}",
        "http://127.0.0.1:{}.evil.example",
        "null",
        "",
    ],
)
async def test_another_page_is_refused(club: Club, origin: str) -> None:
    named = {"Origin": origin.format(club.sandbox.port)}
    for url in everywhere(club):
        assert (await club.fetch("GET", url, headers=named)).why == OWN_PAGE
        assert (await club.fetch("POST", url, headers=named)).why == OWN_PAGE


async def test_another_page_opens_no_socket(club: Club) -> None:
    for url in (
        f"{club.sandbox.url}live?member={ANA}",
        f"http://127.0.0.1:{club.sandbox.port}/gateway",
    ):
        for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}):
            with pytest.raises(WSServerHandshakeError) as refused:
                await club.web.ws_connect(url, headers=headers)
            assert refused.value.status == 403


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
async def test_its_own_page_is_let_in(club: Club, name: str) -> None:
    own = f"{name}:{club.sandbox.port}"
    headers = {"Host": own, "Origin": f"http://{own}"}
    assert (await club.page("GET", "members", headers=headers)).status == 200
    url = f"{club.sandbox.url}live?member={ANA}"
    socket = await club.web.ws_connect(url, headers=headers)
    assert (await socket.receive_json())["type"] == "hello"


async def test_nobody_comes_in_who_does_not_know_the_secret(club: Club) -> None:
    origin = f"http://127.0.0.1:{club.sandbox.port}"
    for path in ("/", "/index.html", "/members", "/faults", "/live", "/guess/", "/guess/members"):
        assert (await club.fetch("GET", origin + path)).status == 404
    for path in ("/faults", f"/seats/{ANA}/messages", "/bot/kill", "/guess/gateway/drop"):
        assert (await club.fetch("POST", origin + path, json={})).status == 404


def test_a_secret_is_another_each_time() -> None:
    secrets = set()
    for _ in range(3):
        sandbox = Sandbox()
        secrets.add(sandbox.url.split("/")[3])
        sandbox._listening.close()
    assert len(secrets) == 3
    assert all(len(each) >= 20 for each in secrets)


async def test_it_listens_on_this_machine_only(club: Club) -> None:
    assert club.sandbox._listening.getsockname()[0] == "127.0.0.1"


async def test_browsers_are_told_to_be_careful(club: Club) -> None:
    for url in everywhere(club):
        if url.endswith("/live"):
            continue
        headers = (await club.fetch("GET", url)).headers
        policy = headers["Content-Security-Policy"].split("; ")
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "script-src 'self'" in policy
        assert "connect-src 'self'" in policy
        assert "base-uri 'none'" in policy
        assert "form-action 'none'" in policy
        assert not [each for each in policy if "unsafe" in each or "*" in each]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert headers["Cache-Control"] == "no-store"
        assert "Access-Control-Allow-Origin" not in headers
    posted = await club.post()
    assert posted.headers["X-Content-Type-Options"] == "nosniff"


async def test_who_is_refused_is_told_to_be_careful_too(club: Club) -> None:
    refused = await club.page("GET", "members", headers={"Host": "evil.example"})
    assert refused.headers["Content-Security-Policy"].startswith("default-src 'none'")


async def test_the_page_is_there(club: Club) -> None:
    written = (PAGE / "index.html").read_text().replace("{bot}", "Duelhost")
    for address in ("", "index.html"):
        index = await club.page("GET", address)
        assert index.headers["Content-Type"].startswith("text/html")
        assert index.body == written
    for name, kind in (("main.js", "javascript"), ("icon.svg", "image/svg+xml")):
        file = await club.page("GET", name)
        assert (file.status, file.body) == (200, (PAGE / name).read_text())
        assert kind in file.headers["Content-Type"]
    assert (await club.page("GET", "never.js")).status == 404


@pytest.mark.parametrize(
    "path",
    [
        "../sandbox.py",
        "..%2fsandbox.py",
        "%2e%2e/sandbox.py",
        "styles/../../sandbox.py",
        "..%5csandbox.py",
        "//etc/passwd",
        "%2fetc%2fpasswd",
        "....//sandbox.py",
        "..%00/sandbox.py",
        "%2e%2e%2fsandbox.py%00.js",
    ],
)
async def test_the_page_is_all_there_is(club: Club, path: str) -> None:
    """Sent as it stands: a client would tidy it up first."""
    secret = club.sandbox.url.split("/")[3]
    reading, writing = await asyncio.open_connection("127.0.0.1", club.sandbox.port)
    host = f"Host: 127.0.0.1:{club.sandbox.port}\r\nConnection: close\r\n\r\n"
    writing.write(f"GET /{secret}/{path} HTTP/1.1\r\n{host}".encode())
    answered = await asyncio.wait_for(reading.read(), 3)
    writing.close()
    status = int(answered.split()[1])
    assert status in (400, 403, 404)
    assert b"class Sandbox" not in answered
    assert b"root:" not in answered


async def test_somebody_without_a_name_for_here_is_refused(club: Club) -> None:
    """HTTP/1.0 allows requests without a Host header."""
    reading, writing = await asyncio.open_connection("127.0.0.1", club.sandbox.port)
    writing.write(b"GET /api/v10/gateway HTTP/1.0\r\n\r\n")
    answered = await asyncio.wait_for(reading.read(), 3)
    writing.close()
    assert answered.split()[1] == b"403"
    assert DUELS.encode() not in answered
