"""Endpoints of Discord's REST API, version 10, that the sandbox has. All others are not found."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from deploy.sandbox import api_errors, forms, objects, page_view, threads
from deploy.sandbox.faults import Aim
from deploy.sandbox.files import File
from deploy.sandbox.guild import Kind, Place
from deploy.sandbox.interaction import Answer, Interaction
from deploy.sandbox.objects import Json
from deploy.sandbox.permissions import May
from deploy.sandbox.post import Post
from deploy.sandbox.world import World


@dataclass(frozen=True)
class Call:
    """A request that has been read: the ids in its path, what is asked for after it, its body and
    the files that came with it."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = None
    files: Mapping[str, File] = field(default_factory=dict)

    @property
    def names(self) -> dict[str, str]:
        return {index: file.name for index, file in self.files.items()}


# No answer is an answer without a body.
Handler = Callable[[World, Call], Json | list[Json] | None]


@dataclass(frozen=True)
class Endpoint:
    method: str
    path: str
    handle: Handler
    # The name by which faults are aimed at it.
    aim: Aim = Aim.EVERYTHING
    # Which of the path's ids its rate limit is for.
    limited_by: str | None = None
    # Of an answer with a body.
    status: int = 200
    # Needs no bot token: it is public, or its path has an interaction's token.
    open: bool = False


def where_gateway(world: World, _: Call) -> Json:
    return {"url": world.gateway}


def where_bots_gateway(world: World, _: Call) -> Json:
    starts = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return {"url": world.gateway, "shards": 1, "session_start_limit": starts}


def own_user(world: World, _: Call) -> Json:
    return objects.own_user(world.server.bot)


def own_application(world: World, _: Call) -> Json:
    return objects.application(world.server, world.application)


def register(world: World, call: Call) -> list[Json]:
    _own(world, call)
    return world.register(forms.commands(call.body))


def registered(world: World, call: Call) -> list[Json]:
    _own(world, call)
    return world.commands.registered


def guild(world: World, call: Call) -> Json:
    _in_server(world, call)
    return objects.guild(world.server)


def member(world: World, call: Call) -> Json:
    _in_server(world, call)
    found = world.server.member(call.path["user"])
    if found is None:
        raise api_errors.unknown_member()
    return objects.member(found)


def channel(world: World, call: Call) -> Json:
    return objects.channel(world.server, _place(world, call))


def thread_member(world: World, call: Call) -> Json:
    place, found = _place(world, call), world.server.member(call.path["user"])
    if found is None or found.id not in place.members:
        raise api_errors.unknown_member()
    return objects.thread_member(place, found.id)


def add_thread_member(world: World, call: Call) -> None:
    place = _place(world, call)
    if place.kind is not Kind.THREAD:
        raise api_errors.wrong_channel_type()
    if not world.server.may_write(world.server.bot, place):
        raise api_errors.missing_permissions()
    if world.server.member(call.path["user"]) is None:
        raise api_errors.unknown_user()
    threads.join(world.context, place, [call.path["user"]])


def start_thread(world: World, call: Call) -> Json:
    place, found = _public(world, call)
    form = forms.thread(call.body)
    thread = threads.start(world.context, place, found, world.server.bot, form)
    frame = {"type": "channel", "channel": page_view.channel(world.server, thread)}
    world.subscribers.tell(frame, lambda person: May.VIEW in world.server.may(person, thread))
    world.messages.show(found)
    member = objects.thread_member(thread, world.server.bot.id)
    return objects.channel(world.server, thread) | {"member": member}


def post(world: World, call: Call) -> Json:
    place = _place(world, call)
    if place.person in world.server.gone:
        raise api_errors.no_server_in_common()
    if not world.server.may_write(world.server.bot, place):
        raise api_errors.missing_permissions()
    _may_attach(world, place, call)
    form = forms.message(call.body, call.names)
    if "message_reference" in form and not _answers(world, place, form["message_reference"]):
        del form["message_reference"]
    return world.messages.write(place, world.server.bot, form, call.files).payload


def read(world: World, call: Call) -> Json:
    place, found = _public(world, call)
    if May.READ_HISTORY not in world.server.may(world.server.bot, place):
        raise api_errors.missing_access()
    return found.payload


def edit(world: World, call: Call) -> Json:
    place, found = _own_post(world, call)
    _may_attach(world, place, call)
    return world.messages.change(found, _edited(found, call), call.files).payload


def delete(world: World, call: Call) -> None:
    place, found = _public(world, call)
    theirs = found.author != world.server.bot
    if theirs and May.MANAGE_MESSAGES not in world.server.may(world.server.bot, place):
        raise api_errors.missing_permissions()
    world.messages.delete(found)


def answer(world: World, call: Call) -> Json | None:
    asked = world.interactions.waiting(call.path["interaction"], call.path["token"])
    pressed = asked.pressed
    form = forms.callback(
        call.body,
        call.names,
        to=asked.kind,
        v2=pressed is not None and pressed.is_v2,
        attached=_attached(pressed),
        from_message=pressed is not None,
    )
    if pressed and form["type"] == Answer.CHANGE:
        _fits(pressed, form["data"], call, "data")
    # Nothing has happened between this look and the next, as nobody else is served meanwhile.
    told = world.interactions.answer(asked, form["type"], form.get("data") or {}, call.files)
    return told if call.query.get("with_response", "").lower() in ("true", "1") else None


def follow_up(world: World, call: Call) -> Json:
    asked = _answered(world, call)
    form = forms.message(call.body, call.names, interaction=True)
    return world.interactions.add(asked, form, call.files).payload


def read_answer(world: World, call: Call) -> Json:
    return world.interactions.find(_answered(world, call), call.path["message"]).payload


def edit_answer(world: World, call: Call) -> Json:
    asked = _answered(world, call)
    found = world.interactions.find(asked, call.path["message"])
    return world.interactions.change(asked, found, _edited(found, call), call.files).payload


def delete_answer(world: World, call: Call) -> None:
    found = world.interactions.find(_answered(world, call), call.path["message"])
    world.messages.delete(found)


def _own(world: World, call: Call) -> None:
    if call.path["application"] != world.application:
        raise api_errors.not_yours()


def _in_server(world: World, call: Call) -> None:
    if call.path["guild"] != world.server.id:
        raise api_errors.unknown_guild()


def _place(world: World, call: Call) -> Place:
    place = world.server.places.get(call.path["channel"])
    if place is None:
        raise api_errors.unknown_channel()
    if May.VIEW not in world.server.may(world.server.bot, place):
        raise api_errors.missing_access()
    return place


def _public(world: World, call: Call) -> tuple[Place, Post]:
    """Finds a message that isn't ephemeral: those are reached through their interaction only."""
    place = _place(world, call)
    found = world.messages.find(place.id, call.path["message"])
    if found.reader:
        raise api_errors.unknown_message()
    return place, found


def _may_attach(world: World, place: Place, call: Call) -> None:
    """Refuses files where the bot may not attach any. Interaction responses may have them."""
    if call.files and May.ATTACH_FILES not in world.server.may(world.server.bot, place):
        raise api_errors.missing_permissions()


def _answers(world: World, place: Place, reference: Json) -> bool:
    """A message that isn't there can't be answered. What was to answer it may be said all the
    same."""
    here = reference.get("channel_id", place.id) == place.id
    if here and world.messages.has(place.id, reference["message_id"]):
        return True
    if reference.get("fail_if_not_exists") is False:
        return False
    says = {"code": "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "message": "Unknown message"}
    raise api_errors.invalid_form({"message_reference": {"_errors": [says]}})


def _own_post(world: World, call: Call) -> tuple[Place, Post]:
    place, found = _public(world, call)
    if found.author != world.server.bot:
        raise api_errors.not_your_message()
    return place, found


def _edited(found: Post, call: Call) -> Json:
    form = forms.edit(call.body, call.names, v2=found.is_v2, attached=_attached(found))
    _fits(found, form, call)
    return form


def _fits(found: Post, form: Json, call: Call, *at: str) -> None:
    """Whether a message can be changed so, and something is left of it."""
    forms.refuse(forms.left_over(found.payload, form), at)
    files = form.get("attachments", call.files or found.files)
    if forms.blank(found.payload | form | {"attachments": files}):
        raise api_errors.empty_message()


def _attached(found: Post | None) -> dict[str, str]:
    files = found.files if found else {}
    return {key: each["filename"] for key, each in files.items()}


def _answered(world: World, call: Call) -> Interaction:
    return world.interactions.answered(call.path["application"], call.path["token"])


WEBHOOK = "/webhooks/{application}/{token}"
ANSWER = WEBHOOK + "/messages/{message}"
MESSAGE = "/channels/{channel}/messages/{message}"
THREAD_MEMBER = "/channels/{channel}/thread-members/{user}"

ENDPOINTS = (
    Endpoint("GET", "/gateway", where_gateway, open=True),
    Endpoint("GET", "/gateway/bot", where_bots_gateway),
    Endpoint("GET", "/users/@me", own_user),
    Endpoint("GET", "/oauth2/applications/@me", own_application),
    Endpoint("GET", "/applications/@me", own_application),
    Endpoint("GET", "/applications/{application}/commands", registered),
    Endpoint("PUT", "/applications/{application}/commands", register),
    Endpoint("GET", "/guilds/{guild}", guild),
    Endpoint("GET", "/guilds/{guild}/members/{user}", member),
    Endpoint("GET", "/channels/{channel}", channel),
    Endpoint("GET", THREAD_MEMBER, thread_member),
    Endpoint("PUT", THREAD_MEMBER, add_thread_member, limited_by="channel"),
    Endpoint("POST", "/channels/{channel}/messages", post, Aim.POSTS, "channel"),
    Endpoint("GET", MESSAGE, read),
    Endpoint("PATCH", MESSAGE, edit, Aim.EDITS, "channel"),
    Endpoint("DELETE", MESSAGE, delete, Aim.EDITS, "channel"),
    Endpoint("POST", MESSAGE + "/threads", start_thread, Aim.POSTS, "channel", status=201),
    Endpoint(
        "POST",
        "/interactions/{interaction}/{token}/callback",
        answer,
        Aim.ANSWERS,
        open=True,
    ),
    Endpoint("POST", WEBHOOK, follow_up, Aim.POSTS, "token", open=True),
    Endpoint("GET", ANSWER, read_answer, limited_by="token", open=True),
    Endpoint("PATCH", ANSWER, edit_answer, Aim.EDITS, "token", open=True),
    Endpoint("DELETE", ANSWER, delete_answer, Aim.EDITS, "token", open=True),
)
