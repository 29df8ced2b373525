"""A server: its members and channels, and who may do what in each."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import reduce
from operator import or_

from deploy.sandbox.guild.permissions import (
    EVERYTHING,
    NOTHING,
    READERS,
    May,
    Overwrite,
    allowed,
)
from deploy.sandbox.ids import Now, by_the_clock


class Kind(IntEnum):
    """Discord's types of channels, as far as there are any here."""

    TEXT = 0
    DIRECT = 1
    THREAD = 11


@dataclass(frozen=True)
class Role:
    id: str
    name: str
    permissions: May
    managed: bool = False


@dataclass(frozen=True)
class Person:
    """A person, or the bot: a member of any number of servers."""

    id: str
    username: str
    name: str
    color: str
    bot: bool = False
    # The hash in the address of their picture, for those who have chosen one.
    avatar: str | None = None


@dataclass(frozen=True)
class Profile:
    """What bots can change of a member of the server."""

    roles: tuple[str, ...] = ()
    nick: str | None = None
    # A timeout is over then, in milliseconds since 1970.
    timed_out_until: int = 0


@dataclass
class Place:
    """Where messages are. `closed` maps roles and members to what they may not do here,
    and `opened` to what they may."""

    id: str
    name: str
    kind: Kind = Kind.TEXT
    # The server's ID. Direct messages are in none.
    guild: str = ""
    topic: str = ""
    parent: str | None = None
    closed: dict[str, May] = field(default_factory=dict)
    opened: dict[str, May] = field(default_factory=dict)
    # Seconds between two messages of the same person.
    slowmode: int = 0
    # Whether a bot has created or changed it.
    custom: bool = False
    # Direct messages are between this person and the bot.
    person: str | None = None
    # A thread has somebody who started it, and members, who are notified of what is said in it.
    owner: str = ""
    members: set[str] = field(default_factory=set)
    # In minutes without a message, and in milliseconds since 1970.
    archived_after: int = 1440
    created: int = 0
    # An archived thread waits to be written in again. If it is locked, moderators alone may do so.
    archived: bool = False
    locked: bool = False
    archive_changed: int = 0

    @property
    def is_active_thread(self) -> bool:
        return self.kind is Kind.THREAD and not self.archived

    def overwrites(self, whom: Sequence[str]) -> Overwrite:
        """Returns what is denied and what is allowed to any of these roles and members."""
        closed = (self.closed.get(each, NOTHING) for each in whom)
        opened = (self.opened.get(each, NOTHING) for each in whom)
        return reduce(or_, closed, NOTHING), reduce(or_, opened, NOTHING)


@dataclass(frozen=True, eq=False)
class Server:
    id: str
    name: str
    owner: str
    bot: Person
    # Everybody there is, in all servers.
    people: dict[str, Person]
    places: dict[str, Place]
    # The lowest first, as Discord sorts them.
    roles: dict[str, Role]
    profiles: dict[str, Profile]
    now: Now = by_the_clock
    # People who have left.
    gone: set[str] = field(default_factory=set)
    banned: set[str] = field(default_factory=set)
    # Threads that were there.
    deleted: set[str] = field(default_factory=set)
    # The last message that everybody could see in each channel, also if it was deleted since.
    last_messages: dict[str, str] = field(default_factory=dict)
    # When the last pinned message of each channel was pinned, if it has one.
    last_pins: dict[str, str | None] = field(default_factory=dict)

    def members(self) -> list[Person]:
        return [*filter(self.has, self.people.values()), self.bot]

    def member(self, person: str) -> Person | None:
        found = self.known(person)
        return found if found and self.has(found) else None

    def known(self, person: str) -> Person | None:
        """Also somebody who has left."""
        return self.bot if person == self.bot.id else self.people.get(person)

    def has(self, person: Person) -> bool:
        return person.id not in self.gone

    def profile(self, person: Person) -> Profile:
        return self.profiles.get(person.id, Profile())

    def called(self, person: Person) -> str:
        return self.profile(person).nick or person.name

    def is_timed_out(self, person: Person) -> bool:
        return self.profile(person).timed_out_until > self.now()

    def rank(self, person: Person) -> int:
        """Returns the position of somebody's highest role. The owner is above all of them."""
        if person.id == self.owner:
            return len(self.roles)
        return max((self.position(each) for each in self.profile(person).roles), default=0)

    def position(self, role: str) -> int:
        return list(self.roles).index(role)

    def may(self, person: Person, place: Place | None = None) -> May:
        """Returns a person's permissions in a channel, or in the server as a whole."""
        if not self.has(person):
            return NOTHING
        if person.id == self.owner:
            return EVERYTHING
        theirs = [self.id, *self.profile(person).roles]
        layers = ([self.id], self.profile(person).roles, [person.id]) if place else ()
        may = allowed(
            (self.roles[each].permissions for each in theirs),
            (self._parent(place).overwrites(layer) for layer in layers if place),
        )
        timed_out = self.is_timed_out(person) and May.ADMINISTRATOR not in may
        return may & READERS if timed_out else may

    def may_write(self, person: Person, place: Place) -> bool:
        thread = place.kind is Kind.THREAD
        return (May.SEND_IN_THREADS if thread else May.SEND) in self.may(person, place)

    def is_moderator(self, person: Person) -> bool:
        return May.MANAGE_SERVER in self.may(person)

    def _parent(self, place: Place) -> Place:
        return self.places[place.parent] if place.parent else place
