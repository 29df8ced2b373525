"""Members of a server and their names there. Discord is asked for them, and they are cached for
minutes: no name is stored."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass

import discord
import structlog

from bot.boards.people import Person
from bot.delivery.failures import FAILURES
from bot.interactions.rate_limit import TokenBucket
from engine.durations import MINUTE
from engine.ids import Instant, PlayerId
from storage.ids import GuildId, are_direct_messages, direct_messages

LOG = structlog.get_logger()

Somebody = tuple[GuildId, PlayerId]

# How long a name stays in the cache.
FRESH = 5 * MINUTE
# How many people are in the cache.
REMEMBERED = 5_000
# How many seconds to wait for Discord. An answer can be given without names.
PATIENCE = 1.2
# Discord tells about a hundred people at once. One of them is the bot.
AT_ONCE = 99
# How many questions a server may cause in ten seconds. Discord takes some hundred a minute, and no
# server gets more than half of them.
QUESTIONS = 8


@dataclass(frozen=True)
class Known:
    """Players that Discord knows, and those who are gone. It said nothing about any others."""

    people: dict[PlayerId, Person]
    gone: frozenset[PlayerId]


NOTHING = Known({}, frozenset())


class Members:
    def __init__(
        self,
        client: discord.Client,
        now: Callable[[], Instant],
        watch: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._now = now
        # In seconds, and never set back.
        self._watch = watch
        self._questions = TokenBucket(QUESTIONS)
        self._met: OrderedDict[Somebody, tuple[Person, Instant]] = OrderedDict()
        # Players that Discord is being asked about.
        self._asked: dict[Somebody, asyncio.Task[Known]] = {}

    @property
    def bot(self) -> PlayerId:
        """The bot itself, as a player."""
        user = self._client.user
        if user is None:
            raise RuntimeError("nobody asks before the bot has logged in")
        return PlayerId(user.id)

    def meet(self, player: PlayerId, user: Callable[[], discord.User | discord.Member]) -> None:
        """Note what somebody is called who writes to the bot directly."""
        there = direct_messages(player), player
        if self._remembered(there) is None:
            self._remember(there, _person(user()))

    async def known(
        self, guild: GuildId, players: Collection[PlayerId], patience: float | None = None
    ) -> Known:
        """Ask Discord about players. The caller waits for as many seconds as it has patience, which
        is PATIENCE at the most; the answer is remembered all the same."""
        # Players whose data was deleted have no user ID any more.
        wanted = {each for each in players if each > 0}
        people = {each: met for each in wanted if (met := self._remembered((guild, each)))}
        missing = wanted - people.keys()
        asked = self._ask(guild, missing)
        if asked:
            # Others may wait for the same answer, so a caller who is cancelled must not cancel it.
            asked, _ = await asyncio.wait(asked, timeout=patience)
        gone: set[PlayerId] = set()
        for answer in (each.result() for each in asked):
            people |= {each: answer.people[each] for each in missing & answer.people.keys()}
            gone |= missing & answer.gone
        return Known(people, frozenset(gone))

    def _ask(self, guild: GuildId, players: set[PlayerId]) -> set[asyncio.Task[Known]]:
        """Share the answer with those who are waiting for it already."""
        new = [each for each in sorted(players) if (guild, each) not in self._asked]
        for at in range(0, len(new), AT_ONCE):
            some = new[at : at + AT_ONCE]
            task = asyncio.create_task(self._answer(guild, some), name="members")
            self._asked |= {(guild, each): task for each in some}
        return {self._asked[guild, each] for each in players}

    async def _answer(self, guild: GuildId, players: list[PlayerId]) -> Known:
        try:
            answer = await self._told(guild, players)
        finally:
            for each in players:
                del self._asked[guild, each]
        for player, person in answer.people.items():
            self._remember((guild, player), person)
        return answer

    async def _told(self, guild: GuildId, players: list[PlayerId]) -> Known:
        server, bot = self._client.get_guild(guild), self._client.user
        if are_direct_messages(guild) and bot is not None:
            # Discord can't be asked there. Only the bot hasn't been met.
            them = {PlayerId(bot.id): _person(bot)}
            return Known({each: them[each] for each in players if each in them}, frozenset())
        if server is None or bot is None or server.unavailable or self._client.is_ws_ratelimited():
            return NOTHING
        if self._questions.take(guild, self._watch()):
            return NOTHING
        try:
            async with asyncio.timeout(PATIENCE):
                found = await server.query_members(
                    user_ids=[*{*players, bot.id}], limit=AT_ONCE + 1, cache=False
                )
        except (*FAILURES, discord.ClientException) as failed:
            LOG.warning("Discord doesn't say who is here", failed=repr(failed), guild=guild)
            return NOTHING
        people = {PlayerId(each.id): _person(each) for each in found}
        # The bot is a member for sure. An answer without it means that the connection broke.
        complete = bot.id in people
        return Known(people, frozenset(players) - people.keys() if complete else frozenset())

    def _remembered(self, whom: Somebody) -> Person | None:
        if whom not in self._met:
            return None
        person, at = self._met[whom]
        if self._now() - at > FRESH:
            return None
        self._met.move_to_end(whom)
        return person

    def _remember(self, whom: Somebody, person: Person) -> None:
        self._met[whom] = (person, self._now())
        self._met.move_to_end(whom)
        if len(self._met) > REMEMBERED:
            self._met.popitem(last=False)


def _person(user: discord.Member | discord.User | discord.ClientUser) -> Person:
    return Person(user.display_name, user.name, user.display_avatar.url)
