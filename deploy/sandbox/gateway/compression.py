"""How the gateway packs what it sends: as text, or compressed in one of Discord's ways."""

import zlib
from collections.abc import Callable, Iterator

# Each packs one message.
Pack = Callable[[str], str | bytes]

# Characters from which a payload is worth compressing by itself.
LARGE = 512
# Of the Zstandard format (RFC 8878): how a frame begins, with a window of 128 KiB; as many bytes as
# are in a block at most; and a block that is stored as it is, and not the last one.
ZSTD_FRAME = b"\x28\xb5\x2f\xfd\x00\x38"
ZSTD_BLOCK = 128 << 10
ZSTD_RAW = 0


def as_text(text: str) -> str:
    return text


def by_itself(text: str) -> str | bytes:
    """Payload compression: some messages, each on its own."""
    return zlib.compress(text.encode()) if len(text) >= LARGE else text


class ZlibStream:
    """One stream for all messages of a connection."""

    def __init__(self) -> None:
        self._deflate = zlib.compressobj()

    def __call__(self, text: str) -> bytes:
        return self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)


class ZstdStream:
    """One frame for all messages of a connection. Python has no compressor of this kind yet, so the
    blocks are stored: any decompressor reads them."""

    def __init__(self) -> None:
        self._begin = ZSTD_FRAME

    def __call__(self, text: str) -> bytes:
        begin, self._begin = self._begin, b""
        return begin + b"".join(_blocks(text.encode()))


def transport(name: str | None) -> Pack:
    """Returns what the address of a connection asks for. A name that Discord doesn't have means
    text."""
    if name == "zlib-stream":
        return ZlibStream()
    return ZstdStream() if name == "zstd-stream" else as_text


def _blocks(content: bytes) -> Iterator[bytes]:
    for at in range(0, len(content), ZSTD_BLOCK):
        block = content[at : at + ZSTD_BLOCK]
        yield (ZSTD_RAW << 1 | len(block) << 3).to_bytes(3, "little") + block
