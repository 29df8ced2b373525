"""People leave the server, are removed from it, and come back; members are changed."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from deploy.sandbox import objects
from deploy.sandbox.context import Context
from deploy.sandbox.gateway.intents import NONE, Intent
from deploy.sandbox.guild.guild import Person, Profile, Server
from deploy.sandbox.objects import Json
from deploy.sandbox.refused import Refused

# Of the entries in the journal.
KEYS = {"left", "back", "banned", "unbanned", "member"}


class Membership:
    def __init__(self, context: Context) -> None:
        self._context = context
        # Told of each member who has changed, left or come back.
        self.changed: Callable[[Server, Person], None] = lambda *_: None

    def leave(self, server: Server, person: Person) -> None:
        if not server.has(person):
            raise Refused(f"{person.name} has left the server already.")
        if person.id == server.owner:
            raise Refused(f"{person.name} owns the server. Whoever does can't leave it.")
        self._remove(server, person)

    def come_back(self, server: Server, person: Person) -> None:
        if server.has(person):
            raise Refused(f"{person.name} is in the server already.")
        if person.id in server.banned:
            raise Refused(f"{person.name} is banned from the server.")
        self._note(server, {"back": person.id})
        server.gone.remove(person.id)
        told = objects.member(server, person) | {"guild_id": server.id}
        self._context.announce("GUILD_MEMBER_ADD", told, Intent.GUILD_MEMBERS)
        self.changed(server, person)

    def kick(self, server: Server, person: Person) -> None:
        self._remove(server, person)

    def ban(self, server: Server, person: Person) -> None:
        """Also somebody who has left: they don't come back then."""
        if person.id in server.banned:
            return
        self._note(server, {"banned": person.id})
        server.banned.add(person.id)
        self._announce_ban(server, "GUILD_BAN_ADD", person)
        if server.has(person):
            self._remove(server, person)

    def unban(self, server: Server, person: Person) -> None:
        self._note(server, {"unbanned": person.id})
        server.banned.remove(person.id)
        self._announce_ban(server, "GUILD_BAN_REMOVE", person)

    def change(self, server: Server, person: Person, profile: Profile) -> None:
        if profile == server.profile(person):
            return
        self._note(server, _noted(person.id, profile))
        server.profiles[person.id] = profile
        told = objects.member(server, person) | {"guild_id": server.id}
        # A bot hears of itself in any case.
        own = Intent.GUILDS if person == server.bot else NONE
        self._context.announce("GUILD_MEMBER_UPDATE", told, Intent.GUILD_MEMBERS | own)
        self.changed(server, person)

    def _remove(self, server: Server, person: Person) -> None:
        """Whoever comes back has no roles and no nickname any more, but is still timed out."""
        self._note(server, {"left": person.id})
        server.gone.add(person.id)
        server.profiles[person.id] = _stranger(server.profile(person))
        told = {"guild_id": server.id, "user": objects.user(person)}
        self._context.announce("GUILD_MEMBER_REMOVE", told, Intent.GUILD_MEMBERS)
        self.changed(server, person)

    def _note(self, server: Server, entry: Json) -> None:
        self._context.note(_there(server, entry))

    def _announce_ban(self, server: Server, event: str, person: Person) -> None:
        told = {"guild_id": server.id, "user": objects.user(person)}
        self._context.announce(event, told, Intent.GUILD_MODERATION)


def noted(server: Server) -> Iterator[Json]:
    """For the journal."""
    yield from (_there(server, {"left": person}) for person in server.gone)
    yield from (_there(server, {"banned": person}) for person in server.banned)
    for person, profile in server.profiles.items():
        yield _there(server, _noted(person, profile))


def restore(server: Server, entry: Json) -> None:
    """Brings back what the journal has noted under one of the `KEYS`."""
    if entry.get("left") in server.people:
        server.gone.add(entry["left"])
        server.profiles[entry["left"]] = _stranger(server.profile(server.people[entry["left"]]))
    elif entry.get("banned") in server.people:
        server.banned.add(entry["banned"])
    elif "member" in entry:
        about = entry["profile"]
        roles = tuple(each for each in about["roles"] if each in server.roles)
        server.profiles[entry["member"]] = Profile(**about | {"roles": roles})
    server.gone.discard(entry.get("back", ""))
    server.banned.discard(entry.get("unbanned", ""))


def _there(server: Server, entry: Json) -> Json:
    return entry | {"server": server.id}


def _noted(person: str, profile: Profile) -> Json:
    about = {
        "roles": list(profile.roles),
        "nick": profile.nick,
        "timed_out_until": profile.timed_out_until,
    }
    return {"member": person, "profile": about}


def _stranger(profile: Profile) -> Profile:
    return replace(profile, roles=(), nick=None)
