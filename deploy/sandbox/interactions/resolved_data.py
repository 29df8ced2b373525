"""The "resolved" objects of an interaction: users, members, channels and roles that were chosen."""

from collections.abc import Iterable
from typing import TypeVar

from deploy.sandbox import objects
from deploy.sandbox.guild.guild import Kind, Person, Place, Server
from deploy.sandbox.objects import Json
from deploy.sandbox.refused import Refused

T = TypeVar("T")


def resolved(  # noqa: PLR0913  (who chose where, and what)
    server: Server,
    asker: Person,
    here: Place,
    *,
    users: Iterable[str] = (),
    channels: Iterable[str] = (),
    roles: Iterable[str] = (),
) -> Json:
    """`{"resolved": …}`, or nothing if nothing was chosen."""
    people = [_known(server.member(each), "member") for each in users]
    places = [_known(_channel(server, each), "channel") for each in channels]
    named = [_known(server.roles.get(each), "role").id for each in roles]
    found: Json = {}
    if people:
        found["users"] = {each.id: objects.user(each) for each in people}
    if people and here.kind is not Kind.DIRECT:
        found["members"] = {each.id: _member(server, each, here) for each in people}
    if places:
        found["channels"] = {each.id: objects.channel_here(server, asker, each) for each in places}
    if named:
        found["roles"] = {each: objects.role(server, each) for each in named}
    return {"resolved": found} if found else {}


def mentionable(server: Server, ids: Iterable[str]) -> dict[str, list[str]]:
    """Members and roles apart, which have been chosen from one list."""
    chosen = list(ids)
    return {
        "users": [each for each in chosen if each not in server.roles],
        "roles": [each for each in chosen if each in server.roles],
    }


def fitting(server: Server, name: str, channel: str, kinds: Iterable[int] | None) -> None:
    place = server.places.get(channel)
    if kinds and place and place.kind not in kinds:
        raise Refused(f"{name} is another kind of channel.")


def _channel(server: Server, key: str) -> Place | None:
    place = server.places.get(key)
    return place if place and place.kind is not Kind.DIRECT else None


def _known(found: T | None, what: str) -> T:
    if found is None:
        raise Refused(f"There is no such {what} here.")
    return found


def _member(server: Server, person: Person, here: Place) -> Json:
    """Returns the partial member of "resolved"."""
    whole = objects.member_here(server, person, here)
    return {key: value for key, value in whole.items() if key not in ("user", "deaf", "mute")}
