"""JSON that a bot has sent."""

import json
from typing import Any


def parsed(text: str | bytes) -> Any:
    """Without halves of characters, which JSON can write and nobody can send on."""
    value = json.loads(text)
    json.dumps(value, ensure_ascii=False).encode()
    return value
