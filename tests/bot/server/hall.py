"""A simulated Discord server with the real bot in it, on a real database."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.app_commands import CommandInvokeError
from simcord import ChannelHandle, Env, GuildHandle, InteractionResult, MemberActor
from simcord import interactions as wire
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import ChannelType, OverwriteType
from simcord.results import ResponseMessage
from structlog.testing import capture_logs

from bot.client import Duelhost
from engine.duel import First, Terms
from engine.games import set_up
from engine.ids import Instant, PlayerId, Span
from storage.ids import ChannelId, DuelId, GuildId, InteractionId
from storage.match import Call, Match, Posting
from storage.sqlite.store import Store, open_store

Shown = discord.Message | ResponseMessage


# What a button says that is none.
DEAD = (
    "That button doesn't work any more. `/duel board` brings a board back, `/duel help` says the "
    "rest."
)
# What the panel of `/duel-admin settings` says of a server that has chosen nothing.
AT_FIRST = (
    "**How this server duels**\n"
    "Channels: any\n"
    "Clock, unless players choose another: 1 day\n"
    "Who may start duels: everybody\n"
    "Blocked: nobody"
)
# How messages go out: as an answer, or by themselves.
ANSWER = "/callback"
POST = "/messages"


# SimCord looks this often, in seconds, whether the bot has come to rest. Its twentieth of a second
# is longer than nearly everything that happens here.
Env._settle_internal.__kwdefaults__ = {
    **(Env._settle_internal.__kwdefaults__ or {}),
    "idle": 0.001,
}


class Hall:
    """Where the tests take place: Ana, Bo and Cy in one server, and the bot beside them."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._open = AsyncExitStack()
        self._calls = count(1)
        self.log: list[Any] = []
        self.people: dict[str, MemberActor] = {}
        self.store: Store
        self.client: Duelhost
        self.env: Env
        self.guild: GuildHandle
        self.games: ChannelHandle
        self.ana: MemberActor
        self.bo: MemberActor
        self.cy: MemberActor

    def now(self) -> Instant:
        return Instant(int(self.env.now().timestamp() * 1000))

    async def begin(self) -> None:
        self.client = await self._client()
        self.env = Env(self.client)
        await self.env.start()
        self.guild = self.env.create_guild("Hall")
        self.games = self.guild.create_text_channel("games")
        self.ana, self.bo, self.cy = (self.join(name) for name in ("ana", "bo", "cy"))
        await self.env.settle()

    async def end(self) -> None:
        """What the bot did wrong without anybody's noticing turns up here."""
        await self.client.finish()
        await self.env.shutdown()
        await self._open.aclose()

    def join(self, name: str, **facts: Any) -> MemberActor:
        self.people[name] = self.guild.add_member(self.env.create_user(name), **facts)
        return self.people[name]

    def moderator(self, name: str = "boss") -> MemberActor:
        """Somebody who may manage the server."""
        manages = discord.Permissions(manage_guild=True)
        return self.join(name, roles=[self.guild.create_role("mods", permissions=manages)])

    async def restart(self, *, away: float = 0) -> None:
        """The bot goes, time goes by, and the bot comes back."""
        await self.env.settle()
        await self.client.finish()
        await self._open.aclose()
        self.env.backend.advance_clock(away)
        self.client = await self._client()
        await self.env.restart_bot(self.client)
        await self.env.settle()

    async def _client(self) -> Duelhost:
        self.store = await self._open.enter_async_context(open_store(self._database))
        return Duelhost(self.store, self.now)

    # What players do.

    async def challenge(self, game: str = "divisor", **options: Any) -> InteractionResult:
        """Ana challenges Bo, and begins if they play."""
        chosen = {"opponent": self.bo, "first": "me"} | options
        return await self.ana.slash(self.games, "duel start", game=game, **chosen)

    async def duel(self, game: str = "divisor", **options: Any) -> Shown:
        """The board of a duel between Ana, who is to move, and Bo."""
        offered = answer(await self.challenge(game, **options))
        return answer(await self.bo.click(offered, label="Accept"))

    async def play(self, board: Shown, *moves: int) -> Shown:
        """By buttons and in turn, Ana first. Returns the last board."""
        for nth, move in enumerate(moves):
            player = self.bo if nth % 2 else self.ana
            board = answer(await player.click(board, label=str(move)))
        return board

    async def press(
        self, who: MemberActor, on: Shown, custom_id: str, *values: str, times: int = 1
    ) -> InteractionResult:
        """Whatever a client sends, whether or not there is such a button; perhaps twice."""
        stored = self.env.backend.get_message(channel_of(on), on.id)
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3 if values else 2}
        if values:
            data["values"] = list(values)
        message = dict(serializers.message_payload(self.env.backend, stored))
        return await self.deliver(
            who, 3, stored.channel_id, data, message=message, source=stored.id, times=times
        )

    async def deliver(
        self,
        who: MemberActor,
        kind: int,
        channel: int,
        data: dict[str, Any],
        *,
        message: dict[str, Any] | None = None,
        source: int | None = None,
        times: int = 1,
        settle: bool = True,
        guild: int | None = -1,
        **changes: Any,
    ) -> InteractionResult:
        """An interaction as it comes over the wire."""
        record, payload = wire.base_payload(
            self.env.backend,
            type=kind,
            channel_id=channel,
            guild_id=self.guild.id if guild == -1 else guild,
            user_id=who.id,
            data=data,
        )
        record.source_message_id = source
        payload |= changes | ({"message": message} if message else {})
        for _ in range(times):
            self.env.backend.emit("INTERACTION_CREATE", payload)
        if settle:
            await self.env.settle()
        return InteractionResult(self.env, record)

    async def start_by_hand(
        self, options: dict[str, str], permissions: str = "9223372036854775807"
    ) -> InteractionResult:
        """Ana challenges Bo, who may do this much where she does, with options as they come."""
        who = str(self.bo.id)
        user = {"id": who, "username": "bo", "discriminator": "0", "avatar": None}
        member: dict[str, Any] = {"roles": [], "permissions": permissions, "flags": 0}
        member |= {"joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False}
        given = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
        given += [{"name": "game", "type": 3, "value": "divisor"}]
        given += [{"name": "opponent", "type": 6, "value": who}]
        start = {"name": "start", "type": 1, "options": given}
        resolved = {"users": {who: user}, "members": {who: member}}
        data = {"id": "1", "name": "duel", "type": 1, "options": [start], "resolved": resolved}
        return await self.deliver(self.ana, 2, self.games.id, data)

    async def again(self) -> None:
        """Discord brings the last interaction once more."""
        payload = next(
            payload
            for _, event, payload in reversed(self.env.backend.transcript)
            if event == "INTERACTION_CREATE"
        )
        self.env.backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()

    def answers_are_lost(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Discord takes an answer, and then the connection breaks."""
        original = discord.InteractionResponse.send_message

        async def lost(*args: Any, **more: Any) -> None:
            await original(*args, **more)
            monkeypatch.setattr(discord.InteractionResponse, "send_message", original)
            raise OSError("connection reset")

        monkeypatch.setattr(discord.InteractionResponse, "send_message", lost)

    async def played(self, winner: MemberActor, loser: MemberActor, game: str = "divisor") -> Match:
        """A duel of long ago: the loser took 1, the winner 2, and nothing was left to answer."""
        guild, now = GuildId(self.guild.id), self.now()
        first, second = PlayerId(loser.id), PlayerId(winner.id)

        def call(player: PlayerId) -> Call:
            return Call(guild, player, InteractionId(next(self._calls)), now)

        terms = Terms(
            first,
            second,
            set_up(game, {"size": 3 if game == "divisor" else 2}),
            First.CHALLENGER,
            rated=True,
            clock=Span(60_000),
        )
        posting = Posting(ChannelId(self.games.id), Span(60_000))
        match = await self.store.offer(call(first), terms, posting)
        await self.store.accept(call(second), match.id)
        await self.store.play(call(first), match.id, "1")
        match = await self.store.play(call(second), match.id, "2")
        await self.store.posted(guild, match.id, replace(match.board, shown=match.step))
        return match

    async def event(self, name: str) -> None:
        """The gateway says so."""
        with self.env._bot_scope():
            self.client.dispatch(name)
        await self.env.settle()

    # What the server is like.

    def deny(self, whom: MemberActor | None, *permissions: str) -> None:
        """In the channel for games; nobody in particular is the bot."""
        backend = self.env.backend
        denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
        target = backend.bot_user.id if whom is None else whom.id
        backend.set_overwrite(
            self.games.id, Overwrite(target_id=target, type=OverwriteType.MEMBER, deny=denied)
        )

    def thread(self, parent: ChannelHandle, *, private: bool = False) -> ChannelHandle:
        kind = ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD
        made = self.env.backend.create_thread(parent.id, "a duel", self.ana.id, type=kind)
        return ChannelHandle(self.env, self.guild, made)

    def speak(self, locale: str) -> None:
        """The whole server."""
        guild = self.client.get_guild(self.guild.id)
        assert guild
        guild.preferred_locale = discord.Locale(locale)

    # What there is to see.

    def sent(self, where: str = "") -> dict[str, Any]:
        """The last message, or change of one, as it went out; or the last of these."""
        for each in reversed(self.env.http_requests):
            body: dict[str, Any] = each.json or {}
            message: dict[str, Any] = body.get("data", body)
            if "content" in message and each.path.endswith(where):
                return message
        raise AssertionError("nothing has been said")

    def pinged(self, by: str = "") -> list[int]:
        """By the last message, or the last of these."""
        found: list[int] = self.sent(by)["allowed_mentions"]["users"]
        return found

    def incidents(self) -> list[str]:
        """What the bot had to log as its own fault. Whoever asks has seen them."""
        bad = [each for each in self.log if each["log_level"] in ("error", "critical")]
        for each in bad:
            self.log.remove(each)
        return [str(each["event"]) for each in bad]

    def read(self, message: Shown | str) -> str:
        """A message with names for mentions, minutes from now for times, and short links."""
        text = message if isinstance(message, str) else message.content
        text = text.replace("\\.", ".")  # so that Discord makes no list of its own
        for name, who in self.people.items():
            text = text.replace(f"<@{who.id}>", f"@{name}")
        now = self.now() // 1000
        text = re.sub(r"<t:(\d+):R>", lambda at: f"<{round((int(at[1]) - now) / 60)} min>", text)
        text = text.replace(f"<#{self.games.id}>", "#games")
        return re.sub(r"https://discord.com/channels/\d+/\d+(/\d+)?", "LINK", text)

    def lines(self, channel: ChannelHandle | None = None) -> list[str]:
        """What stands in the channel, as everybody sees it."""
        return [self.read(each) for each in (channel or self.games).history()]

    def last(self, channel: ChannelHandle | None = None) -> discord.Message:
        return (channel or self.games).history()[-1]

    async def match(self, number: int = 1) -> Match:
        return await self.store.duel(GuildId(self.guild.id), DuelId(number))

    async def standing(self, player: MemberActor) -> tuple[int, int]:
        found = await self.store.profile(GuildId(self.guild.id), PlayerId(player.id))
        return (found.overall.wins, found.overall.losses)


@asynccontextmanager
async def open_hall(database: Path) -> AsyncIterator[Hall]:
    hall = Hall(database)
    await hall.begin()
    with capture_logs() as hall.log:
        yield hall
        await hall.end()
    assert hall.incidents() == []
    # What goes wrong in a command is told to whoever asked, and logged if it is the bot's fault.
    strange = [each for each in hall.env.errors if not isinstance(each, CommandInvokeError)]
    assert strange == []


def answer(result: InteractionResult) -> ResponseMessage:
    """The public answer."""
    assert result.response is not None, result
    assert not result.ephemeral, result.response.content
    return result.response


def told(result: InteractionResult) -> str:
    """The private answer."""
    assert result.response is not None, result
    assert result.ephemeral, result.response.content
    return result.response.content


def private(result: InteractionResult) -> ResponseMessage:
    """The private answer, or the private message that was pressed as it is now."""
    assert result.response is not None, result
    assert result.response.ephemeral, result.response.content
    return result.response


def channel_of(message: Shown) -> int:
    return message.channel_id if isinstance(message, ResponseMessage) else message.channel.id


async def panel(hall: Hall, boss: MemberActor) -> ResponseMessage:
    """Where a moderator settles how the server duels."""
    return private(await boss.slash(hall.games, "duel-admin settings"))


def labels(message: Shown) -> list[str]:
    """What can be pressed, by what it says, row by row."""
    return [str(each.get("label")) for each in _items(message)]


def ids(message: Shown) -> list[str]:
    """What can be pressed, by what it means."""
    return [str(each["custom_id"]) for each in _items(message)]


def _items(message: Shown) -> list[dict[str, Any]]:
    rows: list[Any] = (
        message.components
        if isinstance(message, ResponseMessage)
        else [row.to_dict() for row in message.components]
    )
    return [each for row in rows for each in row["components"]]
