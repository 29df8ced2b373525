"""Files of messages, and the addresses at which they are served."""

import re
import struct
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Any
from urllib.parse import quote

PNG = b"\x89PNG\r\n\x1a\n"
KIND = re.compile(r"[!-~]+/[ -~]+")


@dataclass(frozen=True)
class File:
    name: str
    content_type: str
    content: bytes

    def noted(self, token: str) -> dict[str, Any]:
        """For the journal."""
        content = b64encode(self.content).decode()
        return {"file": token, "name": self.name, "type": self.content_type, "content": content}


def kind_of(content: bytes, told: str) -> str:
    """Discord looks into files instead of believing what they are said to be."""
    if content.startswith(PNG):
        return "image/png"
    return told if KIND.fullmatch(told) else "application/octet-stream"


def size_of(file: File) -> tuple[int, int] | None:
    """Width and height of a picture: they stand at the same place in every PNG."""
    if not file.content.startswith(PNG) or len(file.content) < 24:
        return None
    width, height = struct.unpack(">II", file.content[16:24])
    return width, height


class Shelf:
    """Keeps files under addresses that can't be guessed."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self.files: dict[str, File] = {}

    def put(self, key: str, file: File, description: str | None) -> dict[str, Any]:
        """The attachment that it becomes."""
        token = token_urlsafe(16)
        self.files[token] = file
        url = f"{self._origin}/attachments/{token}/{quote(file.name, safe='')}"
        attachment = {
            "id": key,
            "filename": file.name,
            "size": len(file.content),
            "url": url,
            "proxy_url": url,
            "content_type": file.content_type,
        }
        if description is not None:
            attachment["description"] = description
        if shape := size_of(file):
            attachment["width"], attachment["height"] = shape
        return attachment

    def take(self, token: str) -> File | None:
        return self.files.get(token)

    def keep(self, attachments: Iterable[Mapping[str, Any]]) -> None:
        """These, and no others."""
        kept = {token_of(each) for each in attachments}
        self.files = {token: file for token, file in self.files.items() if token in kept}

    def throw_away(self, attachment: Mapping[str, Any]) -> None:
        self.files.pop(token_of(attachment), None)


def token_of(attachment: Mapping[str, Any]) -> str:
    return str(attachment["url"].rsplit("/", 2)[1])
