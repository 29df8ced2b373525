"""What the gateway sends, compressed as a bot asks for."""

import json
import zlib

from deploy.sandbox.gateway.compression import ZstdStream
from tests.deploy.gateway_client import HELLO
from tests.deploy.sandbox_client import SERVER, Club


async def test_all_that_comes_may_come_compressed(club: Club) -> None:
    line = await club.line("?v=10&encoding=json&compress=zlib-stream")
    assert (await line.hear())["op"] == HELLO
    await line.identify()
    await line.event("GUILD_CREATE")
    # One stream for all, in which each message ends with the same mark.
    assert all(each.endswith(b"\x00\x00\xff\xff") for each in line.raw)
    inflate = zlib.decompressobj()
    first, second, third = (json.loads(inflate.decompress(each)) for each in line.raw)
    assert (first["op"], second["t"], third["t"]) == (HELLO, "READY", "GUILD_CREATE")


async def test_a_compression_that_discord_does_not_have_is_none(club: Club) -> None:
    line = await club.line("?v=10&encoding=json&compress=gzip")
    await line.hear()
    assert isinstance(line.raw[0], str)


async def test_some_payloads_come_compressed_if_a_bot_can_read_them(club: Club) -> None:
    line = await club.line()
    await line.hear()
    await line.identify(compress=True)
    guild = await line.socket.receive_bytes(), await line.socket.receive_bytes()
    # Each by itself.
    told = [json.loads(zlib.decompress(each)) for each in guild]
    assert [each["t"] for each in told] == ["READY", "GUILD_CREATE"]
    # Not those that are short.
    assert await line.is_quiet()


async def test_what_comes_compressed_is_not_compressed_twice(club: Club) -> None:
    line = await club.line("?v=10&encoding=json&compress=zlib-stream")
    await line.identify(compress=True)
    assert (await line.event("GUILD_CREATE"))["id"] == SERVER


async def test_a_zstandard_stream_is_one_frame(club: Club) -> None:
    line = await club.line("?v=10&encoding=json&compress=zstd-stream")
    await line.identify()
    first, *others = [await line.socket.receive_bytes() for _ in range(3)]
    # Magic number, no size or checksum, and a window of 128 KiB: 2 ** (10 + 7).
    assert first[:6] == bytes.fromhex("28b52ffd 00 38")
    told = [json.loads(unpacked(each)) for each in (first[6:], *others)]
    assert [each["t"] for each in told] == [None, "READY", "GUILD_CREATE"]


def test_a_long_message_is_several_blocks() -> None:
    stream, text = ZstdStream(), "né" * 100_000
    assert unpacked(stream(text)[6:]).decode() == text
    assert unpacked(stream("short")) == b"short"


def unpacked(packed: bytes) -> bytes:
    """Reads blocks of Zstandard that are stored as they are (RFC 8878, 3.1.1.2)."""
    content = b""
    while packed:
        header = int.from_bytes(packed[:3], "little")
        last, kind, size = header & 1, header >> 1 & 3, header >> 3
        assert (last, kind) == (0, 0)
        assert size <= 128 << 10
        content, packed = content + packed[3 : 3 + size], packed[3 + size :]
    return content
