"""People leave the server, and come back to it."""

from deploy.sandbox import objects
from deploy.sandbox.ground import Ground
from deploy.sandbox.resolving import Refused
from deploy.sandbox.server import Person


class Membership:
    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def leave(self, person: Person) -> None:
        server = self._ground.server
        if not server.has(person):
            raise Refused(f"{person.name} has left the server already.")
        if person.id == server.owner:
            raise Refused(f"{person.name} owns the server. Whoever does can't leave it.")
        self._ground.note({"left": person.id})
        server.gone.add(person.id)
        told = {"guild_id": server.id, "user": objects.user(person)}
        self._ground.announce("GUILD_MEMBER_REMOVE", told)

    def come_back(self, person: Person) -> None:
        server = self._ground.server
        if server.has(person):
            raise Refused(f"{person.name} is in the server already.")
        self._ground.note({"back": person.id})
        server.gone.remove(person.id)
        told = objects.member(person) | {"guild_id": server.id}
        self._ground.announce("GUILD_MEMBER_ADD", told)
