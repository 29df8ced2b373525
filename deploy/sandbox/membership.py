"""People leave the server, and come back to it."""

from deploy.sandbox import objects
from deploy.sandbox.context import Context
from deploy.sandbox.guild import Person
from deploy.sandbox.intents import Intent
from deploy.sandbox.refused import Refused


class Membership:
    def __init__(self, context: Context) -> None:
        self._context = context

    def leave(self, person: Person) -> None:
        server = self._context.server
        if not server.has(person):
            raise Refused(f"{person.name} has left the server already.")
        if person.id == server.owner:
            raise Refused(f"{person.name} owns the server. Whoever does can't leave it.")
        self._context.note({"left": person.id})
        server.gone.add(person.id)
        told = {"guild_id": server.id, "user": objects.user(person)}
        self._context.announce("GUILD_MEMBER_REMOVE", told, Intent.GUILD_MEMBERS)

    def come_back(self, person: Person) -> None:
        server = self._context.server
        if server.has(person):
            raise Refused(f"{person.name} is in the server already.")
        self._context.note({"back": person.id})
        server.gone.remove(person.id)
        told = objects.member(person) | {"guild_id": server.id}
        self._context.announce("GUILD_MEMBER_ADD", told, Intent.GUILD_MEMBERS)
