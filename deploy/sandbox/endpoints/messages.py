"""Messages in channels."""

from deploy.sandbox import api_errors, forms
from deploy.sandbox.endpoints.call import Call, Endpoint
from deploy.sandbox.endpoints.lookup import edited, place_of, public_post
from deploy.sandbox.faults import Aim
from deploy.sandbox.guild.guild import Place
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.messages.post import Post
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World

MESSAGE = "/channels/{channel}/messages/{message}"


def post(world: World, call: Call) -> Json:
    place = place_of(world, call)
    server, bot = world.servers.of(place), world.servers.bot
    if place.person and server.member(place.person) is None:
        raise api_errors.no_server_in_common()
    if not server.may_write(bot, place):
        raise api_errors.missing_permissions()
    if place.archived and place.locked:
        _check_check_may_unlock(world, place)
    _check_may_attach(world, place, call)
    form = forms.message(call.body, call.names, strict=call.strict)
    if "message_reference" in form and not _answers(world, place, form["message_reference"]):
        del form["message_reference"]
    return world.messages.told(world.messages.write(place, bot, form, call.files))


def read(world: World, call: Call) -> Json:
    place, found = public_post(world, call)
    if May.READ_HISTORY not in world.servers.bot_may(place):
        raise api_errors.missing_access()
    return world.messages.told(found)


def edit(world: World, call: Call) -> Json:
    place, found = _own_post(world, call)
    _check_may_attach(world, place, call)
    return world.messages.told(world.messages.change(found, edited(found, call), call.files))


def delete(world: World, call: Call) -> None:
    place, found = public_post(world, call)
    theirs = found.author != world.servers.bot
    if theirs and May.MANAGE_MESSAGES not in world.servers.bot_may(place):
        raise api_errors.missing_permissions()
    world.messages.delete(found)


def _check_check_may_unlock(world: World, place: Place) -> None:
    """Refuses to open a locked thread again for a bot that isn't a moderator."""
    if May.MANAGE_THREADS not in world.servers.bot_may(place):
        raise api_errors.thread_archived()


def _check_may_attach(world: World, place: Place, call: Call) -> None:
    """Refuses files where the bot may not attach any. Interaction responses may have them."""
    if call.files and May.ATTACH_FILES not in world.servers.bot_may(place):
        raise api_errors.missing_permissions()


def _answers(world: World, place: Place, reference: Json) -> bool:
    """Returns whether the message to reply to is there. It may be missing only if the bot says so
    (`fail_if_not_exists`)."""
    here = reference.get("channel_id", place.id) == place.id
    key = reference["message_id"]
    if here and world.messages.has(place.id, key) and not world.messages.find(place.id, key).reader:
        return True
    if reference.get("fail_if_not_exists") is False:
        return False
    says = {"code": "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "message": "Unknown message"}
    raise api_errors.invalid_form({"message_reference": {"_errors": [says]}})


def _own_post(world: World, call: Call) -> tuple[Place, Post]:
    place, found = public_post(world, call)
    if found.author != world.servers.bot:
        raise api_errors.not_your_message()
    return place, found


ENDPOINTS = (
    Endpoint("POST", "/channels/{channel}/messages", post, Aim.POSTS, "channel"),
    Endpoint("GET", MESSAGE, read),
    Endpoint("PATCH", MESSAGE, edit, Aim.EDITS, "channel"),
    Endpoint("DELETE", MESSAGE, delete, Aim.EDITS, "channel"),
)
