"""Text channels of servers, which bots create, change and delete."""

from collections.abc import Iterable, Iterator
from typing import Any

from deploy.sandbox import objects
from deploy.sandbox.context import Context
from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild.guild import Kind, Place, Server
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.guild.servers import Servers
from deploy.sandbox.objects import Json

KEPT = ("id", "name", "guild", "topic", "slowmode")
# What maps roles and members to permissions.
OVERWRITES = ("opened", "closed")


def create(context: Context, server: Server, form: Json) -> Place:
    place = Place(context.ids.new(), **form, guild=server.id, custom=True)
    context.note(_noted(place))
    context.servers.add(place)
    context.announce("CHANNEL_CREATE", objects.channel(server, place), Intent.GUILDS)
    return place


def change(context: Context, place: Place, changes: Json) -> None:
    for key, value in changes.items():
        setattr(place, key, value)
    place.custom = True
    context.note(_noted(place))
    told = objects.channel(context.servers.of(place), place)
    context.announce("CHANNEL_UPDATE", told, Intent.GUILDS)


def delete(context: Context, place: Place) -> None:
    """Deletes a channel, and tells bots about it. Its threads are gone before."""
    told = objects.channel(context.servers.of(place), place)
    context.note({"deleted": place.id})
    context.servers.remove(place)
    context.announce("CHANNEL_DELETE", told, Intent.GUILDS)


def noted(places: Iterable[Place]) -> Iterator[Json]:
    """For the journal."""
    return (_noted(each) for each in places if each.custom)


def restore(servers: Servers, entry: Json) -> None:
    about: dict[str, Any] = {"guild": servers.first.id} | entry["place"]
    for key in OVERWRITES:
        about[key] = {each: May(int(bits)) for each, bits in about[key].items()}
    known = servers.place(about["id"])
    if known is None and servers.get(about["guild"]):
        known = Place(about["id"], about["name"], guild=about["guild"])
        servers.add(known)
    if known and known.kind is Kind.TEXT:
        known.custom = True
        for key, value in about.items():
            setattr(known, key, value)


def _noted(place: Place) -> Json:
    about: Json = {key: getattr(place, key) for key in KEPT}
    for key in OVERWRITES:
        about[key] = {each: str(int(bits)) for each, bits in getattr(place, key).items()}
    return {"place": about}
