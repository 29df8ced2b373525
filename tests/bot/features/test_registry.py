"""The commands as Discord is told of them: their names, options and choices, and its limits."""

from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.features.privacy.commands import privacy
from bot.features.registry import COMMANDS
from bot.interactions.command_sync import register
from engine import games
from tests.bot.simcord.world import World

Payload = dict[str, Any]

GAMES = [(game.title, key) for key, game in games.GAMES.items()]
FIRST = [("me", "me"), ("them", "them"), ("random", "random")]
CLOCKS = [
    ("10 minutes", "10m"),
    ("1 hour", "1h"),
    ("1 day", "1d"),
    ("3 days", "3d"),
    ("7 days", "7d"),
]
LEGS = [("one game", 1), ("two games, swapping who starts", 2)]
LEVELS = [
    ("Novice", "novice"),
    ("Casual", "casual"),
    ("Skilled", "skilled"),
    ("Expert", "expert"),
    ("Perfect", "perfect"),
]
PINGS = [("always", "always"), ("only when away", "away"), ("never", "never")]
CHALLENGES = [("everyone", "everyone"), ("nobody", "nobody")]

STRING, INTEGER, BOOLEAN, USER, CHANNEL = 3, 4, 5, 6, 7
WHICH = {"name": "duel", "type": STRING, "autocomplete": True}


def required(name: str, kind: int, **facts: Any) -> Payload:
    return {"name": name, "type": kind, "required": True, **facts}


def optional(name: str, kind: int, **facts: Any) -> Payload:
    return {"name": name, "type": kind, **facts}


# Every command with its options in their order.
TYPED: dict[str, list[Payload]] = {
    "duel start": [
        required("game", STRING, choices=GAMES),
        required("opponent", USER),
        optional("variant", STRING, autocomplete=True, min_length=1, max_length=100),
        optional("size", INTEGER, min_value=1, max_value=999_999),
        optional("options", STRING, autocomplete=True, min_length=1, max_length=100),
        optional("first", STRING, choices=FIRST),
        optional("clock", STRING, choices=CLOCKS),
        optional("rated", BOOLEAN),
        optional("legs", INTEGER, choices=LEGS),
        optional("level", STRING, choices=LEVELS),
        optional("private", BOOLEAN),
    ],
    "duel accept": [WHICH],
    "duel decline": [WHICH],
    "duel cancel": [WHICH],
    "duel move": [
        required("move", STRING, autocomplete=True, min_length=1, max_length=100),
        WHICH,
    ],
    "duel board": [WHICH],
    "duel resign": [WHICH],
    "duel list": [],
    "duel rules": [
        optional("game", STRING, choices=GAMES),
        optional("variant", STRING, autocomplete=True, min_length=1, max_length=100),
    ],
    "duel help": [],
    "duel leaderboard": [
        optional("game", STRING, choices=GAMES),
        optional("page", INTEGER, min_value=1, max_value=1_000_000),
        optional("season", INTEGER, min_value=1, max_value=1_000_000),
    ],
    "duel profile": [
        optional("player", USER),
        optional("season", INTEGER, min_value=1, max_value=1_000_000),
    ],
    "duel history": [optional("player", USER), optional("opponent", USER)],
    "duel replay": [WHICH, optional("record", STRING, min_length=1, max_length=800)],
    "duel settings": [
        optional("pings", STRING, choices=PINGS),
        optional("challenges", STRING, choices=CHALLENGES),
        optional("time", STRING, autocomplete=True, min_length=1, max_length=20),
    ],
    "duel-admin settings": [],
    "duel-admin variant": [
        required("game", STRING, choices=GAMES),
        optional("variant", STRING, autocomplete=True, min_length=1, max_length=100),
    ],
    # Text and announcements.
    "duel-admin daily": [optional("channel", CHANNEL, channel_types=[0, 5])],
    # The channel types for duels: text, announcements, forums, and the three kinds of threads.
    "duel-admin check": [optional("channel", CHANNEL, channel_types=[0, 5, 15, 11, 12, 10])],
    "duel-admin end": [WHICH | {"required": True}],
    "duel-admin void": [
        WHICH | {"required": True},
        optional("reason", STRING, min_length=1, max_length=200),
    ],
    "duel-admin reset": [optional("confirm", STRING, min_length=1, max_length=100)],
    "duel-admin block": [required("member", USER)],
    "duel-admin unblock": [required("member", USER)],
    "duel-admin export": [],
    "practice": [
        optional("game", STRING, choices=GAMES),
        optional("variant", STRING, autocomplete=True, min_length=1, max_length=100),
        optional("level", STRING, choices=LEVELS),
        optional("options", STRING, autocomplete=True, min_length=1, max_length=100),
        WHICH,
    ],
    "puzzle daily": [],
    "puzzle next": [],
    "privacy": [],
}
MENUS = ["Challenge to a duel", "Duel profile"]


def registrations(world: World) -> list[list[Payload]]:
    """Return the commands of each registration with Discord."""
    puts = [each for each in world.env.http_requests if each.method == "PUT"]
    assert all(each.path.endswith("/commands") for each in puts)
    assert all("/guilds/" not in each.path for each in puts)
    return [list(each.json or []) for each in puts]


def registered(world: World) -> list[Payload]:
    (payload,) = registrations(world)
    return payload


def leaves(world: World) -> Iterator[tuple[str, Payload]]:
    """Yield each command and subcommand that can be typed, with its full name."""
    for command in registered(world):
        if command["type"] == 1:
            subs = [each for each in command["options"] if each["type"] == 1]
            yield from ((f"{command['name']} {each['name']}", each) for each in subs)
            if not subs:
                yield command["name"], command


def parts(payload: Payload) -> Iterator[Payload]:
    """A command and all in it that has a name."""
    yield payload
    for option in payload.get("options", []):
        yield from parts(option)


def facts(option: Payload) -> Payload:
    """An option as it is written above."""
    known = {key: each for key, each in option.items() if key != "description"}
    if not known.pop("required"):
        return _named(known)
    return _named(known | {"required": True})


def _named(option: Payload) -> Payload:
    if "choices" in option:
        choices = [(each["name"], each["value"]) for each in option["choices"]]
        return option | {"choices": choices}
    return option


async def test_every_command_has_the_options_it_should(world: World) -> None:
    told = {name: [facts(each) for each in leaf["options"]] for name, leaf in leaves(world)}
    assert told == TYPED


async def test_what_a_click_on_a_name_offers(world: World) -> None:
    menus = [(each["name"], each["type"]) for each in registered(world) if each["type"] != 1]
    assert menus == [(name, 2) for name in MENUS]


async def test_everything_has_a_name_and_a_description_that_discord_takes(world: World) -> None:
    for command in registered(world):
        for part in parts(command) if command["type"] == 1 else ():
            name, description = part["name"], part["description"]
            assert 1 <= len(name) <= 32
            assert name == name.lower()
            assert name.replace("-", "").isalpha()
            # discord.py describes what isn't described as "…".
            assert 1 < len(description) <= 100, name
            assert description[0].isupper(), description
            assert description[-1].isalnum() or description[-1] == ")", description


async def test_menus_have_names_that_discord_takes(world: World) -> None:
    menus = [each for each in registered(world) if each["type"] != 1]
    assert all(1 <= len(each["name"]) <= 32 for each in menus)
    # A menu that describes itself is refused.
    assert not any(each.get("description") for each in menus)


async def test_no_list_is_longer_than_discord_takes(world: World) -> None:
    for command in registered(world):
        for part in parts(command):
            assert len(part.get("options", [])) <= 25
            assert len(part.get("choices", [])) <= 25
            for choice in part.get("choices", []):
                assert 1 <= len(choice["name"]) <= 100
                assert 1 <= len(str(choice["value"])) <= 100


async def test_what_has_to_be_given_comes_first(world: World) -> None:
    for name, leaf in leaves(world):
        given = [each["required"] for each in leaf["options"]]
        assert given == sorted(given, reverse=True), name


async def test_no_command_says_more_than_discord_takes(world: World) -> None:
    """8,000 characters of names, descriptions and values in each command."""
    for command in registered(world):
        said = 0
        for part in parts(command):
            said += len(part["name"]) + len(part.get("description", ""))
            said += sum(
                len(each["name"]) + len(str(each["value"])) for each in part.get("choices", [])
            )
        assert said <= 8000


async def test_where_and_for_whom_a_command_is(world: World) -> None:
    manages = discord.Permissions(manage_guild=True).value
    everywhere = {
        each["name"]: (
            each["contexts"],
            each["integration_types"],
            each["default_member_permissions"],
        )
        for each in registered(world)
    }
    assert everywhere == {
        "duel": ([0], [0], None),
        "duel-admin": ([0], [0], manages),
        "practice": ([0, 1], [0], None),
        "puzzle": ([0, 1], [0], None),
        "privacy": ([0, 1], [0], None),
        "Challenge to a duel": ([0], [0], None),
        "Duel profile": ([0], [0], None),
    }


async def test_whose_commands_are_offered(world: World) -> None:
    """Discord hides commands from users who may not use them."""
    typed = {name for name in TYPED if not name.startswith("duel-admin")}
    assert set(world.ana.available_commands(world.games)) == typed
    assert set(world.moderator().available_commands(world.games)) == set(TYPED)
    by_themselves = {"practice", "privacy", "puzzle daily", "puzzle next"}
    assert set(world.ana.user.available_commands()) == by_themselves


# Discord is told when there is something new to tell.


async def test_a_restart_registers_nothing(world: World) -> None:
    await world.restart()
    await world.restart()
    assert len(registrations(world)) == 1


async def test_a_new_command_is_registered_once(world: World) -> None:
    @app_commands.command(name="new", description="Something new")
    async def new(ask: discord.Interaction) -> None:
        await ask.response.send_message("!", ephemeral=True)

    world.commands = (*COMMANDS, new)
    await world.restart()
    await world.restart()
    told = registrations(world)
    assert len(told) == 2
    assert [each for each in told[1] if each["name"] != "new"] == told[0]
    assert len(told[1]) == len(told[0]) + 1
    world.commands = COMMANDS
    await world.restart()
    assert registrations(world)[2:] == [told[0]]


async def test_another_wording_is_registered(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(privacy, "description", "Other words")
    await world.restart()
    assert "Other words" in [each.get("description") for each in registrations(world)[1]]


async def test_what_discord_does_not_take_is_tried_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(privacy, "description", "Other words")
    world.env.inject_error("PUT", "/applications/*/commands", status=400)
    await register(world.client.tree, world.store)
    assert world.incidents() == ["commands weren't registered"]
    await register(world.client.tree, world.store)
    await register(world.client.tree, world.store)
    assert len(registrations(world)) == 3
