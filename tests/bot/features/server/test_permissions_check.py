"""`/duel-admin check`: what the bot may not do, and where."""

import pytest
from simcord import ChannelHandle, MemberActor

from bot.text.english import English
from tests.bot.features.server.chosen import BOARDS, CHANNELS
from tests.bot.simcord.messages import told
from tests.bot.simcord.world import World, panel

FINE = "#games: everything I need is allowed."


async def test_all_is_well(world: World, boss: MemberActor) -> None:
    assert world.read(told(await boss.slash(world.games, "duel-admin check"))) == FINE


@pytest.mark.parametrize(
    ("lacking", "named"),
    [
        (("send_messages",), "Send Messages"),
        # A bot that can't view a channel can't send messages there either.
        (("view_channel",), "View Channel and Send Messages"),
    ],
)
async def test_what_is_missing(
    world: World, boss: MemberActor, lacking: tuple[str, ...], named: str
) -> None:
    world.deny(None, *lacking)
    other = world.guild.create_text_channel("other")
    said = told(await boss.slash(other, "duel-admin check", channel=world.games))
    assert world.read(said) == f"#games: I still need **{named}**."
    assert told(await boss.slash(other, "duel-admin check")).startswith(f"<#{other.id}>: every")


async def test_where_duels_are_not_played(world: World, boss: MemberActor) -> None:
    other = world.guild.create_text_channel("other")
    await boss.select(await panel(world, boss), [other], custom_id=CHANNELS)
    said = told(await boss.slash(other, "duel-admin check", channel=world.games))
    assert world.read(said) == "#games: duels aren't played here (`/duel-admin settings`)."


async def test_all_channels_for_duels(world: World, boss: MemberActor) -> None:
    other = world.guild.create_text_channel("other")
    third = world.guild.create_text_channel("third")
    world.deny(None, "send_messages")
    await boss.select(await panel(world, boss), [world.games, other], custom_id=CHANNELS)
    assert world.read(told(await boss.slash(third, "duel-admin check"))).splitlines() == [
        "#games: I still need **Send Messages**.",
        f"<#{other.id}>: everything I need is allowed.",
    ]


async def test_a_thread_needs_a_permission_of_its_own(world: World, boss: MemberActor) -> None:
    thread = world.thread(world.games)
    said = told(await boss.slash(thread, "duel-admin check"))
    assert said == f"<#{thread.id}>: everything I need is allowed."
    world.deny(None, "send_messages_in_threads")
    said = told(await boss.slash(world.games, "duel-admin check", channel=thread))
    assert said == f"<#{thread.id}>: I still need **Send Messages in Threads**."
    assert world.read(told(await boss.slash(world.games, "duel-admin check"))) == FINE


async def test_without_pictures(world: World, boss: MemberActor) -> None:
    world.deny(None, "attach_files")
    said = world.read(told(await boss.slash(world.games, "duel-admin check")))
    assert said == f"{FINE} {English.CHECK_NO_PICTURES}"


@pytest.mark.parametrize(
    ("lacking", "named"),
    [
        (("create_public_threads",), "Create Public Threads"),
        (("send_messages_in_threads",), "Send Messages in Threads"),
        (
            ("create_public_threads", "send_messages_in_threads"),
            "Create Public Threads and Send Messages in Threads",
        ),
    ],
)
async def test_what_threads_of_duels_need(
    world: World, boss: MemberActor, lacking: tuple[str, ...], named: str
) -> None:
    world.deny(None, *lacking)
    assert world.read(told(await boss.slash(world.games, "duel-admin check"))) == FINE
    await boss.select(await panel(world, boss), ["thread"], custom_id=BOARDS)
    said = world.read(told(await boss.slash(world.games, "duel-admin check")))
    assert said == f"{FINE} {English.CHECK_NO_THREADS.format(permissions=named)}"
    thread = world.thread(world.games)
    if "send_messages_in_threads" not in lacking:
        # A duel in a thread gets no thread of its own.
        said = told(await boss.slash(thread, "duel-admin check"))
        assert said == f"<#{thread.id}>: everything I need is allowed."
    world.deny(None, "attach_files", *lacking)
    said = world.read(told(await boss.slash(world.games, "duel-admin check")))
    assert English.CHECK_NO_PICTURES in said
    assert named in said


async def test_what_has_gone_is_said_to_be_out_of_sight(world: World, boss: MemberActor) -> None:
    other = world.guild.create_text_channel("other")
    await boss.select(await panel(world, boss), [other], custom_id=CHANNELS)
    world.env.backend.delete_channel(other.id)
    await world.env.settle()
    said = told(await boss.slash(world.games, "duel-admin check"))
    assert said == f"<#{other.id}>: I can't find or see it."


async def test_a_thread_that_the_bot_was_not_told_of(world: World, boss: MemberActor) -> None:
    made = world.env.backend.create_thread(world.games.id, "x", boss.id, broadcast=False)
    thread = ChannelHandle(world.env, world.guild, made)
    said = told(await boss.slash(world.games, "duel-admin check", channel=thread))
    assert said == f"<#{thread.id}>: I can't find or see it."


async def test_a_forum(world: World, boss: MemberActor) -> None:
    forum = world.guild.create_forum_channel("forum")
    said = told(await boss.slash(world.games, "duel-admin check", channel=forum))
    assert said == f"<#{forum.id}>: everything I need is allowed."
