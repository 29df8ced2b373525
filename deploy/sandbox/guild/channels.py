"""Text channels of the server, which bots create, change and delete."""

from collections.abc import Iterator
from typing import Any

from deploy.sandbox import objects
from deploy.sandbox.context import Context
from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild.guild import Kind, Place, Server
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.objects import Json

KEPT = ("id", "name", "topic", "slowmode")
# What maps roles and members to permissions.
OVERWRITES = ("opened", "closed")


def create(context: Context, form: Json) -> Place:
    place = Place(context.ids.new(), **form, custom=True)
    context.note(_noted(place))
    context.server.places[place.id] = place
    context.announce("CHANNEL_CREATE", objects.channel(context.server, place), Intent.GUILDS)
    return place


def change(context: Context, place: Place, changes: Json) -> None:
    for key, value in changes.items():
        setattr(place, key, value)
    place.custom = True
    context.note(_noted(place))
    context.announce("CHANNEL_UPDATE", objects.channel(context.server, place), Intent.GUILDS)


def delete(context: Context, place: Place) -> None:
    """Deletes a channel, and tells bots about it. Its threads are gone before."""
    told = objects.channel(context.server, place)
    context.note({"deleted": place.id})
    del context.server.places[place.id]
    context.server.deleted.add(place.id)
    context.announce("CHANNEL_DELETE", told, Intent.GUILDS)


def noted(server: Server) -> Iterator[Json]:
    """For the journal."""
    return (_noted(each) for each in server.places.values() if each.custom)


def restore(server: Server, entry: Json) -> None:
    about: dict[str, Any] = dict(entry["place"])
    for key in OVERWRITES:
        about[key] = {each: May(int(bits)) for each, bits in about[key].items()}
    known = server.places.setdefault(about["id"], Place(about["id"], about["name"]))
    if known.kind is Kind.TEXT:
        known.custom = True
        for key, value in about.items():
            setattr(known, key, value)


def _noted(place: Place) -> Json:
    about: Json = {key: getattr(place, key) for key in KEPT}
    for key in OVERWRITES:
        about[key] = {each: str(int(bits)) for each, bits in getattr(place, key).items()}
    return {"place": about}
