"""`/duel-admin daily`: where a server has the puzzle of the day posted."""

from typing import Any

import pytest
from simcord import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.puzzles.daily_pause import PATIENCE
from bot.text.english import English
from storage.ids import ChannelId, GuildId
from storage.people import HouseRules
from tests.bot.features.server.chosen import (
    AT_FIRST_CHOSEN,
    CLOCK,
    ONLY_MODERATORS,
    command,
    house,
)
from tests.bot.simcord.messages import told
from tests.bot.simcord.world import World, panel
from tests.bot.text.says import says

CHANNEL = 7
NOWHERE = English.DAILY_NOWHERE


async def line(world: World, boss: MemberActor) -> str:
    """What the panel says about it."""
    said = world.read(await panel(world, boss))
    (found,) = [each for each in said.splitlines() if each.startswith("Daily puzzle: ")]
    return found.removeprefix("Daily puzzle: ")


async def forged(world: World, who: MemberActor, channel: int, kind: int = 0) -> str:
    """The answer to a command that names a channel which Discord wouldn't offer."""
    data = command("daily", channel=(CHANNEL, str(channel)))
    state: dict[str, Any] = {"archived": False, "auto_archive_duration": 60}
    state["archive_timestamp"] = "2026-01-01T00:00:00+00:00"
    named = {"id": str(channel), "name": "x", "type": kind, "permissions": "0"}
    named |= {"parent_id": str(world.games.id), "owner_id": str(who.id), "thread_metadata": state}
    named |= {"message_count": 0, "member_count": 1, "rate_limit_per_user": 0}
    data["resolved"] = {"channels": {str(channel): named}}
    return told(await world.deliver(who, 2, world.games.id, data))


async def test_a_channel_is_chosen_and_given_up(world: World, boss: MemberActor) -> None:
    assert await line(world, boss) == NOWHERE
    said = told(await boss.slash(world.games, "duel-admin daily", channel=world.games))
    assert world.read(said) == English.DAILY_CHOSEN.format(channel="#games")
    assert (await house(world)).daily_channel == world.games.id
    assert await line(world, boss) == English.DAILY_POSTED.format(channel="#games")
    await world.restart()
    other = world.guild.create_text_channel("other")
    await boss.slash(world.games, "duel-admin daily", channel=other)
    assert (await house(world)).daily_channel == other.id
    said = told(await boss.slash(world.games, "duel-admin daily"))
    assert said == English.DAILY_STOPPED
    assert await house(world) == AT_FIRST_CHOSEN
    assert await line(world, boss) == NOWHERE


async def test_other_choices_leave_it_as_it_is(world: World, boss: MemberActor) -> None:
    await boss.slash(world.games, "duel-admin daily", channel=world.games)
    await boss.select(await panel(world, boss), ["1h"], custom_id=CLOCK)
    assert (await house(world)).daily_channel == world.games.id
    await boss.slash(world.games, "duel-admin daily")
    assert (await house(world)).clock == 3_600_000


async def test_others_are_refused(world: World) -> None:
    assert await forged(world, world.ana, world.games.id) == ONLY_MODERATORS
    said = told(await world.deliver(world.ana, 2, world.games.id, command("daily")))
    assert said == ONLY_MODERATORS
    assert await house(world) == AT_FIRST_CHOSEN


@pytest.mark.parametrize(
    ("lacking", "named"),
    [
        (("send_messages",), ("Send Messages",)),
        (("view_channel",), ("View Channel", "Send Messages")),
    ],
)
async def test_a_channel_in_which_the_bot_may_not_post(
    world: World, boss: MemberActor, lacking: tuple[str, ...], named: tuple[str, ...]
) -> None:
    world.deny(None, *lacking)
    other = world.guild.create_text_channel("other")
    said = told(await boss.slash(other, "duel-admin daily", channel=world.games))
    refused = says("posts-not-allowed", channel="#games", permissions=" and ".join(named))
    assert world.read(said) == refused
    assert await house(world) == AT_FIRST_CHOSEN


async def test_channels_that_are_not_for_it(world: World, boss: MemberActor) -> None:
    """Discord offers none of these, and keeps threads out of other servers' channels."""
    elsewhere = world.env.create_guild("Den").create_text_channel("lair")
    forum = world.guild.create_forum_channel("forum")
    thread = world.thread(world.games)
    for each, kind in ((elsewhere.id, 0), (forum.id, 15), (thread.id, 11), (2**62, 0), (1, 0)):
        said = await forged(world, boss, each, kind)
        assert said == says("no-place-for-posts", channel=f"<#{each}>")
    assert await house(world) == AT_FIRST_CHOSEN
    assert world.incidents() == []


@pytest.mark.parametrize("value", ["x", "", "-1", 7, None])
async def test_what_is_no_channel(world: World, boss: MemberActor, value: Any) -> None:
    data = command("daily", channel=(CHANNEL, value))
    told(await world.deliver(boss, 2, world.games.id, data))
    assert await house(world) == AT_FIRST_CHOSEN


class TestLater:
    """What has become of the channel is told where moderators look."""

    async def test_it_was_deleted(self, world: World, boss: MemberActor) -> None:
        other = world.guild.create_text_channel("other")
        await boss.slash(world.games, "duel-admin daily", channel=other)
        world.env.backend.delete_channel(other.id)
        await world.env.settle()
        assert await line(world, boss) == English.DAILY_GONE.format(channel=f"<#{other.id}>")

    async def test_it_is_closed_to_the_bot(self, world: World, boss: MemberActor) -> None:
        other = world.guild.create_text_channel("other")
        await boss.slash(world.games, "duel-admin daily", channel=other)
        backend = world.env.backend
        denied = Overwrite(target_id=backend.bot_user.id, type=OverwriteType.MEMBER, deny=1 << 11)
        backend.set_overwrite(other.id, denied)
        expected = English.DAILY_FORBIDDEN.format(
            channel=f"<#{other.id}>", permissions="Send Messages"
        )
        assert await line(world, boss) == expected

    async def test_it_is_paused(self, world: World, boss: MemberActor) -> None:
        guild, channel = GuildId(world.guild.id), ChannelId(world.games.id)
        await world.store.rule_house(guild, HouseRules(daily_channel=channel))
        await world.store.daily_posted(guild, 1, untried=PATIENCE - 1)
        assert await line(world, boss) == English.DAILY_POSTED.format(channel="#games")
        await world.store.daily_posted(guild, 2, untried=PATIENCE)
        assert await line(world, boss) == English.DAILY_PAUSED.format(channel="#games")
        await boss.slash(world.games, "duel-admin daily", channel=world.games)
        assert await line(world, boss) == English.DAILY_POSTED.format(channel="#games")
