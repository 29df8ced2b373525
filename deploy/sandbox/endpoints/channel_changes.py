"""Channels that bots create, change and delete, and what others may do in them."""

from deploy.sandbox import api_errors, forms, objects
from deploy.sandbox.endpoints import threads
from deploy.sandbox.endpoints.call import Call, Created, Endpoint
from deploy.sandbox.endpoints.lookup import in_server, place_of
from deploy.sandbox.faults import Aim
from deploy.sandbox.guild import channels
from deploy.sandbox.guild.guild import Kind, Place, Server
from deploy.sandbox.guild.permissions import KNOWN, NOTHING, May
from deploy.sandbox.objects import Json
from deploy.sandbox.page_api import page_view
from deploy.sandbox.world import World

CHANNEL = "/channels/{channel}"
PERMISSIONS = CHANNEL + "/permissions/{overwrite}"
NO_OVERWRITES: Json = {"opened": {}, "closed": {}}


def create(world: World, call: Call) -> Created:
    server = in_server(world, call)
    form = forms.channel(call.body, strict=call.strict)
    _needs(server, May.MANAGE_CHANNELS)
    _check_overwrites(server, NO_OVERWRITES, form)
    place = channels.create(world.context, server, form)
    _show(world, server)
    return Created(objects.channel(server, place))


def change(world: World, call: Call) -> Json:
    place = place_of(world, call)
    server = world.servers.of(place)
    if place.kind is not Kind.TEXT:
        return threads.change(world, call)
    form = forms.channel_change(call.body, strict=call.strict)
    _needs(server, May.MANAGE_CHANNELS, place)
    if "opened" in form:
        _needs(server, May.MANAGE_ROLES, place)
        _check_overwrites(server, _overwrites(place), form)
    channels.change(world.context, place, form)
    _show(world, server, others="opened" in form)
    return objects.channel(server, place)


def delete(world: World, call: Call) -> Json:
    place = place_of(world, call)
    if place.kind is not Kind.TEXT:
        return threads.delete(world, call)
    server = world.servers.of(place)
    _needs(server, May.MANAGE_CHANNELS, place)
    for thread in [each for each in server.places.values() if each.parent == place.id]:
        world.messages.forget_all(thread)
        threads.remove(world, thread)
    told = objects.channel(server, place)
    world.messages.forget_all(place)
    channels.delete(world.context, place)
    _show(world, server)
    return told


def set_permissions(world: World, call: Call) -> None:
    place, whom = _text_channel(world, call), call.path["overwrite"]
    allow, deny = forms.permissions(call.body, strict=call.strict)
    before = _overwrites(place)
    after = {
        "opened": before["opened"] | {whom: allow},
        "closed": before["closed"] | {whom: deny},
    }
    _overwrite(world, place, before, after)


def clear_permissions(world: World, call: Call) -> None:
    place, whom = _text_channel(world, call), call.path["overwrite"]
    before = _overwrites(place)
    if whom not in before["opened"] | before["closed"]:
        raise api_errors.unknown_overwrite()
    after = {
        key: {each: bits for each, bits in listed.items() if each != whom}
        for key, listed in before.items()
    }
    _overwrite(world, place, before, after)


def _overwrite(world: World, place: Place, before: Json, after: Json) -> None:
    server = world.servers.of(place)
    _needs(server, May.MANAGE_ROLES, place)
    _check_overwrites(server, before, after)
    channels.change(world.context, place, after)
    _show(world, server, others=True)


def _text_channel(world: World, call: Call) -> Place:
    place = place_of(world, call)
    if place.kind is not Kind.TEXT:
        raise api_errors.wrong_channel_type()
    return place


def _needs(server: Server, needed: May, place: Place | None = None) -> None:
    if needed & ~server.may(server.bot, place):
        raise api_errors.missing_permissions()


def _overwrites(place: Place) -> Json:
    return {"opened": place.opened, "closed": place.closed}


def _check_overwrites(server: Server, before: Json, after: Json) -> None:
    """Refuses overwrites for those who aren't there, and of permissions that the bot itself hasn't
    in the server."""
    for key in NO_OVERWRITES:
        old, new = before[key], after.get(key, {})
        for whom in old.keys() | new.keys():
            changed = old.get(whom, NOTHING) ^ new.get(whom, NOTHING)
            if changed & KNOWN & ~server.may(server.bot):
                raise api_errors.missing_permissions()
            if whom in new and whom not in server.roles and not server.known(whom):
                raise api_errors.unknown_overwrite()


def _show(world: World, server: Server, *, others: bool = False) -> None:
    """Shows everybody the channels as they are now. If others may see them than before, they see
    other messages too."""
    if not others:
        page_view.show_channels(world, server)
        return
    for seat in world.subscribers.looking_at(server):
        world.subscribers.greet(seat)


ENDPOINTS = (
    Endpoint("POST", "/guilds/{guild}/channels", create, Aim.POSTS, "guild"),
    Endpoint("PATCH", CHANNEL, change, Aim.EDITS, "channel"),
    Endpoint("DELETE", CHANNEL, delete, Aim.EDITS, "channel"),
    Endpoint("PUT", PERMISSIONS, set_permissions, Aim.EDITS, "channel"),
    Endpoint("DELETE", PERMISSIONS, clear_permissions, Aim.EDITS, "channel"),
)
