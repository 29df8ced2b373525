"""The direct messages between people and the bot, which belong to no server."""

from collections.abc import Callable
from dataclasses import dataclass

from deploy.sandbox.guild.guild import Person, Place, Server
from deploy.sandbox.guild.permissions import EVERYTHING, MEMBERS, NOTHING, READERS, May


@dataclass(frozen=True, eq=False)
class DirectMessages(Server):
    """Stands where a server does for messages, commands and interactions. It has no roles, and its
    channels are those of one person each."""

    # Whether a person has a server in common with the bot.
    in_common: Callable[[Person], bool] = lambda _: True

    def has(self, person: Person) -> bool:
        return self.in_common(person)

    def may(self, person: Person, place: Place | None = None) -> May:
        """No server keeps anybody from a command here."""
        if place is None:
            return EVERYTHING
        if person.id not in (place.person, self.bot.id):
            return NOTHING
        # Between people and bots that have no server in common nothing more is said.
        return MEMBERS if self.has(self.people[place.person or ""]) else READERS
