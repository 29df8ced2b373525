"""The HTTP API of the page: everything that a member can do at Discord, and the live updates."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from aiohttp import web

from deploy.sandbox import json_text
from deploy.sandbox.api_errors import ApiError
from deploy.sandbox.guild.guild import Kind, Person, Place, Server
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.interactions.commands import ABOUT_MESSAGE, ABOUT_USER, Commands
from deploy.sandbox.interactions.component_input import filled_in, pressed
from deploy.sandbox.interactions.interaction import Asked, Interaction
from deploy.sandbox.messages.post import Post
from deploy.sandbox.messages.reactions import MOST, known
from deploy.sandbox.objects import Json
from deploy.sandbox.page_api import page_view
from deploy.sandbox.page_api.subscribers import Subscriber
from deploy.sandbox.refused import Refused
from deploy.sandbox.world import World

LONGEST = 2_000
# Servers that a page lists to choose from.
LISTED = 50
# By the code of Discord's error: why somebody can't react.
UNABLE = {
    10014: "This is no emoji.",
    30010: f"A message has no more than {MOST} different reactions.",
    50013: "You may not react here.",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Act = Callable[[Person, Json], Awaitable[Json]]


class PageApi:
    def __init__(self, world: World, surroundings: Callable[[], Json]) -> None:
        """The surroundings are what the page shows of the sandbox itself."""
        self._world = world
        self._surroundings = surroundings
        world.membership.changed = self._has_changed
        world.subscribers.greet = lambda seat: seat.hear(self._hello(seat))

    def routes(self, page: str) -> list[web.RouteDef]:
        """Below the page's own address."""
        acts = {
            "messages": self._write,
            "commands": self._command,
            "suggestions": self._suggest,
            "presses": self._press,
            "reactions": self._react,
            "forms": self._fill_in,
            "departures": self._leave,
            "returns": self._come_back,
        }
        return [
            web.get(f"{page}/live", _answering(self._live)),
            web.get(f"{page}/members", _answering(self._members)),
            web.get(f"{page}/servers", self._named),
            *(
                web.post(f"{page}/seats/{{member}}/{name}", _answering(self._acted(act)))
                for name, act in acts.items()
            ),
        ]

    async def _live(self, request: web.Request) -> web.StreamResponse:
        person = self._world.servers.people.get(request.query.get("member", ""))
        server = self._server(request.query)
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        seat = Subscriber(person, server)
        seat.hear(self._hello(seat))
        self._world.subscribers.all.add(seat)
        writing = asyncio.create_task(_write_to(socket, seat))
        try:
            async for _ in socket:
                pass  # a page has nothing to say here
        finally:
            self._world.subscribers.all.discard(seat)
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
        return socket

    async def _members(self, request: web.Request) -> web.StreamResponse:
        members = page_view.members(self._server(request.query))
        return web.json_response([each for each in members if not each["bot"]])

    async def _named(self, request: web.Request) -> web.Response:
        """Lists the servers whose names have this in them, as many as a page shows."""
        found = self._world.servers.named(request.query.get("name", ""), LISTED)
        return web.json_response([{"id": key, "name": name} for key, name in found])

    def _acted(self, act: Act) -> Handler:
        async def acted(request: web.Request) -> web.StreamResponse:
            person = self._person(request.match_info["member"])
            return web.json_response(await act(person, await read(request)))

        return acted

    async def _write(self, person: Person, asked: Json) -> Json:
        place, content = self._place(person, asked), _text(asked, "content").strip()
        if not content:
            raise Refused("There is nothing to send.")
        if len(content) > LONGEST:
            raise Refused(f"A message has no more than {LONGEST} characters.")
        server = self._world.servers.of(place)
        if not server.has(person):
            raise Refused(
                f"{person.name} has left the server, and has none in common with the bot."
            )
        if server.is_timed_out(person):
            raise Refused(f"{person.name} is timed out, and may only read.")
        if not server.may_write(person, place):
            raise Refused("You may not write here.")
        if place.locked and May.MANAGE_THREADS not in server.may(person, place):
            raise Refused("This thread is locked.")
        if wait := self._world.messages.slowed(place, person):
            raise Refused(f"This channel is in slow mode. You may write again in {wait} s.")
        return self._world.messages.write(place, person, {"content": content}).shown

    async def _command(self, person: Person, asked: Json) -> Json:
        place, command, path, typed = self._typed(person, asked)
        target = str(asked.get("target"))
        if command["type"] == ABOUT_USER:
            data = self._commands.about_user(command, target, person, place)
        elif command["type"] == ABOUT_MESSAGE:
            data = self._commands.about_message(command, self._post(person, target), place)
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
        post = self._post(person, message)
        data = pressed(self._world.servers.of(post.place), post, person, custom_id, values)
        source = {"kind": "press", "message": message, "custom_id": custom_id}
        return self._ask(Asked.PRESS, person, post.place, data, source=source, pressed=post)

    async def _react(self, person: Person, asked: Json) -> Json:
        """Adds somebody's reaction to a message, or takes it back."""
        message, emoji = _text(asked, "message"), _text(asked, "emoji")
        post = self._post(person, message)
        if post.reader:
            raise Refused("Nobody reacts to a message that only one person sees.")
        reactions = self._world.reactions
        try:
            if person.id in post.reactions.get(known(post, emoji), []):
                reactions.remove(post, emoji, person)
            else:
                reactions.add(post, emoji, person)
        except ApiError as refused:
            raise Refused(UNABLE[refused.code]) from None
        return post.shown

    async def _fill_in(self, person: Person, asked: Json) -> Json:
        answered = self._world.interactions.form_of(_text(asked, "form"), person)
        values = asked.get("values")
        if answered is None or answered.form is None or not isinstance(values, dict):
            raise Refused("There is no such form.")
        self._place(person, {"channel": answered.place.id})
        data = filled_in(self._world.servers.of(answered.place), answered, values)
        return self._ask(
            Asked.FORM,
            person,
            answered.place,
            data,
            source={"kind": "form"},
            pressed=answered.pressed,
            opened_by=answered,
        )

    async def _leave(self, person: Person, asked: Json) -> Json:
        server = self._server(asked)
        self._world.membership.leave(server, person)
        return page_view.member(server, person)

    async def _come_back(self, person: Person, asked: Json) -> Json:
        server = self._server(asked)
        self._world.membership.come_back(server, person)
        return page_view.member(server, person)

    def _has_changed(self, server: Server, person: Person) -> None:
        """They see another server from now on, and the others another member."""
        members = page_view.members(server)
        for seat in self._world.subscribers.looking_at(server):
            if seat.person and seat.person.id == person.id:
                self._world.subscribers.greet(seat)
            else:
                seat.hear({"type": "members", "members": members})

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

    def _server(self, asked: Mapping[str, Any]) -> Server:
        """Returns the server that is meant: the first, unless another is named."""
        found = self._world.servers.get(str(asked.get("server") or self._world.servers.first.id))
        if found is None:
            raise Refused("There is no such server.", status=404)
        return found

    def _person(self, key: str) -> Person:
        person = self._world.servers.people.get(key)
        if person is None:
            raise Refused("There is no such member.")
        return person

    def _place(self, person: Person, asked: Json) -> Place:
        place = self._world.servers.place(_text(asked, "channel"))
        if place is None:
            raise Refused("There is no such channel.")
        self._refuse_outsider(person, place)
        if May.VIEW not in self._world.servers.of(place).may(person, place):
            raise Refused("There is no such channel.")
        return place

    def _post(self, person: Person, message: str) -> Post:
        post = self._world.messages.seen(person, message)
        if post is None:
            raise Refused("There is no such message.")
        return post

    def _refuse_outsider(self, person: Person, place: Place) -> None:
        if place.kind is not Kind.DIRECT and not self._world.servers.of(place).has(person):
            raise Refused(f"{person.name} has left the server, and can do nothing there.")

    def _hello(self, seat: Subscriber) -> Json:
        return page_view.hello(self._world, seat.person, seat.server) | self._surroundings()


def _answering(handler: Handler) -> Handler:
    """Has a handler say why it refuses something."""

    async def answer(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except Refused as refused:
            return web.json_response({"why": str(refused)}, status=refused.status)

    return answer


async def read(request: web.Request) -> Json:
    """Returns the body of a request. Another site's form couldn't send JSON."""
    if request.content_type != "application/json":
        raise Refused("Send JSON.")
    try:
        asked = json_text.parsed(json_text.decoded(await request.read(), request.charset))
    except (ValueError, LookupError, RecursionError):
        raise Refused("This isn't JSON.") from None
    if not isinstance(asked, dict):
        raise Refused("Send an object.")
    return asked


async def _write_to(socket: web.WebSocketResponse, seat: Subscriber) -> None:
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
