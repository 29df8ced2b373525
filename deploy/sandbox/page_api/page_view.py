"""A server as one member sees it, for the page."""

from deploy.sandbox.guild.guild import Person, Place, Server
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World


def hello(world: World, person: Person | None, server: Server) -> Json:
    """All of it, and the direct messages."""
    shown: Json = {
        "type": "hello",
        "me": member(server, person) if person else None,
        "server": {"id": server.id, "name": server.name},
        "servers": world.servers.count,
        "application": {"id": world.application, "name": server.bot.name},
        "members": members(server),
        "roles": [{"id": each.id, "name": each.name} for each in server.roles.values()],
        "channels": [],
        "commands": [],
        "messages": [],
        "forms": [],
    }
    if person is None:
        return shown
    return shown | {
        "channels": channels(world, person, server),
        "commands": world.commands.usable_by(person, server),
        "messages": [each.shown for each in world.messages.read_by(person, server)],
    }


def show_channels(world: World, server: Server) -> None:
    """Shows the channels as they are now to everybody who looks at a server."""
    for seat in world.subscribers.looking_at(server):
        if seat.person:
            shown = channels(world, seat.person, seat.server)
            seat.hear({"type": "channels", "channels": shown})


def members(server: Server) -> list[Json]:
    """Also those who have left: whoever has met them still knows what they are called."""
    return [member(server, each) for each in (*server.people.values(), server.bot)]


def member(server: Server, person: Person) -> Json:
    return {
        "id": person.id,
        "username": person.username,
        "name": server.called(person),
        "bot": person.bot,
        "here": server.has(person),
        "moderator": server.is_moderator(person),
        "color": person.color,
        "roles": list(server.profile(person).roles),
        "timed_out_until": server.profile(person).timed_out_until,
    }


def channels(world: World, person: Person, server: Server) -> list[Json]:
    return [
        channel(each, place)
        for each in (server, world.servers.direct)
        for place in each.places.values()
        if May.VIEW in each.may(person, place)
    ]


def channel(server: Server, place: Place) -> Json:
    return {
        "id": place.id,
        "name": place.name,
        "type": int(place.kind),
        "parent": place.parent,
        "writable": server.may_write(server.bot, place),
        "topic": place.topic,
        "archived": place.archived,
    }
