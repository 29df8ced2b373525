"""Tables for two as each bot has them: how a game begins there, and what can be pressed next."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import cycle
from random import Random

from deploy.sandbox.component_defaults import inside
from deploy.sandbox.guild import Person
from deploy.sandbox.post import Post
from tests.bench.venue import Venue

BUTTON = 2


class Table(ABC):
    """Two who take turns, and take whatever they may."""

    def __init__(self, venue: Venue, nth: int) -> None:
        nth %= len(venue.places)
        self.venue = venue
        self.place = venue.places[nth]
        self.players = venue.people[2 * nth], venue.people[2 * nth + 1]
        self._random = Random(nth)
        self._turns: Iterator[Person] = iter(())
        self._post: Post | None = None

    @property
    def moves(self) -> list[str]:
        """Return the custom_ids of the moves that can be pressed, none before a game begins or
        after it ends."""
        return [each for each in buttons(self._post) if self.is_move(each)] if self._post else []

    async def begin(self) -> None:
        self._post = await self.set_up()
        self._turns = cycle(self.players)

    async def move(self) -> float:
        """Returns how long it took to be answered."""
        assert self._post
        move = self._random.choice(self.moves)
        after, took = await self.venue.press(next(self._turns), self._post, move)
        self._post = self.left(self._post, after)
        return took

    @abstractmethod
    async def set_up(self) -> Post:
        """Return the message to press first."""

    def is_move(self, custom_id: str) -> bool:  # noqa: ARG002  (what else can be pressed?)
        return True

    def left(self, before: Post, after: Post) -> Post:  # noqa: ARG002
        """Return the message to press next."""
        return after


class DivisorDuel(Table):
    """Ours, with the 20 numbers that it has if nobody asks for more."""

    async def set_up(self) -> Post:
        one, other = self.players
        asked = {"game": "divisor", "opponent": other.id, "first": "me"}
        challenge, _ = await self.venue.command(one, self.place, "duel start", asked)
        (accept,) = (each for each in buttons(challenge) if each.startswith("d1:a:"))
        board, _ = await self.venue.press(other, challenge, accept)
        return board

    def is_move(self, custom_id: str) -> bool:
        return custom_id.startswith("d1:m:")


class TicTacToe(Table):
    async def set_up(self) -> Post:
        one, other = self.players
        board, _ = await self.venue.command(one, self.place, "tictactoe", {"opponent": other.id})
        return board


class Messages(Table):
    """One button at first, and then what the answers bring."""

    async def set_up(self) -> Post:
        button = {"type": BUTTON, "style": 2, "label": "Echo", "custom_id": "echo"}
        world = self.venue.world
        form = {"components": [{"type": 1, "components": [button]}]}
        return world.messages.write(self.place, world.server.bot, form)


class Echo(Messages):
    """The first button stays."""

    def left(self, before: Post, after: Post) -> Post:
        assert after.payload["content"] == "echo"
        return before


def buttons(post: Post) -> list[str]:
    there = (each for each in inside(post.payload["components"]) if each["type"] == BUTTON)
    return [each["custom_id"] for each in there if not each.get("disabled")]
