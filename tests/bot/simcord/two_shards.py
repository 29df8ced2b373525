"""The world of the tests with a second server, which another shard of the bot has."""

from typing import Any, NamedTuple
from unittest.mock import patch

from simcord import ChannelHandle, Env, GuildHandle, MemberActor
from simcord.gateway import ShardRouter

from bot.client import Duelhost
from storage.shards import Shard
from tests.bot.simcord.world import World

FIRST, SECOND = Shard(0, 2), Shard(1, 2)


class Place(NamedTuple):
    """A server, its channel for games, and the players there."""

    guild: GuildHandle
    games: ChannelHandle
    ana: MemberActor
    bo: MemberActor


class TwoShards(World):
    """Ana and Bo are in both servers, and play where `enter` has led them."""

    shard = FIRST
    second: Duelhost

    async def begin(self) -> None:
        # SimCord knows shards of a client only where one client has them all.
        with patch.object(Env, "_resolve_shards", lambda *_: (2, (FIRST.number,))):
            await super().begin()
        with self.env._bot_scope():  # noqa: SLF001  (what it begins is the bot's)
            await self._connect_second()
        hall = Place(self.guild, self.games, self.ana, self.bo)
        self.annex = self.env.create_guild("Annex", shard_id=SECOND.number)
        games = self.annex.create_text_channel("games")
        players = [self.annex.add_member(each.user) for each in (self.ana, self.bo)]
        self._places = hall, Place(self.annex, games, *players)
        for each in (1, 0):
            self.enter(each)
            await self.rules()
        await self.env.settle()

    async def end(self) -> None:
        await self.second.finish()
        await super().end()

    def enter(self, shard: int) -> None:
        """Have the players play in the server that a shard has."""
        self.guild, self.games, self.ana, self.bo = self._places[shard]
        self.people |= {"ana": self.ana, "bo": self.bo}

    async def event_of_second(self, name: str) -> None:
        """The gateway of the second shard says so."""
        with self.env._bot_scope():  # noqa: SLF001
            self.second.dispatch(name)
        await self.env.settle()

    async def _connect_second(self) -> None:
        backend = self.env.backend
        self.second = Duelhost(self.shared, self.commands, SECOND, self.client.http)
        state: Any = self.second._connection  # noqa: SLF001  (as SimCord itself connects a client)
        state.guild_ready_timeout = 0
        router = ShardRouter(backend, state, self.second.dispatch, 2, (SECOND.number,))
        self.second.ws = router.websockets[SECOND.number]  # type: ignore[assignment]

        def feed(event: str, payload: Any) -> None:
            with self.env._bot_scope():  # noqa: SLF001
                router.feed(event, payload)

        backend.subscribers.append(feed)
        await self.second.login("")
        router.identify(SECOND.number)
