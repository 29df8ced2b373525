"""Dummy bot tokens, which only the sandbox accepts."""

from secrets import token_urlsafe
from typing import Any

MARK = "sandbox."


def a_dummy() -> str:
    return MARK + token_urlsafe(24)


def is_dummy(token: Any) -> bool:
    """No token of Discord's looks like this. One that is real isn't wanted here: somebody has
    mixed something up, and shouldn't find that it works."""
    return isinstance(token, str) and token.startswith(MARK) and len(token) > len(MARK)
