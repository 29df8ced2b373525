"""What the page can see and do: everything here is done by one of the people, as they could at
Discord itself."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from deploy.sandbox.audience import Seat
from deploy.sandbox.commands import MENU, Commands
from deploy.sandbox.interaction import Asked, Interaction
from deploy.sandbox.objects import Json
from deploy.sandbox.permissions import May
from deploy.sandbox.pressing import filled_in, pressed
from deploy.sandbox.resolving import Refused
from deploy.sandbox.server import Person, Place
from deploy.sandbox.world import World

LONGEST = 2_000
Act = Callable[[Person, Json], Awaitable[Json]]


class Seats:
    def __init__(self, world: World, surroundings: Callable[[], Json]) -> None:
        """The surroundings are what the page shows of the sandbox itself."""
        self._world = world
        self._surroundings = surroundings

    def routes(self) -> list[web.RouteDef]:
        acts = {
            "messages": self._write,
            "commands": self._command,
            "suggestions": self._suggest,
            "presses": self._press,
            "forms": self._fill_in,
        }
        return [
            web.get("/live", self._live),
            web.get("/members", self._members),
            *(
                web.post(f"/seats/{{member}}/{name}", self._acted(act))
                for name, act in acts.items()
            ),
        ]

    async def _live(self, request: web.Request) -> web.WebSocketResponse:
        person = self._world.server.people.get(request.query.get("member", ""))
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        seat = Seat(person)
        seat.hear(self._hello(person))
        self._world.audience.seats.add(seat)
        writing = asyncio.create_task(_write_to(socket, seat))
        try:
            async for _ in socket:
                pass  # a page has nothing to say here
        finally:
            self._world.audience.seats.discard(seat)
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
        return socket

    async def _members(self, _: web.Request) -> web.Response:
        people = self._world.server.people.values()
        return web.json_response([self._member(each) for each in people])

    def _acted(self, act: Act) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def acted(request: web.Request) -> web.Response:
            try:
                person = self._person(request.match_info["member"])
                return web.json_response(await act(person, await read(request)))
            except Refused as refused:
                return web.json_response({"why": str(refused)}, status=refused.status)

        return acted

    async def _write(self, person: Person, asked: Json) -> Json:
        place, content = self._place(person, asked), _text(asked, "content").strip()
        if not content:
            raise Refused("There is nothing to send.")
        if len(content) > LONGEST:
            raise Refused(f"A message has no more than {LONGEST} characters.")
        if not self._world.server.may_write(person, place):
            raise Refused("You may not write here.")
        return self._world.conversation.write(place, person, {"content": content}).payload

    async def _command(self, person: Person, asked: Json) -> Json:
        place, command, path, typed = self._typed(person, asked)
        if command["type"] == MENU:
            data = self._commands.about(command, str(asked.get("target")), person, place)
        else:
            data = self._commands.whole(command, path, typed, person, place)
        return self._ask(Asked.COMMAND, person, place, data, source=_source(command, path))

    async def _suggest(self, person: Person, asked: Json) -> Json:
        place, command, path, typed = self._typed(person, asked)
        data = self._commands.unfinished(command, path, typed, _text(asked, "focused"))
        waiting = self._world.interactions.ask(
            Asked.SUGGESTIONS, person, place, data, source=_source(command, path)
        )
        choices = await waiting.suggestions
        if choices is None:
            raise Refused("Nothing was suggested in time.", status=504)
        return {"choices": choices}

    async def _press(self, person: Person, asked: Json) -> Json:
        message, custom_id = _text(asked, "message"), _text(asked, "custom_id")
        values = asked.get("values") or []
        if not isinstance(values, list) or not all(isinstance(each, str) for each in values):
            raise Refused("values is a list of texts.")
        post = self._world.conversation.seen(person, message)
        if post is None:
            raise Refused("There is no such message.")
        data = pressed(self._world.server, post, person, custom_id, values)
        source = {"kind": "press", "message": message, "custom_id": custom_id}
        return self._ask(Asked.PRESS, person, post.place, data, source=source, pressed=post)

    async def _fill_in(self, person: Person, asked: Json) -> Json:
        answered = self._world.interactions.form_of(_text(asked, "form"), person)
        values = asked.get("values")
        if answered is None or answered.form is None or not isinstance(values, dict):
            raise Refused("There is no such form.")
        data = filled_in(self._world.server, answered, values)
        return self._ask(
            Asked.FORM,
            person,
            answered.place,
            data,
            source={"kind": "form"},
            pressed=answered.pressed,
        )

    @property
    def _commands(self) -> Commands:
        return self._world.commands

    def _ask(self, *what: Any, **more: Any) -> Json:
        asked: Interaction = self._world.interactions.ask(*what, **more)
        return {"interaction": asked.id}

    def _typed(self, person: Person, asked: Json) -> tuple[Place, Json, list[str], Json]:
        place = self._place(person, asked)
        command = self._commands.find(_text(asked, "command"), person, place)
        path, typed = asked.get("path") or [], asked.get("options") or {}
        if not isinstance(path, list) or not isinstance(typed, dict):
            raise Refused("path is a list of names, and options maps names to values.")
        return place, command, [str(each) for each in path], typed

    def _person(self, key: str) -> Person:
        person = self._world.server.people.get(key)
        if person is None:
            raise Refused("There is no such member.")
        return person

    def _place(self, person: Person, asked: Json) -> Place:
        place = self._world.server.places.get(_text(asked, "channel"))
        if place is None or May.VIEW not in self._world.server.may(person, place):
            raise Refused("There is no such channel.")
        return place

    def _hello(self, person: Person | None) -> Json:
        world, server = self._world, self._world.server
        hello: Json = {
            "type": "hello",
            "me": self._member(person) if person else None,
            "server": {"id": server.id, "name": server.name},
            "application": {"id": world.application, "name": server.bot.name},
            "members": [self._member(each) for each in server.members()],
            "roles": [{"id": each.id, "name": each.name} for each in server.roles.values()],
            "channels": [],
            "commands": [],
            "messages": [],
            "forms": [],
        } | self._surroundings()
        if person is None:
            return hello
        there = (each for each in server.places.values() if May.VIEW in server.may(person, each))
        return hello | {
            "channels": [self._channel(each) for each in there],
            "commands": world.commands.usable_by(person),
            "messages": [each.payload for each in world.conversation.read_by(person)],
        }

    def _member(self, person: Person) -> Json:
        return {
            "id": person.id,
            "username": person.username,
            "name": person.name,
            "bot": person.bot,
            "moderator": self._world.server.is_moderator(person),
            "color": person.color,
        }

    def _channel(self, place: Place) -> Json:
        return {
            "id": place.id,
            "name": place.name,
            "type": int(place.kind),
            "parent": place.parent,
            "writable": self._world.server.may_write(self._world.server.bot, place),
            "topic": place.topic,
        }


async def read(request: web.Request) -> Json:
    """What the page asks for. A form of another site couldn't send JSON unasked."""
    if request.content_type != "application/json":
        raise Refused("Send JSON.")
    try:
        asked = await request.json()
    except (ValueError, LookupError, RecursionError):
        raise Refused("This isn't JSON.") from None
    if not isinstance(asked, dict):
        raise Refused("Send an object.")
    return asked


async def _write_to(socket: web.WebSocketResponse, seat: Seat) -> None:
    while (frame := await seat.frames.get()) is not None:
        await socket.send_json(frame)
    await socket.close()


def _text(asked: Json, key: str) -> str:
    value = asked.get(key)
    if not isinstance(value, str):
        raise Refused(f"{key} is missing.")
    return value


def _source(command: Json, path: list[str]) -> Json:
    return {"kind": "command", "name": " ".join([command["name"], *path])}
