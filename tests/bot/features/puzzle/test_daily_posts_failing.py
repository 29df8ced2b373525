"""The post about the puzzle of the day comes once at most, whatever fails, and what fails in one
server holds up no other."""

import asyncio
from itertools import pairwise
from typing import Any

import pytest
from simcord import ChannelHandle

from bot.delivery.discord_api import DiscordApi
from bot.features.puzzle import daily_channels
from bot.services import build_services, share
from engine.ids import Instant
from storage.ids import ChannelId, GuildId
from storage.people import HouseRules
from storage.shards import ONLY
from storage.trouble import DiskFull
from tests.bot.features.puzzle.posting import (
    ONE_DAY,
    choose,
    look,
    next_day,
    posts,
    sent,
)
from tests.bot.simcord.messages import cards
from tests.bot.simcord.world import World

POSTING = "/channels/*/messages"
NOT_SENT, NOT_POSSIBLE = "a daily post wasn't sent", "a daily post isn't possible"
MINUTE = 60


def logged(world: World, event: str) -> list[tuple[int, Any]]:
    """The servers and the codes that were logged with an event."""
    return [(each["guild"], each["code"]) for each in world.log if each["event"] == event]


def nonces(world: World) -> set[str]:
    assert all(each["enforce_nonce"] for each in sent(world))
    return {each["nonce"] for each in sent(world)}


async def other_server(world: World, name: str = "Annex") -> ChannelHandle:
    """A server whose turn comes later, and which wants the post too."""
    guild = world.env.create_guild(name)
    channel = guild.create_text_channel("puzzles")
    await world.store.choose_daily_channel(GuildId(guild.id), ChannelId(channel.id))
    return channel


class TestKilled:
    """The bot is killed between a post and its note."""

    @pytest.fixture(autouse=True)
    def dies(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        async def die(*_of: Any) -> None:
            monkeypatch.undo()
            monkeypatch.setattr(daily_channels, "PAUSE", 0)
            raise SystemError("killed")

        monkeypatch.setattr(world.store, "daily_posted", die)

    async def test_discord_takes_the_second_for_the_first(self, world: World) -> None:
        await choose(world)
        await look(world)
        assert world.incidents() == ["a daily post failed"]
        await world.restart()
        await look(world)
        assert len(sent(world)) == 2
        assert len(nonces(world)) == 1
        await look(world)
        await world.restart()
        await look(world)
        assert len(sent(world)) == 2

    async def test_when_discord_has_forgotten_it_there_is_no_second(self, world: World) -> None:
        await choose(world)
        await look(world)
        assert world.incidents() == ["a daily post failed"]
        await world.restart(away=10 * MINUTE)
        await look(world)
        await world.restart(away=6 * 60 * MINUTE)
        await look(world)
        assert len(sent(world)) == 1
        await next_day(world)
        assert len(sent(world)) == 2
        assert len(nonces(world)) == 2

    async def test_nor_when_the_clock_was_set_back(self, world: World) -> None:
        await choose(world)
        await next_day(world)
        assert world.incidents() == ["a daily post failed"]
        count = len(sent(world))
        await world.restart(away=-ONE_DAY)
        await look(world)
        assert len(sent(world)) == count


async def test_two_processes_with_the_same_shard_send_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord makes one message of both."""
    gate, post, waiting = asyncio.Event(), DiscordApi.post, list[int]()
    # discord.py would have one wait for the other's rate limit, which SimCord doesn't tell.
    one_by_one = asyncio.Lock()

    async def together(*of: Any) -> Any:
        waiting.append(1)
        if len(waiting) == 2:
            gate.set()
        await gate.wait()
        async with one_by_one:
            return await post(*of)

    await choose(world)
    monkeypatch.setattr(DiscordApi, "post", together)
    other = another_process(world)
    own = world.client.services.daily_channels
    await asyncio.gather(own.post_due(later(world)), other.post_due(later(world)))
    assert len(sent(world)) == 2
    assert len(nonces(world)) == 1
    await asyncio.gather(own.post_due(later(world, 2)), other.post_due(later(world, 2)))
    assert len(sent(world)) == 2


async def test_what_one_process_has_posted_another_one_knows(world: World) -> None:
    await choose(world)
    other = another_process(world)
    await world.client.services.daily_channels.post_due(later(world))
    assert len(sent(world)) == 1
    await other.post_due(later(world))
    assert len(sent(world)) == 1


def another_process(world: World) -> daily_channels.DailyChannels:
    shared = share(world.store, world.now, cards=False)
    return build_services(world.client, ONLY, shared).daily_channels


def later(world: World, looks: int = 1) -> Instant:
    return Instant(world.now() + looks * daily_channels.LOOKS)


class TestNotAllowed:
    async def test_a_channel_in_which_the_bot_may_not_post(self, world: World) -> None:
        await choose(world)
        annex = await other_server(world)
        world.deny(None, "send_messages")
        for _ in range(5):
            await look(world)
        assert len(posts(world, annex)) == 1
        assert len(sent(world)) == 1
        assert logged(world, NOT_POSSIBLE) == [(world.guild.id, "no-permission")]
        await next_day(world)
        assert logged(world, NOT_POSSIBLE) == [(world.guild.id, "no-permission")] * 2
        # As soon as it may, it posts once.
        world.env.backend.get_channel(world.games.id).overwrites.clear()
        world.env.backend.edit_channel(world.games.id, {})
        for _ in range(2):
            await look(world)
        assert len(posts(world)) == 1

    async def test_a_channel_that_was_deleted(self, world: World) -> None:
        other = world.guild.create_text_channel("other")
        await choose(world, other.id)
        await look(world)
        world.env.backend.delete_channel(other.id)
        for _ in range(3):
            await next_day(world)
        assert len(sent(world)) == 1
        assert logged(world, NOT_POSSIBLE) == [(world.guild.id, "no-channel")] * 3

    async def test_a_channel_of_another_server(self, world: World) -> None:
        """It came with an import."""
        annex = world.env.create_guild("Annex").create_text_channel("puzzles")
        thread = world.thread(world.games)
        for each in (annex, thread):
            await world.store.rule_house(
                GuildId(world.guild.id), HouseRules(daily_channel=ChannelId(each.id))
            )
            await next_day(world)
        assert sent(world) == []
        assert logged(world, NOT_POSSIBLE) == [(world.guild.id, "no-channel")] * 2

    @pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 50001), (404, 10003)])
    async def test_what_discord_refuses_is_tried_again_the_next_day(
        self, world: World, status: int, code: int
    ) -> None:
        """It knows better than the bot."""
        await choose(world)
        annex = await other_server(world)
        path = f"/channels/{world.games.id}/messages"
        world.env.inject_error("POST", path, status=status, code=code, times=None)
        for _ in range(3):
            await look(world)
        await world.restart()
        await look(world)
        assert len(sent(world)) == 2
        assert len(posts(world, annex)) == 1
        assert logged(world, NOT_SENT) == [(world.guild.id, code)]
        world.env.backend.faults.clear()
        await next_day(world)
        assert len(posts(world)) == 1

    @pytest.mark.cards
    async def test_a_picture_that_discord_does_not_take(self, world: World) -> None:
        await choose(world)
        world.env.inject_error("POST", POSTING, status=400, code=50035)
        await look(world)
        (post,) = posts(world)
        assert cards(post) == []
        assert "Gone:" in post.content
        assert len(nonces(world)) == 1


class TestFailing:
    async def test_it_is_sent_later_that_day(self, world: World) -> None:
        await choose(world)
        annex = await other_server(world)
        path = f"/channels/{world.games.id}/messages"
        world.env.inject_error("POST", path, status=503, times=None)
        await world.env.advance_time(20 * MINUTE)
        tries = logged(world, NOT_SENT)
        # The waits grow.
        assert 3 <= len(tries) <= 6
        assert {each for each, _ in tries} == {world.guild.id}
        assert len(posts(world, annex)) == 1
        world.env.backend.faults.clear()
        await world.env.advance_time(20 * MINUTE)
        assert len(posts(world)) == 1
        assert len(logged(world, NOT_SENT)) == len(tries)

    async def test_a_broken_connection(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nobody knows whether Discord has it, so it is sent again with the same nonce, and not
        when Discord wouldn't know that any more."""
        await choose(world)
        post, tried = DiscordApi.post, list[int]()

        async def broken(*of: Any) -> Any:
            tried.append(world.now())
            await post(*of)
            raise OSError("connection reset")

        monkeypatch.setattr(DiscordApi, "post", broken)
        await world.env.advance_time(20 * MINUTE)
        assert len(tried) >= 4
        assert tried[-1] - tried[0] <= daily_channels.NONCE_KNOWN
        assert len(nonces(world)) == 1
        monkeypatch.setattr(DiscordApi, "post", post)
        await world.restart()
        await look(world)
        assert len(sent(world)) == len(tried)
        await next_day(world)
        assert len(nonces(world)) == 2

    async def test_a_draw_that_fails(self, world: World) -> None:
        await choose(world)
        work = world.work

        def failing(*_of: Any) -> Any:
            raise OSError("no process")

        world.work = failing
        await look(world)
        assert "a daily post failed" in world.incidents()
        world.work = work
        await look(world)
        assert len(posts(world)) == 1

    async def test_one_servers_puzzle_is_damaged(self, world: World) -> None:
        await choose(world)
        await world.shared.dailies.of(GuildId(world.guild.id), 20_454)
        await world.store.backend.writer.run(
            lambda db: db.execute("UPDATE puzzle SET text = 'nonsense'")
        )
        annex = await other_server(world)
        await look(world)
        assert len(posts(world, annex)) == 1
        assert "a daily post failed" in world.incidents()

    async def test_a_full_disk(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        """What can't be noted isn't sent."""
        await choose(world)

        async def full(*_of: Any) -> None:
            raise DiskFull(world.store.backend.path)

        with monkeypatch.context() as patched:
            patched.setattr(world.store, "begin_daily_post", full)
            await look(world)
        assert sent(world) == []
        assert "a daily post failed" in world.incidents()
        await world.env.advance_time(10 * MINUTE)
        assert len(posts(world)) == 1


class TestManyServers:
    async def test_they_get_it_one_after_another(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(daily_channels, "PAUSE", 30)
        monkeypatch.setattr(daily_channels, "AT_A_TIME", 2)
        await choose(world)
        for nth in range(4):
            await other_server(world, f"Annex {nth}")
        counts = []
        await world.env.advance_time(MINUTE)
        for _ in range(6):
            counts.append(len(sent(world)))
            await world.env.advance_time(30)
        grown = [two - one for one, two in pairwise(counts)]
        assert max(grown) == 1
        assert counts[-1] == 5
        assert len(nonces(world)) == 5

    async def test_a_bot_that_stops_leaves_the_rest(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await choose(world)
        for nth in range(3):
            await other_server(world, f"Annex {nth}")
        post, of_the_day, drawn = DiscordApi.post, world.shared.dailies.of, list[int]()

        async def stopping(*of: Any) -> Any:
            world.client.services.daily_channels.stop()
            return await post(*of)

        async def drawing(guild: GuildId, day: int) -> Any:
            drawn.append(guild)
            return await of_the_day(guild, day)

        monkeypatch.setattr(DiscordApi, "post", stopping)
        monkeypatch.setattr(world.shared.dailies, "of", drawing)
        await look(world)
        assert len(sent(world)) == 1
        assert drawn == [world.guild.id]
        monkeypatch.setattr(DiscordApi, "post", post)
        await world.restart(away=10 * MINUTE)
        await look(world)
        assert len(sent(world)) == 4

    async def test_a_bot_that_stops_before_a_post_has_not_begun_it(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await choose(world)
        daily = world.store.daily

        async def stopping(*of: Any) -> Any:
            world.client.services.daily_channels.stop()
            return await daily(*of)

        monkeypatch.setattr(world.store, "daily", stopping)
        await look(world)
        assert sent(world) == []
        await world.restart(away=10 * MINUTE)
        await look(world)
        assert len(posts(world)) == 1

    @pytest.mark.parametrize("at", ["daily", "begin_daily_post"])
    async def test_a_past_days_is_not_sent_after_midnight(
        self, world: World, monkeypatch: pytest.MonkeyPatch, at: str
    ) -> None:
        """The machine may fall asleep at any moment."""
        await choose(world)
        annex = await other_server(world)
        step = getattr(world.store, at)

        async def asleep(*of: Any) -> Any:
            monkeypatch.setattr(world.store, at, step)
            found = await step(*of)
            world.env.backend.advance_clock(ONE_DAY)
            return found

        monkeypatch.setattr(world.store, at, asleep)
        await look(world)
        await look(world)
        for each in (world.games, annex):
            (post,) = posts(world, each)
            assert "Friday" in post.content

    async def test_servers_without_the_bot_hold_up_nobody(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(daily_channels, "AT_A_TIME", 1)
        for number in (1, 2):
            await world.store.choose_daily_channel(GuildId(number), ChannelId(world.games.id))
        await choose(world)
        await look(world)
        assert len(posts(world)) == 1
        assert len(sent(world)) == 1
        assert logged(world, NOT_POSSIBLE) == []

    async def test_a_server_that_has_an_outage_gets_it_afterwards(self, world: World) -> None:
        await choose(world)
        guild = world.client.get_guild(world.guild.id)
        assert guild
        guild.unavailable = True
        await look(world)
        assert sent(world) == []
        guild.unavailable = False
        await look(world)
        assert len(posts(world)) == 1

    async def test_nothing_while_discord_cannot_be_reached(self, world: World) -> None:
        await choose(world)
        await world.event("disconnect")
        await look(world)
        assert sent(world) == []
        await world.event("resumed")
        await look(world)
        assert len(posts(world)) == 1
