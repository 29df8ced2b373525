"""Whatever a bot says at the gateway, it is understood or its line is closed with one of Discord's
codes. The sandbox stays as it was, and `club` finds what it logs as an error."""

import asyncio
import json
from typing import Any

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType
from hypothesis import given
from hypothesis import strategies as st

from deploy.sandbox.gateway.connection import Close, Op
from deploy.sandbox.tokens import a_dummy
from tests.deploy.gateway_client import ACK, HEARTBEAT
from tests.deploy.repeatable import repeatable
from tests.deploy.sandbox_client import ANA, SERVER, Club

BOT = a_dummy(SERVER)
# Any text that JSON can have: also half a character.
TEXTS = st.text(st.characters(), max_size=40)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
# By field: a value that means something, and may come with junk in other fields.
SOUND: dict[str, list[Any]] = {
    "intents": [0, 1, 1 << 25, (1 << 26) - 1],
    "properties": [{}],
    "shard": [[0, 1], None],
    "compress": [True, False],
    "session_id": ["x"],
    "seq": [0, 1, None],
    "guild_id": [SERVER, int(SERVER)],
    "user_ids": [ANA, [ANA, "1"], []],
    "query": ["", "a"],
    "limit": [0, 1],
    "nonce": ["n", "n" * 33],
    "presences": [True],
    "status": ["idle"],
    "activities": [[]],
}
DATA = st.fixed_dictionaries(
    {"token": st.just(BOT) | st.just(BOT) | JUNK},
    optional={key: st.sampled_from(some) | JUNK for key, some in SOUND.items()},
)
TAKEN = st.sampled_from((Op.IDENTIFY, Op.RESUME, Op.REQUEST_MEMBERS, Op.PRESENCE))
OPS = TAKEN | TAKEN | TAKEN | TAKEN | st.sampled_from((*Op, 5, 99))
SAID = st.fixed_dictionaries({"op": OPS}, optional={"d": DATA | DATA | JUNK, "s": JUNK, "t": JUNK})
FRAMES = SAID.map(json.dumps)
NONSENSE = st.text(max_size=40) | st.binary(max_size=40) | JUNK.map(json.dumps)
TALKS = st.lists(FRAMES, min_size=1, max_size=4) | st.lists(NONSENSE, min_size=1, max_size=1)


async def test_strange_talk_is_understood_or_ends_the_line(club: Club) -> None:
    @repeatable(300)
    @given(st.booleans(), TALKS)
    def draw(identified: bool, frames: list[str | bytes]) -> None:
        drawn.append((identified, frames))

    drawn: list[tuple[bool, list[str | bytes]]] = []
    draw()
    ends = [await said(club, identified, frames) for identified, frames in drawn]
    assert set(ends) <= {*Close, None}
    # Neither is everything understood, nor nothing; and more than nonsense was said.
    assert None in ends
    assert len(set(ends)) > 5
    assert (await club.online()).session


async def said(club: Club, identified: bool, frames: list[str | bytes]) -> int | None:
    """Says it on a line of its own. Returns the code with which that is closed."""
    line = await (club.online() if identified else club.line())
    for frame in frames:
        if isinstance(frame, bytes):
            await line.socket.send_bytes(frame)
        else:
            await line.socket.send_str(frame)
    await line.say(HEARTBEAT)
    return await end(line.socket)


async def end(socket: ClientWebSocketResponse) -> int | None:
    async with asyncio.timeout(3):
        while (heard := await socket.receive()).type in (WSMsgType.TEXT, WSMsgType.BINARY):
            if heard.type is WSMsgType.TEXT and json.loads(heard.data)["op"] == ACK:
                await socket.close()
                return None
    return socket.close_code


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\x00" * 64,
        b"\x81\x05hello",
        b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",
        b"\x81\x82\x00\x00\x00\x00\xff\xfe",
        b"\x88\x81\x00\x00\x00\x00\x01",
    ],
    ids=["none", "nothing", "no mask", "garbage", "endless", "no text", "half a code"],
)
async def test_what_is_no_websocket_ends_the_line(club: Club, frame: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", club.sandbox.port)
    head = (
        f"GET /gateway?v=10 HTTP/1.1\r\nHost: 127.0.0.1:{club.sandbox.port}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
    )
    async with asyncio.timeout(3):
        writer.write(head.encode())
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
        writer.write(frame)
        writer.write_eof()
        await reader.read()
        writer.close()
        await writer.wait_closed()
    assert (await club.online()).session
