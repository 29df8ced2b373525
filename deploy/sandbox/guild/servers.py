"""All servers that the bot is in, and its direct messages."""

from collections.abc import Collection, Iterator

from deploy.sandbox.gateway.shards import ONLY, Shard
from deploy.sandbox.guild.direct_messages import DirectMessages
from deploy.sandbox.guild.guild import Person, Place, Server
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.guild.template import (
    PEOPLE,
    Template,
    a_bot,
    a_server,
    direct_places,
    nth_server,
    nth_with_channel,
    server_id,
)
from deploy.sandbox.ids import Now


class Servers:
    """Servers by ID, and by their channels. A server is kept from when it is first asked for: ten
    thousand in which nothing has happened take no room."""

    def __init__(self, bot: str, template: Template, count: int, now: Now) -> None:
        self.count = count
        self.bot = a_bot(bot, template)
        # The same in every server, as long as nobody leaves one.
        self.people: dict[str, Person] = {each.id: each for each in PEOPLE}
        self._template = template
        self._now = now
        self._kept: dict[str, Server] = {}
        # By channel or thread that wasn't there from the beginning: the server's ID.
        self._made: dict[str, str] = {}
        self.direct = DirectMessages(
            id="",
            name="",
            owner="",
            bot=self.bot,
            people=self.people,
            places=direct_places(template, *PEOPLE),
            roles={},
            profiles={},
            now=now,
            in_common=self._in_common,
        )

    @property
    def first(self) -> Server:
        return self[str(server_id(0))]

    @property
    def kept(self) -> Collection[Server]:
        """Returns the servers in which something may have happened."""
        return self._kept.values()

    def __getitem__(self, key: str) -> Server:
        found = self.get(key)
        if found is None:
            raise KeyError(key)
        return found

    def get(self, key: str | None) -> Server | None:
        if key not in self._kept and (found := self.glimpse(key)):
            self._kept[found.id] = found
        return self._kept.get(key or "")

    def glimpse(self, key: str | None) -> Server | None:
        """Returns a server to be looked at and not changed: it may not be kept."""
        nth = None if key is None else nth_server(key)
        if key is None or nth is None or not 0 <= nth < self.count:
            return None
        known = self._kept.get(key)
        return known or a_server(nth, self.bot, self.people, self._template, self._now)

    def of(self, place: Place) -> Server:
        """Returns the server that a channel or thread is in, or the direct messages."""
        return self[place.guild] if place.guild else self.direct

    def bot_may(self, place: Place) -> May:
        return self.of(place).may(self.bot, place)

    def known(self, person: str) -> Person | None:
        return self.direct.known(person)

    def place(self, key: str) -> Place | None:
        """Finds a channel or a thread of any server, or of direct messages."""
        if direct := self.direct.places.get(key):
            return direct
        nth = nth_with_channel(key)
        first = str(server_id(nth)) if 0 <= nth < self.count else None
        server = self.get(self._made.get(key, first))
        return server.places.get(key) if server else None

    def meet(self, person: Person) -> None:
        """Somebody joins all servers, and can write to the bot directly."""
        self.people[person.id] = person
        self.direct.places.update(direct_places(self._template, person))

    def add(self, place: Place) -> None:
        """Adds a channel or a thread to its server."""
        self[place.guild].places[place.id] = place
        self._made[place.id] = place.guild

    def remove(self, place: Place) -> None:
        server = self.of(place)
        del server.places[place.id]
        server.deleted.add(place.id)
        self._made.pop(place.id, None)

    def places(self) -> Iterator[Place]:
        """Yields the channels and threads in which something may have happened."""
        for server in (*self._kept.values(), self.direct):
            yield from server.places.values()

    def ids(self, shard: Shard = ONLY) -> list[str]:
        """Returns the ids of a shard's servers, the oldest first. They were created a millisecond
        apart, so every so many belong to the same shard."""
        begin = (shard.index - (server_id(0) >> 22)) % shard.count
        return [str(server_id(nth)) for nth in range(begin, self.count, shard.count)]

    def named(self, text: str, most: int) -> list[tuple[str, str]]:
        """Finds servers by a part of their names. Returns their ids and names."""
        wanted, found = text.casefold().strip(), list[tuple[str, str]]()
        for nth in range(self.count):
            name = self._template.named(nth)
            if wanted in name.casefold():
                found.append((str(server_id(nth)), name))
                if len(found) == most:
                    break
        return found

    def _in_common(self, person: Person) -> bool:
        everywhere = len(self._kept) == self.count
        return not everywhere or any(each.has(person) for each in self._kept.values())
