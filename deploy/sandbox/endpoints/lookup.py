"""Finds what a request names, and checks what the bot may do with it."""

from deploy.sandbox import api_errors, forms
from deploy.sandbox.endpoints.call import Call
from deploy.sandbox.guild.guild import Kind, Place, Server
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.messages.post import Post
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World


def in_server(world: World, call: Call) -> Server:
    server = world.servers.get(call.path["guild"])
    if server is None:
        raise api_errors.unknown_guild()
    return server


def place_of(world: World, call: Call) -> Place:
    place = world.servers.place(call.path["channel"])
    if place is None:
        raise api_errors.unknown_channel()
    if May.VIEW not in world.servers.bot_may(place):
        raise api_errors.missing_access()
    return place


def public_post(world: World, call: Call) -> tuple[Place, Post]:
    """Finds a message that isn't ephemeral: those are reached through their interaction only."""
    place = place_of(world, call)
    found = world.messages.find(place.id, call.path["message"])
    if found.reader:
        raise api_errors.unknown_message()
    return place, found


def may_read_back(world: World, place: Place) -> bool:
    """Whether the bot may read the history of a channel."""
    return May.READ_HISTORY in world.servers.bot_may(place)


def check_may_moderate(world: World, place: Place) -> None:
    """Refuses bots that may not manage others' messages. Nobody does in direct messages."""
    if place.kind is Kind.DIRECT:
        raise api_errors.direct_channel()
    if May.MANAGE_MESSAGES not in world.servers.bot_may(place):
        raise api_errors.missing_permissions()


def edited(found: Post, call: Call) -> Json:
    form = forms.edit(
        call.body,
        call.names,
        v2=found.is_v2,
        attached=attached(found),
        strict=call.strict,
    )
    check_fits(found, form, call)
    return form


def check_fits(found: Post, form: Json, call: Call, *at: str) -> None:
    """Refuses changes that a message can't have, or that leave nothing of it."""
    forms.refuse(forms.left_over(found.payload, form), at)
    files = form.get("attachments", call.files or found.files)
    if forms.blank(found.payload | form | {"attachments": files}):
        raise api_errors.empty_message()


def attached(found: Post | None) -> dict[str, str]:
    files = found.files if found else {}
    return {key: each["filename"] for key, each in files.items()}
