"""The server as one member sees it, for the page."""

from deploy.sandbox.guild.guild import Person, Place, Server
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World


def hello(world: World, person: Person | None) -> Json:
    """All of it."""
    server = world.server
    shown: Json = {
        "type": "hello",
        "me": member(server, person) if person else None,
        "server": {"id": server.id, "name": server.name},
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
        "channels": channels(server, person),
        "commands": world.commands.usable_by(person),
        "messages": [each.shown for each in world.messages.read_by(person)],
    }


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


def channels(server: Server, person: Person) -> list[Json]:
    there = (each for each in server.places.values() if May.VIEW in server.may(person, each))
    return [channel(server, each) for each in there]


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
