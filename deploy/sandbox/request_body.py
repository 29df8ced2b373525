"""Reads the bodies of requests: JSON, forms, and forms with files."""

import re
from collections.abc import Iterator
from email.message import Message
from email.parser import HeaderParser
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from aiohttp import web

from deploy.sandbox import api_errors, json_text
from deploy.sandbox.files import File, kind_of

# Clients also use the names that Discord had before `files[n]`.
FILE = re.compile(r"files\[(\d{1,2})\]|file(\d{0,2})")
# Of the fields of forms, those whose text is not to be read as JSON.
TEXTS = frozenset({"content", "name", "nonce", "reason", "topic"})
LONGEST_HEAD = 8190
# Fields of a form, and bytes of all that isn't a file.
MOST_FIELDS = 1000
LARGEST_TEXT = 4 << 20
# The field of a form that has the message as JSON.
PAYLOAD = "payload_json"

Files = dict[str, File]


class Part(NamedTuple):
    headers: Message
    content: bytes

    @property
    def name(self) -> str:
        return str(self.headers.get_param("name", "", "Content-Disposition"))

    @property
    def text(self) -> str:
        return _text(self.content, str(self.headers.get_param("charset", "")))

    @property
    def file(self) -> File:
        name = (self.headers.get_filename() or "file").encode(errors="replace").decode()
        kind = kind_of(self.content, str(self.headers.get("Content-Type", "")))
        return File(name, kind, self.content)


async def read_body(request: web.Request) -> tuple[Any, Files]:
    """The body's meaning, and the files that came with it."""
    try:
        content = await request.read()
        if request.content_type.startswith("multipart/"):
            return _form_with_files(request.headers["Content-Type"], content)
        if not content:
            return None, {}
        text = _text(content, request.charset)
        if request.content_type == "application/x-www-form-urlencoded":
            fields = parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)
            return _message(dict(fields)), {}
        return json_text.parsed(text), {}
    except web.HTTPRequestEntityTooLarge:
        raise api_errors.too_large() from None
    except (ValueError, LookupError, RecursionError):
        # No JSON, no text, no form, or in an alphabet that nobody knows.
        raise api_errors.invalid_json() from None


def _text(content: bytes, charset: str | None) -> str:
    if len(content) > LARGEST_TEXT:
        raise api_errors.too_large()
    return json_text.decoded(content, charset)


def _form_with_files(content_type: str, content: bytes) -> tuple[Any, Files]:
    fields, files = dict[str, str](), Files()
    for part in _parts(content_type, content):
        if numbered := FILE.fullmatch(part.name):
            number = numbered[1] or numbered[2] or str(len(files))
            files[str(int(number))] = part.file
        elif part.name == PAYLOAD or part.headers.get_filename() is None:
            fields[part.name] = part.text
        else:
            # An unknown file is an unknown field.
            fields[part.name] = "file"
    return _message(fields), files


def _message(fields: dict[str, str]) -> Any:
    """The message that one field is as JSON, that all fields are, or both."""
    payload = json_text.parsed(fields.pop(PAYLOAD, "{}"))
    if not isinstance(payload, dict):
        return payload
    return {key: _value(key, text) for key, text in fields.items()} | payload


def _parts(content_type: str, content: bytes) -> Iterator[Part]:
    boundary = _headers(f"Content-Type: {content_type}").get_boundary()
    if not boundary:
        raise api_errors.invalid_form()
    _, *parts = (b"\r\n" + content).split(b"\r\n--" + boundary.encode(), MOST_FIELDS)
    if not parts or not parts.pop().startswith(b"--"):
        raise api_errors.invalid_form()
    for each in parts:
        head, separator, inside = each.partition(b"\r\n\r\n")
        if not separator or len(head) > LONGEST_HEAD:
            raise api_errors.invalid_form()
        yield Part(_headers(head.lstrip().decode("utf-8")), inside)


def _headers(text: str) -> Message:
    return HeaderParser().parsestr(text)


def _value(key: str, text: str) -> Any:
    """A number, a boolean or an object is written in a form as in JSON."""
    if key in TEXTS:
        return text
    try:
        return json_text.parsed(text)
    except (ValueError, RecursionError):
        return text
