"""Checks what the sandbox says against Discord's own API description: each answer to a request, and
the objects in the gateway's events."""

import json
import os
import re
from functools import cache
from typing import Any

import pytest

from deploy.sandbox.endpoints import ENDPOINTS
from tests.bot.simcord.protocol import DESCRIPTION, alike, description
from tests.missing import missing

# Operations of which a successful answer has been checked, with nameless ids in their paths.
CHECKED: set[tuple[str, str]] = set()

Parts = list[tuple[str, str]]
# By event: where in its data the description knows an object, and by which name.
EVENTS: dict[str, Parts] = {
    "READY": [("user", "UserPIIResponse")],
    "RESUMED": [],
    "GUILD_CREATE": [
        ("", "GuildResponse"),
        ("channels.*", "GuildChannelResponse"),
        ("threads.*", "ThreadResponse"),
        ("members.*", "GuildMemberResponse"),
    ],
    "CHANNEL_CREATE": [("", "GuildChannelResponse")],
    "CHANNEL_UPDATE": [("", "GuildChannelResponse")],
    "CHANNEL_DELETE": [("", "GuildChannelResponse")],
    "GUILD_MEMBER_ADD": [("", "GuildMemberResponse")],
    "GUILD_MEMBER_UPDATE": [("", "GuildMemberResponse")],
    "GUILD_MEMBER_REMOVE": [("user", "UserResponse")],
    "GUILD_BAN_ADD": [("user", "UserResponse")],
    "GUILD_BAN_REMOVE": [("user", "UserResponse")],
    "GUILD_MEMBERS_CHUNK": [("members.*", "GuildMemberResponse")],
    "CHANNEL_PINS_UPDATE": [],
    "THREAD_CREATE": [("", "ThreadResponse")],
    "THREAD_UPDATE": [("", "ThreadResponse")],
    "THREAD_DELETE": [],
    "THREAD_MEMBERS_UPDATE": [("added_members.*", "ThreadMemberResponse")],
    "MESSAGE_CREATE": [("", "MessageResponse")],
    "MESSAGE_UPDATE": [("", "MessageResponse")],
    "MESSAGE_DELETE": [],
    "MESSAGE_DELETE_BULK": [],
    "MESSAGE_REACTION_ADD": [
        ("member", "GuildMemberResponse"),
        ("emoji", "MessageReactionEmojiResponse"),
    ],
    "MESSAGE_REACTION_REMOVE": [("emoji", "MessageReactionEmojiResponse")],
    "MESSAGE_REACTION_REMOVE_ALL": [],
    "MESSAGE_REACTION_REMOVE_EMOJI": [("emoji", "MessageReactionEmojiResponse")],
    "TYPING_START": [("member", "GuildMemberResponse")],
    "SOUNDBOARD_SOUNDS": [],
    "INTERACTION_CREATE": [
        ("user", "UserResponse"),
        ("member", "GuildMemberResponse"),
        ("message", "MessageResponse"),
        ("data.resolved.users.*", "UserResponse"),
        ("data.resolved.messages.*", "MessageResponse"),
        ("data.resolved.roles.*", "GuildRoleResponse"),
        ("data.resolved.attachments.*", "MessageAttachmentResponse"),
    ],
}


def required() -> bool:
    """Whether Discord's description is there. In CI it has to be."""
    if description() is None and "CI" in os.environ:
        pytest.fail(f"{DESCRIPTION} is missing")
    return description() is not None


def described() -> Any:
    """Returns Discord's description, for a test that can't do without it."""
    return description() or missing(f"{DESCRIPTION} is missing: it lies beside the project")


def nameless(path: str) -> str:
    return re.sub(r"\{.*?\}", "{}", path)


def answer(method: str, url: str, status: int, body: Any) -> None:
    """Fails the test if an answer isn't as Discord describes it."""
    if required() and (wrong := _wrong_answer(method, url, status, body)):
        pytest.fail("\n".join(wrong))


def event(name: str, data: Any) -> None:
    """Fails the test if an event's objects aren't as Discord describes them."""
    if required() and (wrong := _wrong_event(name, data)):
        pytest.fail("\n".join(wrong))


def unchecked() -> list[str]:
    """Returns the sandbox's endpoints of which no successful answer has been checked."""
    if description() is None:
        return []
    every = {(each.method, nameless(each.path)) for each in ENDPOINTS}
    return [" ".join(each) for each in sorted(every - CHECKED)]


def _wrong_answer(method: str, path: str, status: int, body: Any) -> list[str]:
    # A fault, or a page that is refused before anybody reads what it asks for.
    if status >= 500 or (status == 403 and "why" in body):
        return []
    template, operation = description().find(method, path)
    if operation is None:
        # Nothing that isn't Discord's may succeed.
        return [] if status >= 400 else [f"{method} {path}: Discord has no such request"]
    told = operation["responses"]
    key = next((each for each in (str(status), f"{status // 100}XX") if each in told), None)
    if key is None:
        return [f"{method} {template}: the status {status}, and not {', '.join(told)}"]
    if status < 300:
        CHECKED.add((method, nameless(template)))
    return [
        f"{method} {template}: {each}"
        for each in _wrong_body(method.lower(), template, key, alike(json.dumps(_known(body))))
    ]


def _wrong_event(event: str, data: Any) -> list[str]:
    if event not in EVENTS:
        return [f"{event}: which of its objects the description knows has to stand in EVENTS"]
    return [
        f"{event} {where}: {each}"
        for where, name in EVENTS[event]
        for part in _parts(data, where.split(".") if where else [])
        for each in _wrong_object(name, alike(json.dumps(part)))
    ]


def _parts(data: Any, where: list[str]) -> list[Any]:
    if not where:
        return [data]
    if where[0] == "*":
        inner = data.values() if isinstance(data, dict) else data
        return [part for each in inner for part in _parts(each, where[1:])]
    return _parts(data[where[0]], where[1:]) if where[0] in data else []


def _known(body: Any) -> Any:
    """Without what the description gets wrong: where a form is wrong Discord names codes that are
    texts, and a limit has no code."""
    if isinstance(body, dict) and "errors" in body:
        return {key: each for key, each in body.items() if key != "errors"}
    return body | {"code": 0} if isinstance(body, dict) and "retry_after" in body else body


@cache
def _wrong_body(method: str, template: str, status: str, body: str) -> tuple[str, ...]:
    found = description().doc["paths"][template][method]["responses"][status]
    if "$ref" in found:
        found = description().doc["components"]["responses"][found["$ref"].rsplit("/", 1)[1]]
    if "content" not in found:
        return () if body == "null" else ("the description has no body here",)
    schema = json.dumps(found["content"]["application/json"]["schema"])
    return _wrong(_validator(schema.replace('"#/', '"urn:discord#/')), body)


@cache
def _wrong_object(name: str, part: str) -> tuple[str, ...]:
    return _wrong(_validator(json.dumps({"$ref": f"urn:discord#/components/schemas/{name}"})), part)


@cache
def _validator(schema: str) -> Any:
    return description().validator(json.loads(schema))


def _wrong(validator: Any, body: str) -> tuple[str, ...]:
    wrong = validator.iter_errors(json.loads(body))
    return tuple(each for error in wrong for each in description()._explain(error))
