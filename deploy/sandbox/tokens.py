"""Dummy bot tokens, which only the sandbox accepts."""

import re
from base64 import b64decode, b64encode
from secrets import token_urlsafe
from typing import Any

# The middle of a token. In Discord's it has six characters.
MARK = "sandbox"
DUMMY = re.compile(rf"([A-Za-z0-9]+)\.{MARK}\.[\w-]+", re.ASCII)


def a_dummy(application: str) -> str:
    """Returns a token of three parts, as Discord's have. Clients read the application's id from
    the first one."""
    first = b64encode(application.encode()).decode().rstrip("=")
    return f"{first}.{MARK}.{token_urlsafe(24)}"


def is_dummy(token: Any) -> bool:
    """No token of Discord's looks like this. One that is real isn't wanted here: somebody has
    mixed something up, and shouldn't find that it works."""
    found = DUMMY.fullmatch(token) if isinstance(token, str) else None
    if found is None:
        return False
    first = found[1]
    try:
        return b64decode(first + "=" * (-len(first) % 4)).isdigit()
    except ValueError:
        return False
