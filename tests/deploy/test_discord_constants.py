"""Discord's numbers, as the library has them that the bot speaks through."""

import time
from datetime import UTC, datetime
from enum import Enum, IntEnum, IntFlag
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket

from deploy.sandbox.gateway.connection import Op
from deploy.sandbox.gateway.intents import PRIVILEGED, Intent
from deploy.sandbox.guild.guild import Kind
from deploy.sandbox.guild.permissions import EVERYTHING, May
from deploy.sandbox.ids import Ids, born, by_the_clock
from deploy.sandbox.interactions.commands import ABOUT_MESSAGE, ABOUT_USER, Option
from deploy.sandbox.interactions.component_input import (
    CHANNELS,
    MENTIONABLES,
    ROLES,
    STRINGS,
    TEXT,
    USERS,
)
from deploy.sandbox.interactions.interaction import Answer, Asked
from deploy.sandbox.messages.message_store import (
    MenuAnswer,
    PinNotice,
    Plain,
    Reply,
    SlashAnswer,
    ThreadNotice,
)
from deploy.sandbox.messages.post import EPHEMERAL, HAS_THREAD, LOADING, V2
from tests.deploy.sandbox_client import DUELS, Clock, Club

PERMISSIONS = {
    "KICK": "kick_members",
    "BAN": "ban_members",
    "ADMINISTRATOR": "administrator",
    "MANAGE_CHANNELS": "manage_channels",
    "MANAGE_SERVER": "manage_guild",
    "REACT": "add_reactions",
    "VIEW": "view_channel",
    "SEND": "send_messages",
    "MANAGE_MESSAGES": "manage_messages",
    "EMBED_LINKS": "embed_links",
    "ATTACH_FILES": "attach_files",
    "READ_HISTORY": "read_message_history",
    "PING_EVERYONE": "mention_everyone",
    "CHANGE_NICKNAME": "change_nickname",
    "MANAGE_NICKNAMES": "manage_nicknames",
    "MANAGE_ROLES": "manage_roles",
    "TIME_OUT": "moderate_members",
    "MANAGE_WEBHOOKS": "manage_webhooks",
    "USE_COMMANDS": "use_application_commands",
    "MANAGE_THREADS": "manage_threads",
    "MAKE_THREADS": "create_public_threads",
    "SEND_IN_THREADS": "send_messages_in_threads",
    "PIN": "pin_messages",
}
Numbers = type[IntEnum] | type[IntFlag]


@pytest.mark.parametrize(
    ("ours", "theirs", "names"),
    [
        (
            Asked,
            discord.InteractionType,
            {
                "COMMAND": "application_command",
                "PRESS": "component",
                "SUGGESTIONS": "autocomplete",
                "FORM": "modal_submit",
            },
        ),
        (
            Answer,
            discord.InteractionResponseType,
            {
                "MESSAGE": "channel_message",
                "THINKING": "deferred_channel_message",
                "LATER": "deferred_message_update",
                "CHANGE": "message_update",
                "SUGGESTIONS": "autocomplete_result",
                "FORM": "modal",
            },
        ),
        (
            Kind,
            discord.ChannelType,
            {"TEXT": "text", "DIRECT": "private", "THREAD": "public_thread"},
        ),
        (
            Option,
            discord.AppCommandOptionType,
            {
                **{each.name: each.name.lower() for each in Option},
                "GROUP": "subcommand_group",
            },
        ),
    ],
)
def test_types_are_numbered_as_discord_does(
    ours: type[IntEnum], theirs: type[Enum], names: dict[str, str]
) -> None:
    assert {each.name: each.value for each in ours} == {
        name: getattr(theirs, known).value for name, known in names.items()
    }


def test_opcodes_are_discords() -> None:
    known = {
        Op.PRESENCE: DiscordWebSocket.PRESENCE,
        Op.VOICE: DiscordWebSocket.VOICE_STATE,
        Op.REQUEST_MEMBERS: DiscordWebSocket.REQUEST_MEMBERS,
        # The library doesn't have it.
        Op.REQUEST_SOUNDS: 31,
    }
    for each in Op:
        assert each == known.get(each, getattr(DiscordWebSocket, each.name, each)), each


def test_permissions_have_discords_bits() -> None:
    assert {each.name: each.value for each in May} == {
        name: discord.Permissions(**{known: True}).value for name, known in PERMISSIONS.items()
    }
    assert int(EVERYTHING) >= discord.Permissions.all().value
    # All the bits that a JavaScript number holds exactly.
    assert int(EVERYTHING) == 2**53 - 1


def test_flags_and_types_are_discords() -> None:
    flags: Any = discord.MessageFlags
    assert flags(has_thread=True).value == HAS_THREAD
    assert flags(ephemeral=True).value == EPHEMERAL
    assert flags(loading=True).value == LOADING
    assert flags(components_v2=True).value == V2
    types = discord.MessageType
    answers = (types.default, types.reply, types.chat_input_command, types.context_menu_command)
    assert tuple(each.value for each in answers) == (Plain, Reply, SlashAnswer, MenuAnswer)
    assert (types.pins_add.value, types.thread_created.value) == (PinNotice, ThreadNotice)
    assert discord.AppCommandType.user.value == ABOUT_USER
    assert discord.AppCommandType.message.value == ABOUT_MESSAGE
    kinds = discord.ComponentType
    selects = (kinds.string_select, kinds.user_select, kinds.role_select)
    assert tuple(each.value for each in selects) == (STRINGS, USERS, ROLES)
    others = (kinds.mentionable_select, kinds.channel_select, kinds.text_input)
    assert tuple(each.value for each in others) == (MENTIONABLES, CHANNELS, TEXT)
    intents = discord.Intents
    privileged = intents(members=True, presences=True, message_content=True)
    assert privileged.value == PRIVILEGED
    known = set(intents.VALID_FLAGS.values())
    # Some flags of the library stand for two at once: in the server, and in direct messages.
    assert {each.value for each in Intent} == {each for each in known if each.bit_count() == 1}


def test_ids_tell_when_they_were_made() -> None:
    clock = Clock()
    ids = Ids(clock)
    first = ids.new()
    assert discord.utils.snowflake_time(int(first)) == datetime.fromtimestamp(1_800_000_000, UTC)
    assert born(first) == clock.time
    clock.wait(-60)
    second = ids.new()
    clock.wait(61)
    third = ids.new()
    assert int(first) < int(second) < int(third)
    assert born(third) == clock.time


def test_the_clock_is_in_milliseconds() -> None:
    before = time.time()
    assert int(before * 1000) <= by_the_clock() <= time.time() * 1000 + 1


async def test_a_message_says_everything_that_discords_say(club: Club) -> None:
    told = (await club.post(content="hi")).body
    told["author"] = told["author"]["id"]
    assert told == {
        "id": told["id"],
        "channel_id": DUELS,
        "type": 0,
        "author": club.application,
        "content": "hi",
        "timestamp": "2027-01-15T08:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "flags": 0,
    }
