"""Two shards in one process: each has its own servers and clocks."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import ClassVar

import discord
import pytest

from bot.text import languages
from bot.text.english import English
from engine.duel import Playing
from engine.ids import PlayerId
from storage.ids import ChannelId, GuildId
from storage.people import Pings
from storage.shards import Shard
from tests.bot.simcord.messages import answer
from tests.bot.simcord.two_shards import TwoShards
from tests.bot.simcord.world import World, opened

MINUTE = 60


@pytest.fixture
async def shards(tmp_path: Path) -> AsyncIterator[TwoShards]:
    async with opened(TwoShards(tmp_path / "duelhost.db")) as shards:
        yield shards


def registrations(world: World) -> int:
    return sum(
        each.method == "PUT" and each.path.endswith("/commands") for each in world.env.http_requests
    )


async def test_each_plays_its_own_duels(shards: TwoShards) -> None:
    for number in (0, 1):
        shards.enter(number)
        await shards.play(await shards.duel("divisor"), 6, 3)
        match = await shards.match()
        assert Shard(number, 2).has(match.guild)
        assert isinstance(match.duel, Playing)
        assert match.duel.ply == 2


async def test_commands_are_registered_by_the_first(shards: TwoShards) -> None:
    assert registrations(shards) == 1
    await shards.store.take_note(f"commands of {shards.client.application_id}", "other ones")
    await shards.second.setup_hook()
    assert registrations(shards) == 1
    await shards.client.setup_hook()
    while registrations(shards) == 1:
        await asyncio.sleep(0.001)
    assert registrations(shards) == 2


async def test_one_that_is_cut_off_stops_only_its_own_clocks(shards: TwoShards) -> None:
    for number in (0, 1):
        shards.enter(number)
        await shards.duel(clock="10m")
    await shards.event_of_second("disconnect")
    await shards.env.advance_time(11 * MINUTE)
    shards.enter(0)
    assert await shards.standing(shards.bo) == (1, 0)
    shards.enter(1)
    assert await shards.standing(shards.bo) == (0, 0)
    await shards.event_of_second("resumed")
    await shards.env.advance_time(9 * MINUTE)
    assert await shards.standing(shards.bo) == (0, 0)
    await shards.env.advance_time(2 * MINUTE)
    assert await shards.standing(shards.bo) == (1, 0)


async def test_one_that_another_process_has_answers_nobody(shards: TwoShards) -> None:
    """Discord takes one answer to an interaction, and that is the other process's."""
    shards.enter(1)
    await shards.second.abandon()
    assert not (await shards.ana.slash(shards.games, "duel list")).acknowledged
    shards.enter(0)
    assert (await shards.ana.slash(shards.games, "duel list")).acknowledged


async def test_time_is_given_back_only_where_it_was_lost(shards: TwoShards) -> None:
    shards.enter(0)
    await shards.duel(clock="1h")
    before = (await shards.match()).duel
    await shards.event_of_second("disconnect")
    await shards.env.advance_time(20 * MINUTE)
    await shards.event_of_second("resumed")
    after = (await shards.match()).duel
    assert isinstance(before, Playing)
    assert isinstance(after, Playing)
    assert after.deadline == before.deadline


async def test_the_puzzle_of_the_day_is_posted_by_the_shard_that_has_the_server(
    shards: TwoShards,
) -> None:
    for number in (0, 1):
        shards.enter(number)
        await shards.store.choose_daily_channel(
            GuildId(shards.guild.id), ChannelId(shards.games.id)
        )
    await shards.event_of_second("disconnect")
    await shards.env.advance_time(2 * MINUTE)
    assert shards.lines() == []
    await shards.event_of_second("resumed")
    await shards.env.advance_time(2 * MINUTE)
    for number in (0, 1):
        shards.enter(number)
        (line,) = shards.lines()
        assert line.startswith("**Daily puzzle 1** · ")


async def test_a_direct_message_deletes_in_the_servers_of_all_shards(
    shards: TwoShards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of a duel is told by the shard that has its server, in the server's language."""

    class Dutch(English):
        PAST_OVER: ClassVar = dict.fromkeys(English.PAST_OVER, "afgezegd (#{number})")

    monkeypatch.setattr(languages, "LANGUAGES", {**languages.LANGUAGES, "nl": Dutch})
    annex = shards.second.get_guild(shards.annex.id)
    assert annex
    annex.preferred_locale = discord.Locale.dutch
    for number in (0, 1):
        shards.enter(number)
        await shards.challenge()
    ana = shards.ana.user
    shown = answer(await ana.slash("privacy"))
    assert shown.content.endswith("2")
    sure = answer(await ana.click(shown, label=English.DELETE))
    assert answer(await ana.click(sure, label="Delete everything")).content == English.DELETED
    shards.enter(0)
    assert shards.lines() == ["-# ⚔️ deleted player cancelled the challenge to @bo (#1)"]
    shards.enter(1)
    assert shards.lines() == ["-# afgezegd (#1)"]


async def test_nothing_that_was_deleted_is_remembered_by_another_shard(shards: TwoShards) -> None:
    shards.enter(1)
    await shards.ana.slash(shards.games, "duel settings", pings="never")
    ana = shards.ana.user
    shown = answer(await ana.slash("privacy"))
    sure = answer(await ana.click(shown, label=English.DELETE))
    await ana.click(sure, label="Delete everything")
    notifications = shards.second.services.notifications
    chosen = await notifications.preferences(GuildId(shards.guild.id), PlayerId(shards.ana.id))
    assert chosen.pings is Pings.AWAY
