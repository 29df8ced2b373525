"""A server in which duels were played before a test begins."""

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from deploy.sandbox.guild.guild import Person, Server
from deploy.sandbox.guild.servers import Servers
from deploy.sandbox.terminal import DATABASE
from engine.duel import First, Playing, Terms
from engine.games.divisor import Divisor
from engine.games.game import Game
from engine.ids import Instant, PlayerId, Span
from storage.ids import ChannelId, DuelId, GuildId, InteractionId, MessageId
from storage.match import Board, Call, Match, Posting
from storage.people import HouseRules
from storage.sqlite.store import open_store
from storage.store import Store

NAMES = ("Fay", "Gus", "Hal", "Ivy", "Jay", "Kim", "Leo", "Mia", "Ned", "Oda", "Pia", "Quin")
HOUR = Span(60 * 60 * 1000)
DAY = Span(24 * HOUR)


def regulars(servers: Servers, names: Sequence[str] = NAMES) -> list[Person]:
    """People who join the servers, each with a channel for direct messages."""
    found = []
    for nth, name in enumerate(names, start=6):
        person = Person(f"1100000000000000{nth:02}", name.lower(), name, "#9aa5b1")
        servers.meet(person)
        found.append(person)
    return found


async def rule(folder: Path, server: Server, rules: HouseRules) -> None:
    """Have the server choose these rules before its bot runs."""
    async with open_store(folder / DATABASE) as store:
        await store.rule_house(GuildId(int(server.id)), rules)


@asynccontextmanager
async def remembered(folder: Path, server: Server, ago: Span) -> AsyncIterator["Past"]:
    """The past of a bot that isn't running yet."""
    async with open_store(folder / DATABASE) as store:
        yield Past(store, server, Instant(int(time.time() * 1000) - ago))


class Past:
    def __init__(self, store: Store, server: Server, now: Instant) -> None:
        self.now = now
        self._store = store
        self._guild = GuildId(int(server.id))
        channel = next(each.id for each in server.places.values() if each.name == "duels")
        self._posting = Posting(ChannelId(int(channel)), HOUR)
        self._calls = count(1)

    async def win(self, winner: Person, loser: Person) -> None:
        """A rated duel with few numbers, in which the first player decides who wins."""
        number, begins = await self.begin(winner, loser, Divisor(size=7))
        won, lost = ((winner, "3"), (loser, "1"), (winner, "5")), ((loser, "1"), (winner, "7"))
        *moves, last = won if begins is winner else lost
        for player, move in moves:
            await self.play(number, player, move)
        match = await self.play(number, *last)
        # The duel counts as shown, in a message that doesn't exist.
        seen = Board(self._posting.channel, MessageId(number), match.step)
        await self._store.posted(self._guild, number, seen)

    async def begin(self, one: Person, other: Person, game: Game[Any]) -> tuple[DuelId, Person]:
        """A rated duel. Returns its number, and the player who was drawn to begin."""
        terms = Terms(_id(one), _id(other), game, First.DRAWN, clock=DAY)
        number = (await self._store.offer(self._call(one), terms, self._posting)).id
        duel = (await self._store.accept(self._call(other), number, Random(number))).duel
        assert isinstance(duel, Playing)
        return number, one if duel.waiting_for == _id(one) else other

    async def play(self, number: DuelId, player: Person, move: str) -> Match:
        return await self._store.play(self._call(player), number, move)

    def _call(self, player: Person) -> Call:
        return Call(self._guild, _id(player), InteractionId(next(self._calls)), self.now)


def _id(person: Person) -> PlayerId:
    return PlayerId(int(person.id))
