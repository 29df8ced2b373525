"""Channels and threads."""

from deploy.sandbox import api_errors, forms, objects, page_view, threads
from deploy.sandbox.endpoints.call import Call, Created, Endpoint
from deploy.sandbox.endpoints.lookup import place_of, public_post
from deploy.sandbox.faults import Aim
from deploy.sandbox.guild import Kind
from deploy.sandbox.intents import Intent, heard_in
from deploy.sandbox.objects import Json
from deploy.sandbox.permissions import May
from deploy.sandbox.world import World

THREAD_MEMBER = "/channels/{channel}/thread-members/{user}"
NEW_THREAD = "/channels/{channel}/messages/{message}/threads"


def channel(world: World, call: Call) -> Json:
    return objects.channel(world.server, place_of(world, call))


def thread_member(world: World, call: Call) -> Json:
    place, found = place_of(world, call), world.server.member(call.path["user"])
    if found is None or found.id not in place.members:
        raise api_errors.unknown_member()
    return objects.thread_member(place, found.id)


def add_thread_member(world: World, call: Call) -> None:
    place = place_of(world, call)
    if place.kind is not Kind.THREAD:
        raise api_errors.wrong_channel_type()
    if not world.server.may_write(world.server.bot, place):
        raise api_errors.missing_permissions()
    if world.server.member(call.path["user"]) is None:
        raise api_errors.unknown_user()
    threads.join(world.context, place, [call.path["user"]])


def type_something(world: World, call: Call) -> None:
    """Says for some seconds that the bot is typing."""
    place, bot = place_of(world, call), world.server.bot
    if not world.server.may_write(bot, place):
        raise api_errors.missing_permissions()
    frame = {"type": "typing", "channel": place.id, "member": bot.id}
    world.subscribers.tell(frame, lambda person: May.VIEW in world.server.may(person, place))
    told = {"channel_id": place.id, "user_id": bot.id, "timestamp": world.context.now() // 1000}
    if place.kind is not Kind.DIRECT:
        told |= {"guild_id": world.server.id, "member": objects.member(bot)}
    intent = heard_in(place, Intent.GUILD_MESSAGE_TYPING)
    world.context.announce("TYPING_START", told, intent)


def start_thread(world: World, call: Call) -> Created:
    place, found = public_post(world, call)
    form = forms.thread(call.body, strict=call.strict)
    thread = threads.start(world.context, place, found, world.server.bot, form)
    frame = {"type": "channel", "channel": page_view.channel(world.server, thread)}
    world.subscribers.tell(frame, lambda person: May.VIEW in world.server.may(person, thread))
    world.messages.update(found)
    member = objects.thread_member(thread, world.server.bot.id)
    return Created(objects.channel(world.server, thread) | {"member": member})


ENDPOINTS = (
    Endpoint("GET", "/channels/{channel}", channel),
    Endpoint("POST", "/channels/{channel}/typing", type_something, limited_by="channel"),
    Endpoint("GET", THREAD_MEMBER, thread_member),
    Endpoint("PUT", THREAD_MEMBER, add_thread_member, limited_by="channel"),
    Endpoint("POST", NEW_THREAD, start_thread, Aim.POSTS, "channel"),
)
