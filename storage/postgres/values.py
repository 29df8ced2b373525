"""Values on their way to PostgreSQL and back. All of them travel as text."""

from collections.abc import Callable
from typing import Any

Decoder = Callable[[bytes], Any]


def encoded(value: Any) -> bytes | None:
    """Return a value as PostgreSQL reads it, whatever the type of its column."""
    encoder = ENCODERS.get(type(value))
    if encoder is None:
        encoder = _encoder_of(type(value))
    return encoder(value)


def _encoder_of(kind: type) -> Callable[[Any], bytes | None]:
    """Return the encoder of a subclass, such as an enumeration."""
    for base in kind.__mro__:
        if base in ENCODERS:
            return ENCODERS[base]
    raise TypeError(f"{kind.__name__} can't be stored")


def _text(value: str) -> bytes:
    text = str.encode(value, "utf-8")
    if b"\0" in text:
        # The client library would cut it off there.
        raise ValueError("PostgreSQL stores no text with a zero character")
    return text


def _real(value: float) -> bytes:
    return float.__repr__(value).encode()


ENCODERS: dict[type, Callable[[Any], bytes | None]] = {
    type(None): lambda _none: None,
    bool: lambda value: b"1" if value else b"0",
    int: lambda value: b"%d" % value,
    float: _real,
    str: _text,
    bytes: lambda value: b"\\x" + value.hex().encode(),
}


def _numeric(value: bytes) -> int | float:
    """Read a number with any number of digits, such as a sum of whole numbers."""
    whole, _, part = value.partition(b".")
    return float(value) if part.strip(b"0") or not whole.lstrip(b"-").isdigit() else int(whole)


def _bool(value: bytes) -> int:
    return 1 if value == b"t" else 0


def _bytes(value: bytes) -> bytes:
    return bytes.fromhex(value[2:].decode("ascii"))


def text(value: bytes) -> str:
    return value.decode("utf-8", "replace")


# By PostgreSQL's number of the type. Anything else is text.
DECODERS: dict[int, Decoder] = {
    16: _bool,
    17: _bytes,
    20: int,
    21: int,
    23: int,
    26: int,
    700: float,
    701: float,
    1700: _numeric,
}
