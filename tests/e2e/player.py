"""A player at the sandbox's page, who types, presses, chooses, and reads what comes of it."""

from dataclasses import dataclass
from typing import Any

import aiohttp

from tests.e2e.message import Control, Message
from tests.e2e.screen import Screen

MENU, USER, CHANNEL, CHANNELS = 2, 6, 7, 8
SETTLED = ("answered", "failed")


class NotPossible(Exception):
    """The page doesn't let anybody do this. Says why."""


@dataclass(frozen=True)
class Answer:
    """The result of a command or a press."""

    failed: bool
    shown: Message | None

    @property
    def message(self) -> Message:
        assert not self.failed, "The application did not respond"
        assert self.shown, "there was no message in answer"
        return self.shown

    @property
    def told(self) -> str:
        """A private answer."""
        assert self.message.private, self.message.text
        return self.message.text

    @property
    def announced(self) -> str:
        """An answer for everybody."""
        assert not self.message.private, self.message.text
        return self.message.text


class Player:
    """A player with a seat of their own, who sees what Discord would show them."""

    def __init__(self, http: aiohttp.ClientSession, url: str, member: dict[str, Any]) -> None:
        self.id: str = member["id"]
        self.name: str = member["name"]
        self.screen = Screen(self.name)
        # The server that they look at; none means the first.
        self.server = ""
        self._http = http
        self._url = url

    def __repr__(self) -> str:
        return self.name

    async def sits_down(self) -> None:
        """Load the page, perhaps again."""
        await self.screen.open(self._http, f"{self._url}live?member={self.id}&server={self.server}")

    async def stands_up(self) -> None:
        await self.screen.close()

    # Each of these waits until Discord's client would stop waiting.

    async def types(self, command: str, /, *, at: str = "duels", **options: Any) -> Answer:
        """Type a command: `await ana.types("/duel start", game="divisor", opponent=bo)`."""
        return await self._asks("commands", **self._typed(command, at, options))

    async def clicks_on(self, whom: "Player", menu: str, /, *, at: str = "duels") -> Answer:
        """Choose a command from the menu behind a name."""
        asked = self._command(menu, MENU) | {"channel": self._channel(at), "target": whom.id}
        return await self._asks("commands", **asked)

    async def is_offered(
        self, command: str, focused: str, /, *, at: str = "duels", **options: Any
    ) -> dict[str, Any]:
        """The suggestions while an option is typed: values by their labels."""
        asked = self._typed(command, at, options) | {"focused": focused}
        choices = (await self._posts("suggestions", **asked))["choices"]
        return {each["name"]: each["value"] for each in choices}

    async def presses(self, label: str, on: Message | None = None) -> Answer:
        """Press the button with this label, of this message or of the newest that has it."""
        found = on or await self._waits_for(lambda each: each.control(label), f"a button {label}")
        control = self._now(found).control(label)
        if control is None:
            raise NotPossible(f"there is no {label} on: {self._now(found).text}")
        return await self._asks("presses", message=found.id, custom_id=control.custom_id)

    async def chooses(self, *labels: str, of: str = "", on: Message | None = None) -> Answer:
        """Choose from a select that offers this, or from the one of this name."""

        def select(message: Message) -> Control | None:
            return message.control(of) if of else message.select_with(labels[0])

        what = f"a select of {of or labels[0]}"
        found = on or await self._waits_for(lambda each: select(each) is not None, what)
        if (control := select(self._now(found))) is None:
            raise NotPossible(f"there is not {what} on: {self._now(found).text}")
        values = [self._value(control, each) for each in labels]
        return await self._asks(
            "presses", message=found.id, custom_id=control.custom_id, values=values
        )

    async def opens(self, file: dict[str, Any]) -> bytes:
        """Download a file that came with a message."""
        async with self._http.get(file["url"]) as response:
            assert response.status == 200
            return await response.read()

    async def says(self, text: str, at: str = "duels") -> None:
        """Write a plain message."""
        await self._posts("messages", channel=self._channel(at), content=text)

    async def leaves(self) -> None:
        """Leave the server."""
        await self._moves("departures", here=False)

    async def comes_back(self) -> None:
        await self._moves("returns", here=True)

    # Their screen.

    async def sees(self, text: str, *, after: Message | None = None) -> Message:
        """Wait for a message with this text, and return the newest."""
        since = after.age if after else 0
        return await self._waits_for(lambda each: text in each.text and each.age > since, text)

    async def reads(self, *lines: str, at: str = "duels") -> None:
        """These at the end of a channel, as soon as they stand there."""
        await self.screen.until(
            lambda: tuple(self.lines(at)[-len(lines) :]) == lines, "\n".join(lines)
        )

    @property
    def private(self) -> Message | None:
        """The newest private message."""
        return self.screen.newest(lambda each: each.private)

    def lines(self, at: str = "duels") -> list[str]:
        """The texts of a channel's messages, from top to bottom."""
        channel = self._channel(at)
        here = [each for each in self.screen.messages.values() if each.channel == channel]
        return [each.text for each in sorted(here, key=lambda each: each.age)]

    @property
    def here(self) -> bool:
        """Whether the player is in the server."""
        return bool(self.screen.hello["me"]["here"])

    async def has_commands(self) -> None:
        await self.screen.until(lambda: self.commands, "commands")

    @property
    def commands(self) -> list[str]:
        return [each["name"] for each in self.screen.hello["commands"]]

    async def _moves(self, how: str, *, here: bool) -> None:
        await self._posts(how, server=self.server)
        await self.screen.until(lambda: self.here is here, "the server from the other side")

    async def _waits_for(self, wanted: Any, what: str) -> Message:
        return await self.screen.until(lambda: self.screen.newest(wanted), what)

    def _now(self, message: Message) -> Message:
        """The message as it is now."""
        return self.screen.messages.get(message.id, message)

    async def _asks(self, what: str, **asked: Any) -> Answer:
        number = (await self._posts(what, **asked))["interaction"]
        state = await self.screen.until(
            lambda: self._settled(number), f"an answer to {asked.get('path') or what}"
        )
        mine = self.screen.answer(number)
        pressed = self.screen.messages.get(asked.get("message", ""))
        return Answer(state == "failed", mine or pressed)

    def _settled(self, number: str) -> str | None:
        state = self.screen.asked.get(number)
        return state if state in SETTLED else None

    async def _posts(self, what: str, **asked: Any) -> dict[str, Any]:
        url = f"{self._url}seats/{self.id}/{what}"
        async with self._http.post(url, json=asked) as response:
            said: dict[str, Any] = await response.json()
        if response.status != 200:
            raise NotPossible(said["why"])
        return said

    def _typed(self, text: str, at: str, options: dict[str, Any]) -> dict[str, Any]:
        name, *path = text.removeprefix("/").split()
        given = {key: self._given(each) for key, each in options.items()}
        return self._command(name, 1) | {
            "channel": self._channel(at),
            "path": path,
            "options": given,
        }

    def _command(self, name: str, kind: int) -> dict[str, Any]:
        for each in self.screen.hello["commands"]:
            if each["name"] == name and each["type"] == kind:
                return {"command": each["id"]}
        raise NotPossible(f"{self.name} is not offered {name}, but {self.commands}")

    def _given(self, value: Any) -> Any:
        """People are chosen by who they are, channels by their names with a #."""
        if isinstance(value, Player):
            return value.id
        if isinstance(value, str) and value.startswith("#"):
            return self._channel(value[1:])
        return value

    def _value(self, control: Control, label: str) -> str:
        return self._channel(label) if control.kind == CHANNELS else control.choices[label]

    def _channel(self, name: str) -> str:
        for each in self.screen.hello["channels"]:
            if name in (each["name"], each["id"]):
                return str(each["id"])
        raise NotPossible(f"{self.name} sees no channel {name}")
