"""The names of people, where a mention can't be shown."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.cards.content import Names
from bot.text.english import Words
from engine.ids import PlayerId


@dataclass(frozen=True)
class Person:
    """The name is what they are called in this server, and can be any text at all."""

    name: str
    username: str
    avatar: str


def names_by_seat(
    seats: tuple[PlayerId, PlayerId], people: Mapping[PlayerId, Person], words: Words
) -> tuple[Names, Names]:
    first, second = seats
    return names_of(first, people, words), names_of(second, people, words)


def names_of(player: PlayerId, people: Mapping[PlayerId, Person], words: Words) -> Names:
    """Return the names of a player, best first."""
    if player <= 0:
        return (words.DELETED_PLAYER,)
    person = people.get(player)
    return (person.name, person.username) if person else ()
