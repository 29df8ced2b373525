"""Somebody in front of the sandbox's page while a guest bot is there."""

import asyncio
from collections.abc import Callable
from typing import Any

from tests.deploy.page_client import PageClient
from tests.deploy.sandbox_client import DUELS, Club
from tests.json_tree import objects

COMMAND = "guest"
SELECT = 3
# Seconds that somebody waits for what a bot does, which may have to wait for a rate limit of five.
PATIENCE = 10.0

Json = dict[str, Any]


class Seat:
    def __init__(self, club: Club, person: str, page: PageClient, hello: Json) -> None:
        self._club = club
        self._person = person
        self._page = page
        self._commands = hello["commands"]
        # The texts of all messages that the page has shown.
        self.seen: list[str] = [each["content"] for each in hello["messages"]]

    # What they do.

    async def types(self, subcommand: str, **options: Any) -> None:
        await self._does("commands", channel=DUELS, **self._typed(subcommand, options))

    async def is_suggested(self, subcommand: str, option: str, typed: str) -> list[str]:
        asked = self._typed(subcommand, {option: typed}) | {"focused": option}
        told = await self._does("suggestions", channel=DUELS, **asked)
        return [each["name"] for each in told["choices"]]

    async def says(self, content: str) -> Json:
        message: Json = await self._does("messages", channel=DUELS, content=content)
        return message

    async def presses(self, message: Json, label: str) -> None:
        custom_id = _custom_id(message["components"], label)
        await self._does("presses", message=message["id"], custom_id=custom_id)

    async def chooses(self, message: Json, label: str) -> None:
        (menu,) = (each for _, each in objects(message["components"]) if each.get("type") == SELECT)
        values = [each["value"] for each in menu["options"] if each["label"] == label]
        chosen = {"custom_id": menu["custom_id"], "values": values}
        await self._does("presses", message=message["id"], **chosen)

    async def fills_in(self, form: Json, **written: str) -> None:
        fields = form["modal"]["components"]
        values = {_custom_id(fields, label): value for label, value in written.items()}
        await self._does("forms", form=form["id"], values=values)

    # What they see.

    async def sees(self, text: str) -> Json:
        """Returns the next message with this text, in itself or in an embed."""

        def shows(frame: Json) -> bool:
            message = frame["message"]
            embeds = (each.get("description") for each in message["embeds"])
            return text in (message["content"], *embeds)

        message: Json = (await self.hears("message", shows))["message"]
        return message

    async def loses(self, message: Json) -> None:
        """Waits until a message has disappeared."""
        await self.hears("deleted", lambda frame: bool(frame["message"] == message["id"]))

    async def hears(
        self,
        kind: str,
        matches: Callable[[Json], bool] = lambda _: True,
        within: float = PATIENCE,
    ) -> Json:
        """Returns the next frame of this type that matches."""
        heard: list[Json] = []
        try:
            async with asyncio.timeout(within):
                while True:
                    frame: Json = await self._page.socket.receive_json()
                    heard.append(frame)
                    if frame["type"] == "message":
                        self.seen.append(frame["message"]["content"])
                    if frame["type"] == kind and matches(frame):
                        return frame
        except TimeoutError:
            told = [_short(each) for each in heard]
            raise AssertionError(f"Instead of such a {kind} the page was told {told}.") from None

    def _typed(self, subcommand: str, options: Json) -> Json:
        (command,) = (each for each in self._commands if each["name"] == COMMAND)
        return {"command": command["id"], "path": [subcommand], "options": options}

    async def _does(self, act: str, **asked: Any) -> Any:
        reply = await self._club.act(self._person, act, **asked)
        assert reply.status == 200, reply.body
        return reply.body


async def seated(club: Club, person: str) -> Seat:
    page = await club.sit(person)
    return Seat(club, person, page, await page.hear("hello"))


def _short(frame: Json) -> str:
    """Returns a frame's type, and what matters most in it."""
    message = frame.get("message")
    about = frame.get("state") or (message["content"] if isinstance(message, dict) else message)
    return f"{frame['type']} {about}"


def _custom_id(components: Any, label: str) -> str:
    """Returns the custom_id of what has this label: it stands on a button or beside a field."""
    (found,) = (each for _, each in objects(components) if each.get("label") == label)
    field = found.get("component", found)
    return str(field["custom_id"])
