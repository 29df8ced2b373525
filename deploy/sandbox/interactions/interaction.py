"""An interaction, and the event by which Discord tells the bot of it."""

import asyncio
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from secrets import token_urlsafe

from deploy.sandbox import objects
from deploy.sandbox.guild.guild import Kind, Person, Place, Server
from deploy.sandbox.interactions.uploads import LARGEST_UPLOAD
from deploy.sandbox.messages.post import Post
from deploy.sandbox.objects import Json


class Asked(IntEnum):
    """Discord's types of interactions."""

    COMMAND = 2
    PRESS = 3
    SUGGESTIONS = 4
    FORM = 5


class Answer(IntEnum):
    """Discord's types of answers."""

    MESSAGE = 4
    THINKING = 5
    LATER = 6
    CHANGE = 7
    SUGGESTIONS = 8
    FORM = 9


class State(StrEnum):
    WAITING = "waiting"
    THINKING = "thinking"
    ANSWERED = "answered"
    FAILED = "failed"


@dataclass
class Interaction:
    id: str
    kind: Asked
    person: Person
    place: Place
    born: int
    data: Json
    # For the page: which command, or which button of which message.
    source: Json
    # The message whose button was pressed.
    pressed: Post | None = None
    # The interaction that was answered with the form which is filled in here.
    opened_by: "Interaction | None" = None
    token: str = field(default_factory=lambda: token_urlsafe(64))
    state: State = State.WAITING
    # The answer, which has a name of its own: `@original`.
    original: Post | None = None
    posts: dict[str, Post] = field(default_factory=dict)
    form: Json | None = None
    # None if nothing is suggested in time.
    suggestions: "asyncio.Future[list[Json] | None]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


def payload(asked: Interaction, server: Server, application: str) -> Json:
    """INTERACTION_CREATE."""
    person, place = asked.person, asked.place
    told: Json = {
        "id": asked.id,
        "application_id": application,
        "type": int(asked.kind),
        "token": asked.token,
        "version": 1,
        "data": asked.data,
        "channel": objects.channel_here(server, person, place),
        "channel_id": place.id,
        "app_permissions": str(int(server.may(server.bot, place))),
        "locale": objects.LOCALE,
        "entitlements": [],
        "authorizing_integration_owners": _owners(place),
        "attachment_size_limit": LARGEST_UPLOAD,
    }
    if asked.pressed:
        told["message"] = asked.pressed.payload
    if place.kind is Kind.DIRECT:
        return told | {"context": 1, "user": objects.user(person)}
    return told | {
        "context": 0,
        "guild": {"id": server.id, "locale": objects.LOCALE, "features": []},
        "guild_id": server.id,
        "guild_locale": objects.LOCALE,
        "member": objects.member_here(server, person, place),
    }


def metadata(asked: Interaction) -> Json:
    """Returns a message's `interaction_metadata`."""
    about: Json = {
        "id": asked.id,
        "type": int(asked.kind),
        "user": objects.user(asked.person),
        "authorizing_integration_owners": _owners(asked.place),
    }
    if asked.kind is Asked.COMMAND:
        about |= {"name": asked.source["name"], "command_type": asked.data["type"]}
        about |= _target(asked.data)
    elif asked.opened_by:
        about["triggering_interaction_metadata"] = metadata(asked.opened_by)
    elif asked.pressed:
        about["interacted_message_id"] = asked.pressed.id
    return about


def legacy(asked: Interaction) -> Json:
    """Returns a message's `interaction`, which older clients read: only commands have it."""
    return {
        "id": asked.id,
        "type": int(asked.kind),
        "name": asked.source["name"],
        "user": objects.user(asked.person),
    }


def _target(data: Json) -> Json:
    """Who or what a command of a context menu is about."""
    if "target_id" not in data:
        return {}
    user = data["resolved"].get("users", {}).get(data["target_id"])
    return {"target_user": user} if user else {"target_message_id": data["target_id"]}


def _owners(place: Place) -> Json:
    return {"0": place.guild or "0"}
