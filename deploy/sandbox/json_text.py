"""JSON that somebody has sent."""

import codecs
import json
from typing import Any

# Python's other codecs take minutes, or make halves of characters.
ALPHABETS = ("utf-8", "ascii", "iso8859-1")


def decoded(content: bytes, charset: str | None) -> str:
    found = codecs.lookup(charset or "utf-8").name
    if found not in ALPHABETS:
        raise LookupError(charset)
    return content.decode(found)


def parsed(text: str | bytes) -> Any:
    """Refuses NaN, infinity and lone surrogates (halves of characters), which Python reads and
    nobody can send on."""
    value = json.loads(text)
    json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    return value
