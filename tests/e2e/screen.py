"""A screen collects everything that a player was shown: the sandbox's page without its looks."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, TypeVar

import aiohttp

from tests.e2e.message import Message

T = TypeVar("T")
Frame = dict[str, Any]

# How long a test waits for something to happen, in seconds: the machine may be busy.
PATIENCE = 30.0


class Screen:
    """Knows only what the sandbox has sent to one player."""

    def __init__(self, name: str) -> None:
        self.name = name
        # All frames, also of messages that have been changed or deleted since.
        self.heard: list[Frame] = []
        self.messages: dict[str, Message] = {}
        # The states of interactions.
        self.asked: dict[str, str] = {}
        self.forms: dict[str, Frame] = {}
        self.hello: Frame = {}
        self._names: dict[str, str] = {}
        self._news = asyncio.Event()
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reading: asyncio.Task[None] | None = None

    async def open(self, http: aiohttp.ClientSession, url: str) -> None:
        """Load the page, perhaps again."""
        await self.close()
        self.hello = {}
        self._socket = await http.ws_connect(url, max_msg_size=0)
        self._reading = asyncio.create_task(self._read(self._socket), name=f"{self.name} reads")
        await self.until(lambda: self.hello, "the page")

    async def close(self) -> None:
        if self._socket:
            await self._socket.close()
        if self._reading:
            self._reading.cancel()
            with suppress(asyncio.CancelledError):
                await self._reading

    async def until(self, look: Callable[[], T | None], what: str) -> T:
        """Wait until `look` finds something, and return it."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not (found := look()):
                    if self._reading is None or self._reading.done():
                        raise AssertionError(f"{self.name} was left alone without {what}")
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"{self.name} never saw {what}, but:\n{self.drawn()}") from None
        return found

    def newest(self, wanted: Callable[[Message], object] = lambda _: True) -> Message | None:
        found = [each for each in self.messages.values() if wanted(each)]
        return max(found, key=lambda each: each.age, default=None)

    def answer(self, interaction: str) -> Message | None:
        """The newest message that answers an interaction."""
        return self.newest(lambda each: each.answers == interaction)

    def ever(self) -> Iterator[Message]:
        """Yield all messages in every version that they have had."""
        for frame in self.heard:
            for each in [frame["message"]] if frame["type"] == "message" else _brought(frame):
                yield Message(each, self._names)

    def pings(self) -> list[str]:
        """Everybody who was pinged, in order. An edit pings nobody."""
        new: dict[str, Message] = {}
        for each in self.ever():
            if not each.thinking:
                new.setdefault(each.id, each)
        return [name for each in new.values() for name in each.pings]

    def drawn(self) -> str:
        """The last messages, for the report of a failure."""
        last = sorted(self.messages.values(), key=lambda each: each.age)[-12:]
        lines = [f"{each.text}  {each.labels}" for each in last]
        return "\n".join([*lines, f"bot: {self.hello.get('bot')}", f"asked: {self.asked}"])

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        try:
            async for said in socket:
                self._hear(said.json())
        finally:
            self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def _hear(self, frame: Frame) -> None:
        self.heard.append(frame)
        match frame["type"]:
            case "hello":
                self._begin(frame)
            case "message":
                self._show(frame["message"])
            case "deleted":
                self.messages.pop(frame["message"], None)
            case "interaction":
                self.asked[frame["id"]] = frame["state"]
            case "form":
                self.forms[frame["id"]] = frame["modal"]
            case "bot":
                self.hello["bot"] = frame["state"]
            case "channel":
                self._add_channel(frame["channel"])
            case "commands" | "channels" | "members" | "faults" as what:
                self.hello[what] = frame[what]
        self._tell()

    def _begin(self, hello: Frame) -> None:
        self.hello = hello
        self._names = {each["id"]: each["name"] for each in hello["channels"] + hello["members"]}
        self.messages = {}
        for each in hello["messages"]:
            self._show(each)

    def _add_channel(self, channel: Frame) -> None:
        self.hello["channels"].append(channel)
        self._names[channel["id"]] = channel["name"]

    def _show(self, payload: Frame) -> None:
        self.messages[payload["id"]] = Message(payload, self._names)


def _brought(frame: Frame) -> list[Frame]:
    return list(frame.get("messages") or ())
