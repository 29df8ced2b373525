"""JSON that a bot has sent."""

import json
from typing import Any


def parsed(text: str | bytes) -> Any:
    """Refuses lone surrogates (halves of characters), which JSON can write and UTF-8 can't."""
    value = json.loads(text)
    json.dumps(value, ensure_ascii=False).encode()
    return value
