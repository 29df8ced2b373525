"""Threads and their members."""

from deploy.sandbox import api_errors, forms, objects
from deploy.sandbox.endpoints import query
from deploy.sandbox.endpoints.call import Call, Created, Endpoint
from deploy.sandbox.endpoints.lookup import place_of, public_post
from deploy.sandbox.faults import Aim
from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild import threads
from deploy.sandbox.guild.guild import Kind, Person, Place, Server
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.messages.message_store import ThreadNotice
from deploy.sandbox.objects import Json
from deploy.sandbox.page_api import page_view
from deploy.sandbox.world import World

THREADS = "/channels/{channel}/threads"
OF_MESSAGE = "/channels/{channel}/messages/{message}/threads"
MEMBERS = "/channels/{channel}/thread-members"
ONE = MEMBERS + "/{user}"


def start_from_message(world: World, call: Call) -> Created:
    place, found = public_post(world, call)
    form = forms.thread(call.body, strict=call.strict)
    thread = threads.start(world.context, place, found, world.servers.bot, form)
    _show(world, thread)
    world.messages.update(found)
    return _created(world, thread)


def start(world: World, call: Call) -> Created:
    """Starts a thread from no message, which its channel is told of in a message of its own."""
    place, bot = place_of(world, call), world.servers.bot
    form = forms.thread_alone(call.body, strict=call.strict)
    thread = threads.start_alone(world.context, place, bot, form)
    _show(world, thread)
    notice = {"content": thread.name, "allowed_mentions": {"parse": []}}
    more = {"message_reference": {"type": 0} | objects.location(thread)}
    world.messages.write(place, bot, notice, kind=ThreadNotice, more=more)
    return _created(world, thread)


def change(world: World, call: Call) -> Json:
    """Changes a thread: locks only for moderators, and all else also for its owner."""
    place, bot = place_of(world, call), world.servers.bot
    may_manage = May.MANAGE_THREADS in world.servers.bot_may(place)
    if place.kind is not Kind.THREAD or not (may_manage or place.owner == bot.id):
        raise api_errors.missing_permissions()
    form = forms.thread_change(call.body, strict=call.strict)
    if not may_manage and ("locked" in form or place.locked):
        raise api_errors.missing_permissions()
    if place.archived and form.get("archived") is not False:
        raise api_errors.thread_archived()
    threads.change(world.context, place, form)
    _show(world, place)
    return objects.channel(world.servers.of(place), place)


def delete(world: World, call: Call) -> Json:
    """Deletes a thread. Closing direct messages changes nothing."""
    place = place_of(world, call)
    told = objects.channel(world.servers.of(place), place)
    if place.kind is Kind.DIRECT:
        return told
    may = world.servers.bot_may(place)
    if place.kind is not Kind.THREAD or May.MANAGE_THREADS not in may:
        raise api_errors.missing_permissions()
    world.messages.forget_all(place)
    remove(world, place)
    return told


def remove(world: World, thread: Place) -> None:
    threads.delete(world.context, thread)
    page_view.show_channels(world, world.servers.of(thread))


def members(world: World, call: Call) -> list[Json]:
    """Lists members by their ids, for bots whose owner has switched on the members intent."""
    thread, wanted = _thread(world, call), query.limit(call, 100, 100)
    after, whole = query.snowflake(call, "after") or 0, call.asks_for("with_member")
    if Intent.GUILD_MEMBERS not in world.context.privileged:
        raise api_errors.missing_access()
    server = world.servers.of(thread)
    by_id = sorted((each for each in thread.members if server.member(each)), key=int)
    found = [each for each in by_id if int(each) > after]
    return [_member(world, thread, each, whole=whole) for each in found[:wanted]]


def member(world: World, call: Call) -> Json:
    place = place_of(world, call)
    found = world.servers.of(place).member(call.path["user"])
    if found is None or found.id not in place.members:
        raise api_errors.unknown_member()
    return _member(world, place, found.id, whole=call.asks_for("with_member"))


def add_member(world: World, call: Call) -> None:
    thread = _thread(world, call)
    server = world.servers.of(thread)
    if not server.may_write(world.servers.bot, thread):
        raise api_errors.missing_permissions()
    threads.join(world.context, thread, [_person(server, call).id])


def join(world: World, call: Call) -> None:
    threads.join(world.context, _thread(world, call), [world.servers.bot.id])


def leave(world: World, call: Call) -> None:
    threads.leave(world.context, _thread(world, call), world.servers.bot.id)


def remove_member(world: World, call: Call) -> None:
    thread = _thread(world, call)
    if May.MANAGE_THREADS not in world.servers.bot_may(thread):
        raise api_errors.missing_permissions()
    threads.leave(world.context, thread, _person(world.servers.of(thread), call).id)


def _thread(world: World, call: Call) -> Place:
    place = place_of(world, call)
    if place.kind is not Kind.THREAD:
        raise api_errors.wrong_channel_type()
    return place


def _person(server: Server, call: Call) -> Person:
    found = server.member(call.path["user"])
    if found is None:
        raise api_errors.unknown_user()
    return found


def _member(world: World, thread: Place, key: str, *, whole: bool) -> Json:
    server, found = world.servers.of(thread), objects.thread_member(thread, key)
    known = server.member(key)
    return found | {"member": objects.member(server, known)} if whole and known else found


def _show(world: World, thread: Place) -> None:
    """Shows a thread on the pages of those who see its channel."""
    server = world.servers.of(thread)
    frame = {"type": "channel", "channel": page_view.channel(server, thread)}
    world.subscribers.tell(server, frame, lambda person: May.VIEW in server.may(person, thread))


def _created(world: World, thread: Place) -> Created:
    own = objects.thread_member(thread, world.servers.bot.id)
    return Created(objects.channel(world.servers.of(thread), thread) | {"member": own})


ENDPOINTS = (
    Endpoint("POST", THREADS, start, Aim.POSTS, "channel"),
    Endpoint("POST", OF_MESSAGE, start_from_message, Aim.POSTS, "channel"),
    Endpoint("GET", MEMBERS, members),
    Endpoint("PUT", MEMBERS + "/@me", join, limited_by="channel"),
    Endpoint("DELETE", MEMBERS + "/@me", leave, limited_by="channel"),
    Endpoint("GET", ONE, member),
    Endpoint("PUT", ONE, add_member, limited_by="channel"),
    Endpoint("DELETE", ONE, remove_member, limited_by="channel"),
)
