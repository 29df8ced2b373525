"""Bodies of requests: JSON, forms, forms with files, and what is none of these."""

import json
from collections.abc import AsyncIterator
from contextlib import suppress
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deploy.sandbox.api_errors import ApiError
from deploy.sandbox.request_body import _form_with_files
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import BUTTONS, DUELS, MESSAGE, Club, Reply, a_club

POSTING = f"/channels/{DUELS}/messages"
FORM = "multipart/form-data; boundary=b"
URLENCODED = "application/x-www-form-urlencoded"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(32))
NAMED = 'Content-Disposition: form-data; name="{}"'


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def lenient() -> AsyncIterator[Club]:
    async with a_club(strict=False) as club:
        yield club


def a_part(name: str, content: bytes, *more: str) -> bytes:
    head = "\r\n".join(["--b", NAMED.format(name), *more])
    return head.encode() + b"\r\n\r\n" + content + b"\r\n"


def a_file(name: str, filename: str = "a.txt", content: bytes = b"hi") -> bytes:
    return a_part(f'{name}"; filename="{filename}', content, "Content-Type: text/plain")


def a_form(*parts: bytes) -> bytes:
    return b"".join(parts) + b"--b--\r\n"


async def sent(
    club: Club, body: bytes, kind: str = FORM, path: str = POSTING, method: str = "POST"
) -> Reply:
    headers = {"Authorization": f"Bot {club.token}", "Content-Type": kind}
    return await club.ask(method, path, data=BytesIO(body), headers=headers)


async def test_a_message_may_be_a_form(club: Club) -> None:
    fields = {
        "content": "[1]",
        "tts": "false",
        "flags": "4096",
        "nonce": "7",
        "enforce_nonce": "true",
        "components": json.dumps(BUTTONS),
    }
    encoded = await sent(club, urlencode(fields).encode(), URLENCODED)
    parts = await sent(club, a_form(*(a_part(key, fields[key].encode()) for key in fields)))
    for each in (encoded, parts):
        assert (each.status, each.body["content"], each.body["nonce"]) == (200, "[1]", "7")
        assert (each.body["flags"], each.body["tts"]) == (4096, False)
        assert each.body["components"][0]["components"][0]["custom_id"] == "b"


@pytest.mark.parametrize(
    ("field", "code"),
    [
        ({"content": "x", "tts": "maybe"}, "BOOLEAN_TYPE_CONVERT"),
        ({"content": "x", "flags": "many"}, "NUMBER_TYPE_COERCE"),
        ({"content": "x" * 2001}, "BASE_TYPE_MAX_LENGTH"),
        ({"content": "x", "colour": "red"}, "SANDBOX_UNKNOWN_FIELD"),
    ],
)
async def test_a_form_has_the_same_mistakes_as_json(
    club: Club, field: dict[str, str], code: str
) -> None:
    encoded = await sent(club, urlencode(field).encode(), URLENCODED)
    parts = await sent(club, a_form(*(a_part(key, field[key].encode()) for key in field)))
    for each in (encoded, parts):
        (wrong,) = each.body["errors"].values()
        assert (each.status, wrong["_errors"][0]["code"]) == (400, code)


@pytest.mark.parametrize("name", ["files[0]", "files[7]", "file", "file0"])
async def test_a_file_may_come_without_a_message(club: Club, name: str) -> None:
    post = await sent(club, a_form(a_file(name, "ß.txt")))
    (file,) = post.body["attachments"]
    assert (post.status, file["filename"], file["size"]) == (200, "ß.txt", 2)


async def test_files_keep_their_order_and_their_bytes(club: Club) -> None:
    parts = (
        a_part("content", b"hi"),
        a_file("files[1]", "b.bin", b"\r\n--\r\n--x\r\n\r\n\x00"),
        a_file("files[0]", "a.png", PNG),
    )
    post = (await sent(club, b"preamble\r\n" + a_form(*parts) + b"epilogue")).body
    files = {each["filename"]: each for each in post["attachments"]}
    assert (post["content"], files["a.png"]["content_type"]) == ("hi", "image/png")
    for name, content in (("b.bin", b"\r\n--\r\n--x\r\n\r\n\x00"), ("a.png", PNG)):
        async with club.web.get(files[name]["url"]) as served:
            assert await served.read() == content


@pytest.mark.parametrize(
    ("kind", "served"),
    [
        ("text/plain", "text/plain"),
        ("text/plain; charset=utf-8", "text/plain; charset=utf-8"),
        ("text/plain\r\n X-More: 1", "application/octet-stream"),
        ("text/plain; charset=ß", "application/octet-stream"),
        ("\0", "application/octet-stream"),
        ("text", "application/octet-stream"),
    ],
)
async def test_a_file_is_served_as_a_kind_that_can_be_named(
    club: Club, kind: str, served: str
) -> None:
    part = a_part('files[0]"; filename="a.txt', b"hi", f"Content-Type: {kind}")
    (file,) = (await sent(club, a_form(part))).body["attachments"]
    async with club.web.get(file["url"]) as response:
        assert file["content_type"] == response.headers["Content-Type"] == served


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ('filename="a\\"b;c.txt"', 'a"b;c.txt'),
        ("filename=a.txt", "a.txt"),
        ("filename*=utf-8''%C3%A4.txt", "ä.txt"),
        ("filename*=raw-unicode-escape''%5Cud800", "?"),
        ('filename=""', "file"),
    ],
)
async def test_a_file_has_the_name_that_its_header_gives_it(
    club: Club, name: str, called: str
) -> None:
    head = f"--b\r\n{NAMED.format('files[0]')}; {name}\r\n\r\nhi\r\n"
    post = await sent(club, a_form(head.encode()))
    assert [each["filename"] for each in post.body["attachments"]] == [called]


async def test_a_form_without_files_may_have_the_message_as_json(club: Club) -> None:
    fields = {"content": "field", "payload_json": '{"content": "json", "flags": 4096}'}
    post = (await sent(club, urlencode(fields).encode(), URLENCODED)).body
    assert (post["content"], post["flags"]) == ("json", 4096)
    broken = await sent(club, urlencode({"payload_json": "{"}).encode(), URLENCODED)
    assert broken.complaint == (400, 50109)


async def test_fields_may_come_beside_json(club: Club) -> None:
    parts = a_part("content", b"field"), a_part("payload_json", b'{"flags": 4096}')
    post = (await sent(club, a_form(*parts))).body
    assert (post["content"], post["flags"]) == ("field", 4096)
    parts = a_part("content", b"field"), a_part("payload_json", b'{"content": "json"}')
    assert (await sent(club, a_form(*parts))).body["content"] == "json"
    blob = a_file("payload_json", "blob", b'{"content": "blob"}')
    assert (await sent(club, a_form(blob))).body["content"] == "blob"


async def test_other_parts_are_ignored_unless_the_sandbox_is_strict(
    club: Club, lenient: Club
) -> None:
    form = a_form(a_part("content", b"hi"), a_file("picture", content=PNG))
    post = await sent(lenient, form)
    assert (post.status, post.body["attachments"]) == (200, [])
    assert list((await sent(club, form)).body["errors"]) == ["picture"]


BROKEN = [
    ("multipart/form-data", a_form(a_part("content", b"x"))),
    ("multipart/form-data; boundary=", a_form(a_part("content", b"x"))),
    ('multipart/form-data; boundary="b', b""),
    ("multipart/form-data; boundary=c", a_form(a_part("content", b"x"))),
    ("multipart/form-data; boundary=\xe4", a_form(a_part("content", b"x"))),
    (FORM, b""),
    (FORM, b"nonsense"),
    (FORM, b"--b"),
    (FORM, a_part("content", b"x")),
    (FORM, a_form(a_part("content", b"x"))[:-4]),
    (FORM, b"--b\r\n--b--"),
    (FORM, b"--b\r\n\r\n\r\n--b--"),
    (FORM, b"--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--"),
    (FORM, b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--"),
    (FORM, b"--b\r\nContent-Disposition: form-data; name=content\r\nx\r\n--b--"),
    (FORM, b"--b\r\nno colon\r\n\r\nx\r\n--b--"),
    (FORM, b"--b\r\n\xff: \xff\r\n\r\nx\r\n--b--"),
    (FORM, a_form(a_part("content", b"\xff"))),
    (FORM, a_form(a_part("content", b"x", "Content-Type: text/plain; charset=klingon"))),
    (FORM, a_form(a_part("payload_json", b"{"))),
    (FORM, a_form(a_part("payload_json", b"\xff"))),
    (FORM, a_form(a_part("payload_json", b"[" * 100_000))),
    (FORM, a_form(a_part("payload_json", b"[]"))),
    (FORM, a_form(a_part("payload_json", b"null"))),
    (FORM, a_form(a_part("content", b"", "X-Long: " + "x" * 100_000))),
    (FORM, a_form(a_part("content", b"", "Content-Type: multipart/mixed; boundary=b"))),
    ("multipart/mixed; boundary=b", b"--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n"),
    (FORM, a_form(a_part("payload_json", b'{"attachments": [{"id": 0, "title": "\\ud800"}]}'))),
    (FORM, a_form(a_part("embeds", b'[{"title": "\\ud800"}]'))),
    ("application/json", b'{"content": "\\ud800"}'),
    (URLENCODED, b""),
    (URLENCODED, b"&&=&="),
    (URLENCODED + "; charset=klingon", b"content=x"),
    (URLENCODED, b"&a=1" * 5_000),
    (URLENCODED + "; charset=unicode_escape", b"content=\\ud800"),
    (
        FORM,
        a_form(a_part("content", b"\\ud800", "Content-Type: text/plain; charset=unicode_escape")),
    ),
    # Some megabytes of it would take hours.
    (URLENCODED + "; charset=punycode", b"content=hi-"),
    (FORM, a_form(a_part("content", b"x") * 2_000)),
    ("application/json", b'{"content": "x", "nonce": NaN}'),
    ("application/json", b'{"content": "x", "nonce": 1e999}'),
]


async def test_a_broken_body_is_an_error_of_its_sender_on_every_route(
    club: Club, line: GatewayClient
) -> None:
    asked = await club.asked(line)
    answered = await club.asked(line)
    await club.answer(answered, MESSAGE, {"content": "hi"})
    post = (await club.post(content="hi")).id
    webhook = f"/webhooks/{club.application}/{answered['token']}"
    routes = [
        ("POST", POSTING),
        ("PATCH", f"{POSTING}/{post}"),
        ("POST", f"/interactions/{asked['id']}/{asked['token']}/callback"),
        ("POST", webhook),
        ("PATCH", f"{webhook}/messages/@original"),
    ]
    for method, path in routes:
        for kind, body in BROKEN:
            refused = await sent(club, body, kind, path, method)
            wrong = kind, body[:200], refused.body
            assert refused.status == 400, wrong
            assert refused.body["code"] in (50006, 50035, 50109), wrong


@pytest.mark.parametrize("how", ["gzip", "deflate", "br", "zstd"])
async def test_nothing_is_unpacked(club: Club, how: str) -> None:
    """The error that a broken body would be is logged by the server beneath."""
    headers = {"Authorization": f"Bot {club.token}", "Content-Encoding": how}
    refused = await club.ask("POST", POSTING, data=b"nonsense", headers=headers)
    assert refused.complaint == (400, 50109)


async def test_only_files_are_large(club: Club) -> None:
    large = b'{"content": "hi"' + b" " * (5 << 20) + b"}"
    for kind, body in (
        ("application/json", large),
        (URLENCODED, b"content=" + large),
        (FORM, a_form(a_part("payload_json", large))),
    ):
        assert (await sent(club, body, kind)).complaint == (413, 40005)
    assert (await sent(club, a_form(a_file("files[0]", content=large)))).status == 200


@pytest.mark.parametrize(
    ("field", "code"),
    [
        ({"embeds": [{}] * 100_000}, "BASE_TYPE_MAX_LENGTH"),
        ({"allowed_mentions": {"parse": ["x"] * 100_000}}, "SANDBOX_RULE"),
        ({"allowed_mentions": {"parse": ["users"] * 100_000}}, "SET_TYPE_ALREADY_CONTAINS_VALUE"),
    ],
)
async def test_not_every_mistake_of_many_is_told(
    club: Club, field: dict[str, Any], code: str
) -> None:
    refused = await club.post(content="hi", **field)
    assert refused.complaint == (400, 50035)
    told = json.dumps(refused.body)
    assert code in told
    assert len(told) < 150_000


pieces = st.sampled_from(
    [
        b"--b\r\n",
        b"--b--",
        b"--b",
        b"\r\n",
        b"\r\n\r\n",
        b"Content-Disposition: form-data",
        b'; name="content"',
        b'; name="payload_json"',
        b"; name=files[0]",
        b'; filename="a.txt"',
        b"; filename*=utf-8''%ff",
        b"; filename*0*=klingon'x'%ff; filename*1=x",
        b"; name*=klingon''x",
        b"Content-Type: text/plain; charset=",
        b"utf-7",
        b"idna",
        b"Content-Type: multipart/mixed; boundary=b",
        b"{}",
        b'{"content": "hi"}',
        b"\xff\x00",
        b'"\\',
    ]
)
kinds = st.sampled_from(["", "b", '"b"', "x" * 200, "b; boundary*=klingon''x", "\udcff", "b*0*=1"])


@settings(
    max_examples=500,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(st.lists(pieces | st.binary(max_size=4), max_size=14).map(b"".join), kinds)
def test_a_form_with_files_is_read_or_refused(content: bytes, boundary: str) -> None:
    for body in (content, a_form(b"--b\r\n" + content)):
        with suppress(ApiError, ValueError, LookupError, RecursionError):
            _form_with_files(f"multipart/form-data; boundary={boundary}", body)


@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(st.lists(pieces | st.binary(max_size=4), max_size=14).map(b"".join))
async def test_no_form_is_an_error_of_the_sandbox(club: Club, content: bytes) -> None:
    assert (await sent(club, a_form(b"--b\r\n" + content))).status < 500
