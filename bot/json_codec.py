"""JSON by orjson, which is several times as fast, or by the standard library where there is no
orjson."""

import json
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]

try:
    import orjson
except ImportError:  # PyPy has none

    def encode(value: Any, default: Callable[[Any], Any] | None = None) -> bytes:
        return json.dumps(value, default=default).encode()

    def decode(text: bytes) -> Any:
        return json.loads(text)

else:

    def encode(value: Any, default: Callable[[Any], Any] | None = None) -> bytes:
        return orjson.dumps(value, default)

    def decode(text: bytes) -> Any:
        return orjson.loads(text)
