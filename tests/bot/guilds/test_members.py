"""The bot asks Discord for a server's members and their names, and copes if it gets no answer."""

import asyncio
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import pytest
from simcord import MemberActor

from bot.boards.people import Person
from bot.guilds import members
from bot.guilds.members import AT_ONCE, FRESH, NOTHING, QUESTIONS, Known, Members
from engine.ids import Instant, PlayerId
from storage.ids import GuildId
from tests.bot.simcord.world import World


class Switchboard:
    """Between the bot and Discord: whom it asks about, and what becomes of that."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[list[int]] = []
        self._answer = world.client.ws.request_chunks
        monkeypatch.setattr(world.client.ws, "request_chunks", self._hear)
        self._bot = world.env.backend.bot_user.id
        # A callback that runs before Discord answers, if it does.
        self.before: Callable[[], Any] = _nothing
        self.answers = True

    async def _hear(self, guild: int, **asked: Any) -> None:
        assert len(asked["user_ids"]) <= asked["limit"] <= 100
        assert len(asked["user_ids"]) == len(set(asked["user_ids"]))
        assert self._bot in asked["user_ids"]
        self.asked.append(sorted(set(asked["user_ids"]) - {self._bot}))
        await self.before()
        if self.answers:
            await self._answer(guild, **asked)


async def _nothing() -> None:
    pass


@pytest.fixture
def switchboard(world: World, monkeypatch: pytest.MonkeyPatch) -> Switchboard:
    return Switchboard(world, monkeypatch)


@pytest.fixture
def here(world: World) -> Members:
    return Members(world.client, world.now)


async def known(here: Members, world: World, *people: MemberActor | int) -> Known:
    players = [each if isinstance(each, int) else each.id for each in people]
    return await here.known(GuildId(world.guild.id), [PlayerId(each) for each in players])


def names(found: Known) -> list[str]:
    return sorted(each.name for each in found.people.values())


async def test_people_are_called_what_they_are_called_here(world: World, here: Members) -> None:
    dora = world.join("dora", nick="Dora the Divisor", avatar="a" * 32)
    found = await known(here, world, world.ana, dora)
    ana = found.people[PlayerId(world.ana.id)]
    assert (ana.name, ana.username) == ("ana", "ana")
    assert ana.avatar.startswith("https://cdn.discordapp.com/embed/avatars/")
    avatar = (
        f"https://cdn.discordapp.com/guilds/{world.guild.id}/users/{dora.id}/avatars/{'a' * 32}"
    )
    assert found.people[PlayerId(dora.id)] == Person(
        "Dora the Divisor", "dora", f"{avatar}.png?size=1024"
    )
    assert found.gone == frozenset()


async def test_whoever_has_left_is_gone(
    world: World, here: Members, switchboard: Switchboard
) -> None:
    world.guild.remove_member(world.bo)
    never = 100_000_000_000_000_000
    found = await known(here, world, world.ana, world.bo, never)
    assert names(found) == ["ana"]
    assert found.gone == {world.bo.id, never}
    assert switchboard.asked == [sorted([world.ana.id, world.bo.id, never])]


async def test_whoever_comes_back_is_back(world: World, here: Members) -> None:
    world.guild.remove_member(world.bo)
    await known(here, world, world.bo)
    world.env.backend.add_member(world.guild.id, world.bo.id)
    found = await known(here, world, world.bo)
    assert (names(found), found.gone) == (["bo"], frozenset())


async def test_the_bot_is_a_member_like_any_other(
    world: World, here: Members, switchboard: Switchboard
) -> None:
    bot = world.env.backend.bot_user
    found = await known(here, world, bot.id)
    assert switchboard.asked == [[]], "and it is asked about anyway"
    assert found.people[PlayerId(bot.id)].username == bot.name
    assert found.gone == frozenset()


async def test_a_server_leaves_others_their_share_of_questions(
    world: World, switchboard: Switchboard
) -> None:
    seconds = [0.0]
    here = Members(world.client, world.now, lambda: seconds[0])
    strangers = range(10**17, 10**17 + 3 * QUESTIONS)
    for each in strangers:
        await known(here, world, each)
    assert len(switchboard.asked) == QUESTIONS
    assert await known(here, world, world.ana) == NOTHING
    seconds[0] += 10
    assert names(await known(here, world, world.ana)) == ["ana"]


async def test_names_are_remembered_for_minutes(
    world: World, here: Members, switchboard: Switchboard
) -> None:
    await known(here, world, world.ana)
    world.env.backend.advance_clock(FRESH / 1000)
    assert names(await known(here, world, world.ana, world.bo)) == ["ana", "bo"]
    world.env.backend.advance_clock(0.001)
    assert names(await known(here, world, world.ana, world.bo)) == ["ana", "bo"]
    assert switchboard.asked == [[world.ana.id], [world.bo.id], [world.ana.id]]


async def test_names_are_those_of_a_server(
    world: World, here: Members, switchboard: Switchboard
) -> None:
    other = world.env.create_guild("Other")
    other.add_member(world.env.create_user("someone"))
    await world.env.settle()
    await known(here, world, world.ana)
    found = await here.known(GuildId(other.id), [PlayerId(world.ana.id)])
    assert names(found) == []
    assert found.gone == {world.ana.id}
    assert len(switchboard.asked) == 2


async def test_discord_py_keeps_nobody(world: World, here: Members) -> None:
    await known(here, world, world.ana)
    server = world.client.get_guild(world.guild.id)
    assert server
    assert server.get_member(world.ana.id) is None


async def test_no_more_are_remembered_than_fit(
    world: World, here: Members, switchboard: Switchboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The least recently used members are evicted."""
    monkeypatch.setattr(members, "REMEMBERED", 3)
    await known(here, world, world.ana)
    await known(here, world, world.bo)  # and the bot
    await known(here, world, world.ana)
    await known(here, world, world.cy)
    switchboard.asked.clear()
    await known(here, world, world.ana, world.cy)
    assert switchboard.asked == []
    await known(here, world, world.bo)
    assert switchboard.asked == [[world.bo.id]]


async def test_who_is_nobody_is_not_asked_about(
    world: World, here: Members, switchboard: Switchboard
) -> None:
    assert await known(here, world, 0, -1, -77) == NOTHING
    assert await known(here, world) == NOTHING
    assert switchboard.asked == []
    assert names(await known(here, world, -1, world.ana)) == ["ana"]
    assert switchboard.asked == [[world.ana.id]]


async def test_many_are_asked_about_in_parts(
    world: World, here: Members, switchboard: Switchboard
) -> None:
    """Discord takes a hundred at once, of which the bot is one."""
    crowd = [world.join(f"p{nth}") for nth in range(AT_ONCE + 2)]
    await world.env.settle()
    found = await known(here, world, *crowd)
    assert found.people.keys() == {each.id for each in crowd}
    assert found.gone == frozenset()
    assert [len(each) for each in switchboard.asked] == [AT_ONCE, 2]


# Two at once.


async def test_two_who_ask_at_once_ask_discord_once(
    world: World, here: Members, switchboard: Switchboard
) -> None:
    world.guild.remove_member(world.ana)
    world.guild.remove_member(world.cy)
    opened = asyncio.Event()
    switchboard.before = opened.wait
    asking = [
        asyncio.create_task(known(here, world, *people))
        for people in ((world.ana, world.bo), (world.bo, world.cy), (world.bo,))
    ]
    await until(lambda: len(switchboard.asked) == 2)
    opened.set()
    found = await asyncio.gather(*asking)
    assert [names(each) for each in found] == [["bo"]] * 3
    assert [each.gone for each in found] == [{world.ana.id}, {world.cy.id}, frozenset()]
    assert switchboard.asked == [sorted([world.ana.id, world.bo.id]), [world.cy.id]]


async def test_whoever_gives_up_waiting_stops_nobody_else(
    world: World, here: Members, switchboard: Switchboard
) -> None:
    opened = asyncio.Event()
    switchboard.before = opened.wait
    first = asyncio.create_task(known(here, world, world.ana))
    second = asyncio.create_task(known(here, world, world.ana))
    await until(lambda: bool(switchboard.asked))
    first.cancel()
    await asyncio.wait([first])
    opened.set()
    assert names(await second) == ["ana"]
    assert len(switchboard.asked) == 1


# When Discord says nothing.


async def test_discord_is_not_waited_for_long(
    world: World, here: Members, switchboard: Switchboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members, "PATIENCE", 0)
    switchboard.answers = False
    async with asyncio.timeout(5):
        assert await known(here, world, world.ana, world.bo) == NOTHING
    # The failed request leaves no state behind.
    monkeypatch.undo()
    assert names(await known(here, world, world.ana)) == ["ana"]
    assert [each["event"] for each in world.log] == ["Discord doesn't say who is here"]


def test_the_answer_to_an_interaction_is_not_late_for_names() -> None:
    """Discord waits for three seconds."""
    assert members.PATIENCE <= 2


@pytest.mark.parametrize(
    "broken",
    [ConnectionResetError("Cannot write to closing transport"), aiohttp.ClientError("closed")],
)
async def test_without_a_connection_nobody_is_known(
    world: World, here: Members, switchboard: Switchboard, broken: Exception
) -> None:
    await known(here, world, world.bo)

    async def breaks() -> None:
        raise broken

    switchboard.before = breaks
    found = await known(here, world, world.ana, world.bo)
    assert (names(found), found.gone) == (["bo"], frozenset())


async def test_a_gateway_that_has_been_closed_breaks_nothing(
    world: World, here: Members, switchboard: Switchboard
) -> None:
    class Socket:
        close_code = 4004

    async def closes() -> None:
        raise discord.ConnectionClosed(Socket(), shard_id=None)  # type: ignore[arg-type]

    switchboard.before = closes
    assert await known(here, world, world.ana) == NOTHING


async def test_nobody_has_gone_because_the_connection_was_made_anew(
    world: World, here: Members, switchboard: Switchboard
) -> None:
    """discord.py then ends all that waits with what has come so far, as if that were all."""
    state = world.client._connection  # noqa: SLF001  (discord.py's)
    switchboard.answers = False
    asking = asyncio.create_task(known(here, world, world.ana, world.bo))
    await until(lambda: any(each.waiters for each in state._chunk_requests.values()))  # noqa: SLF001
    state.clear_chunk_requests(None)
    assert await asking == NOTHING
    assert world.log == [], "it wasn't waited for in vain"


async def test_nobody_has_gone_because_a_server_has(
    world: World, here: Members, switchboard: Switchboard
) -> None:
    server = world.client.get_guild(world.guild.id)
    assert server
    server.unavailable = True
    assert await known(here, world, world.ana) == NOTHING
    assert await here.known(GuildId(1), [PlayerId(world.ana.id)]) == NOTHING
    assert switchboard.asked == []


async def test_a_gateway_that_has_no_room_is_not_asked(
    world: World,
    here: Members,
    switchboard: Switchboard,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(world.client.ws, "is_ratelimited", lambda: True)
    assert await known(here, world, world.ana) == NOTHING
    assert switchboard.asked == []


async def test_before_there_is_a_connection_nobody_is_known() -> None:
    client = discord.Client(intents=discord.Intents(guilds=True))
    found = await Members(client, lambda: Instant(0)).known(GuildId(1), [PlayerId(2)])
    assert found == NOTHING


async def until(holds: Callable[[], bool]) -> None:
    """Run the event loop for a few turns, until the condition holds."""
    for _ in range(100):
        if holds():
            return
        await asyncio.sleep(0)
    raise AssertionError("it hasn't happened")
