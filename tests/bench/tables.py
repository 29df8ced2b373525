"""Tables for two as each bot has them: how a game begins there, and what can be pressed next."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from itertools import cycle
from random import Random

from deploy.sandbox.guild.guild import Person
from deploy.sandbox.messages.component_defaults import inside
from deploy.sandbox.messages.post import Post
from engine.games import set_up
from engine.record import Record
from tests.bench.venue import Venue

BUTTON, SELECT = 2, 3
# The custom_ids of moves on our boards, by what they are chosen with.
BY_BUTTON, BY_SELECT = "d1:m:", "d1:s:"
# What a board says of the bot's move.
ANSWERED = re.compile(r"answered [0-9]+ with ([0-9]+)\.\*\* Your move")


class Table(ABC):
    """Two who take turns, and take whatever they may."""

    # What the bot asks of Discord for each move.
    requests: tuple[str, ...]

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
        """Return what can be chosen as a move, none of it before a game begins or after it ends."""
        return [each for each in offered(self._post) if self.is_move(each)] if self._post else []

    async def begin(self) -> None:
        self._post = await self.set_up()
        self._turns = cycle(self.players)

    async def move(self) -> float:
        """Returns how long it took to be answered."""
        return await self.play(self._random.choice(self.moves))

    async def play(self, move: str) -> float:
        assert self._post
        after, took = await self.make(next(self._turns), self._post, move)
        self._post = self.left(self._post, after)
        return took

    async def make(self, player: Person, post: Post, move: str) -> tuple[Post, float]:
        """Return the message afterwards, and the response time."""
        return await self.venue.press(player, post, move)

    @abstractmethod
    async def set_up(self) -> Post:
        """Return the message to press first."""

    def is_move(self, custom_id: str) -> bool:  # noqa: ARG002  (what else can be pressed?)
        return True

    def left(self, before: Post, after: Post) -> Post:  # noqa: ARG002
        """Return the message to press next."""
        return after


class InPlace(Table):
    """Ours, with the 20 numbers that it has if nobody asks for more: a press changes the board that
    was pressed. The move that ends a duel does more, and isn't measured."""

    requests: tuple[str, ...] = ("answer 7",)
    game = "divisor"
    options: Mapping[str, int] = {}

    def __init__(self, venue: Venue, nth: int) -> None:
        super().__init__(venue, nth)
        self._record = Record.start(set_up(self.game, self.options))

    @property
    def moves(self) -> list[str]:
        return [each for each in super().moves if not self._record.play(number(each)).outcome]

    async def begin(self) -> None:
        while left := super().moves:
            await self.play(left[0])
        self._record = Record.start(self._record.game)
        await super().begin()

    async def play(self, move: str) -> float:
        self._record = self._record.play(number(move))
        return await super().play(move)

    async def set_up(self) -> Post:
        return await self.accept(await self.challenge())

    async def challenge(self) -> Post:
        one, other = self.players
        asked = {"game": self.game, "opponent": other.id, "first": "me", **self.options}
        challenge, _ = await self.venue.command(one, self.place, "duel start", asked)
        return challenge

    async def accept(self, challenge: Post) -> Post:
        (accept,) = (each for each in buttons(challenge) if each.startswith("d1:a:"))
        answer, _ = await self.venue.press(self.players[1], challenge, accept)
        return answer

    def is_move(self, custom_id: str) -> bool:
        return custom_id.startswith(BY_BUTTON)


class OfForty(InPlace):
    """With as many numbers as the ranked variant has. They are chosen from selects while there are
    too many for buttons: such a move is the select's custom_id and the number."""

    options: Mapping[str, int] = {"size": 40}

    @property
    def moves(self) -> list[str]:
        """Without those after which the opponent can end the duel, as the bot would at once."""
        return [each for each in super().moves if not self._is_open_to_end(each)]

    def is_move(self, custom_id: str) -> bool:
        return custom_id.startswith((BY_BUTTON, BY_SELECT))

    async def make(self, player: Person, post: Post, move: str) -> tuple[Post, float]:
        if move.startswith(BY_BUTTON):
            return await super().make(player, post, move)
        select, _, chosen = move.rpartition(":")
        return await self.venue.press(player, post, select, chosen)

    def _is_open_to_end(self, move: str) -> bool:
        after = self._record.play(number(move))
        return any(after.play(each).outcome for each in after.legal)


class AgainstBot(OfForty):
    """One who plays the bot, which answers each move in the same message. The board says how."""

    def __init__(self, venue: Venue, nth: int) -> None:
        super().__init__(venue, nth)
        self.players = self.players[0], venue.world.servers.bot

    async def begin(self) -> None:
        await super().begin()
        self._turns = cycle(self.players[:1])

    async def set_up(self) -> Post:
        one, bot = self.players
        asked = {"game": self.game, "opponent": bot.id, "first": "me", **self.options}
        how = {**asked, "level": "expert"}
        board, _ = await self.venue.command(one, self.place, "duel start", how)
        return board

    async def play(self, move: str) -> float:
        took = await super().play(move)
        assert self._post
        if answer := ANSWERED.findall(self._post.payload["content"]):
            self._record = self._record.play(int(answer[-1]))
        return took


class Anew(InPlace):
    """The same with something written below each board, so that it is posted anew."""

    requests: tuple[str, ...] = ("answer 6", "POST channels", "DELETE webhooks")

    async def make(self, player: Person, post: Post, move: str) -> tuple[Post, float]:
        self.venue.world.messages.write(self.place, player, {"content": "Wait for it"})
        return await self.venue.press(player, post, move, anew=True)


class Typed(InPlace):
    """The same with moves that are typed."""

    requests: tuple[str, ...] = ("answer 4", "DELETE webhooks")

    async def make(self, player: Person, post: Post, move: str) -> tuple[Post, float]:
        asked = {"move": str(number(move))}
        return await self.venue.command(player, post.place, "duel move", asked)


class InThread(InPlace):
    """The same in a thread for each duel."""

    _pings = False

    async def begin(self) -> None:
        """The opponent hasn't been seen in the thread, so that the first move pings."""
        await super().begin()
        self._pings = True
        await self.play(self.moves[0])
        self._pings = False

    async def set_up(self) -> Post:
        challenge = await self.challenge()
        # A thread begins from a message that the store knows, which it does soon after the answer.
        await self.venue.quiet()
        await self.accept(challenge)
        return await self.venue.first_in_thread(challenge)

    async def make(self, player: Person, post: Post, move: str) -> tuple[Post, float]:
        return await self.venue.press(player, post, move, anew=self._pings)


class TicTacToe(Table):
    requests: tuple[str, ...] = ("answer 7",)

    async def set_up(self) -> Post:
        one, other = self.players
        board, _ = await self.venue.command(one, self.place, "tictactoe", {"opponent": other.id})
        return board


class Messages(Table):
    """One button at first, and then what the answers bring."""

    requests = InPlace.requests

    async def set_up(self) -> Post:
        button = {"type": BUTTON, "style": 2, "label": "Echo", "custom_id": "echo"}
        world = self.venue.world
        form = {"components": [{"type": 1, "components": [button]}]}
        return world.messages.write(self.place, world.servers.bot, form)


class MessagesAnew(Messages):
    requests = Anew.requests

    async def make(self, player: Person, post: Post, move: str) -> tuple[Post, float]:
        return await self.venue.press(player, post, move, anew=True)


class Echo(Messages):
    """The first button stays."""

    requests: tuple[str, ...] = ("answer 4",)

    def left(self, before: Post, after: Post) -> Post:
        assert after.payload["content"] == "echo"
        return before


def number(move: str) -> int:
    """The number that a button of ours is for."""
    return int(move.rpartition(":")[2])


def buttons(post: Post) -> list[str]:
    there = (each for each in inside(post.payload["components"]) if each["type"] == BUTTON)
    return [each["custom_id"] for each in there if not each.get("disabled")]


def offered(post: Post) -> list[str]:
    """The custom_ids of its buttons, and those of its selects with each choice."""
    selects = (each for each in inside(post.payload["components"]) if each["type"] == SELECT)
    chosen = (f"{each['custom_id']}:{one['value']}" for each in selects for one in each["options"])
    return [*buttons(post), *chosen]
