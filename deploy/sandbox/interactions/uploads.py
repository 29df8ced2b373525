"""Files that somebody hands to a command."""

from base64 import b64decode
from typing import Any

from deploy.sandbox.files import File, kind_of
from deploy.sandbox.refused import Refused

# Bytes of all files of a response, and of one file of somebody.
LARGEST_UPLOAD = 10 << 20


def uploaded(option: str, value: Any) -> File:
    """Returns the file, which the page sends in base64."""
    file = _file(value)
    if file is None:
        raise Refused(f"{option} is a file.")
    if len(file.content) > LARGEST_UPLOAD:
        raise Refused(f"A file has no more than {LARGEST_UPLOAD >> 20} MB.")
    return file


def _file(value: Any) -> File | None:
    told = value if isinstance(value, dict) else {}
    name, kind, encoded = (told.get(key) for key in ("name", "type", "content"))
    if not (isinstance(name, str) and isinstance(kind, str) and isinstance(encoded, str)):
        return None
    try:
        content = b64decode(encoded, validate=True)
    except ValueError:
        return None
    return File(name, kind_of(content, kind), content) if name and "/" not in name else None
