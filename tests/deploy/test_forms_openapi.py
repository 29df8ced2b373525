"""The forms accept the same requests as Discord's own OpenAPI description, however a bot fills them
in; and they accept those of our bot."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import discord
import pytest
from discord import app_commands
from hypothesis import HealthCheck, given, settings

from bot.boards import board
from bot.boards.past_message import past
from bot.delivery.payload import edit_payload, payload
from bot.features.registry import COMMANDS
from bot.text.english import English
from deploy.sandbox import forms
from deploy.sandbox.api_errors import ApiError
from engine.games import GAMES
from engine.ids import PlayerId
from tests.bot.boards.test_boards import a_match, played
from tests.deploy import form_strategies
from tests.deploy.form_errors import ID, Json
from tests.deploy.openapi_check import described

COMPONENT, TYPING = 3, 4
FILES = {"0": "a.png"}


def posted(body: Any) -> Json:
    return forms.message(body, FILES)


def followed_up(body: Any) -> Json:
    return forms.message(body, FILES, interaction=True)


def edited(body: Any) -> Json:
    return forms.edit(body, FILES)


def called_back(body: Any) -> Json:
    """Check a callback as the answer to a type of interaction that accepts it."""
    suggested = isinstance(body, dict) and body.get("type") == 8
    return forms.callback(body, FILES, to=TYPING if suggested else COMPONENT)


# Discord's documentation takes numbers for ids, and discord.py sends some.
NUMBERS = re.compile(
    r"(\.(id|message_id|channel_id)|(users|roles)\[\d+\]): "
    r"(\d+ is not of type|matches no branch of the union: \d+ )"
)
Taking = Callable[[Any], Any]
KINDS: dict[str, tuple[str, str, form_strategies.Strategy, Taking]] = {
    "posts": ("POST", f"/channels/{ID}/messages", form_strategies.posts, posted),
    "edits": ("PATCH", f"/channels/{ID}/messages/{ID}", form_strategies.edits, edited),
    "answers": ("POST", f"/webhooks/{ID}/token", form_strategies.answers, followed_up),
    "callbacks": (
        "POST",
        f"/interactions/{ID}/token/callback",
        form_strategies.callbacks,
        called_back,
    ),
    "commands": ("PUT", f"/applications/{ID}/commands", form_strategies.commands, forms.commands),
}


def taken(take: Taking, body: Any) -> bool:
    try:
        take(body)
    except ApiError:
        return False
    return True


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sound", [True, False], ids=["sound", "spoilt"])
def test_what_is_taken_is_what_the_description_takes(kind: str, sound: bool) -> None:
    method, path, strategy, take = KINDS[kind]
    spec, counted = described(), {True: 0, False: 0}

    @settings(
        max_examples=25 if sound else 200,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy if sound else form_strategies.spoilt(strategy))
    def check(body: Any) -> None:
        found = taken(take, body)
        counted[found] += 1
        if found:
            wrong = spec.errors(method, path, body)
            assert [each for each in wrong if not NUMBERS.search(each)] == []

    check()
    # Neither does everything pass, nor nothing.
    assert counted[True] >= 5
    assert sound or counted[False] >= 40


@pytest.mark.parametrize("key", GAMES)
def test_boards_are_taken(key: str) -> None:
    random = Random(key)
    for duel in played(key, {"size": 9} if GAMES[key].options() else {}, random):
        match = a_match(duel)
        for message in (board(match, English), past(match, 0, English)):
            new = payload(message, PlayerId(int(ID))) | {"nonce": "7"}
            assert posted(new)["content"] == message.content
            change = forms.edit(edit_payload(message))
            assert len(change["components"]) == len(message.rows)


def test_boards_fit_in_an_answer() -> None:
    duel = [*played("divisor", {"size": 20}, Random(1))][5]
    message = payload(board(a_match(duel), English))
    for kind in (4, 7):
        assert forms.callback({"type": kind, "data": message}, to=COMPONENT)


async def test_the_bots_commands_are_taken() -> None:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents(guilds=True)))
    for command in COMMANDS:
        tree.add_command(command)
    told = [command.to_dict(tree) for command in tree.get_commands()]
    registered = forms.commands(json.loads(json.dumps(told)))
    for before, after in zip(told, registered, strict=True):
        assert after["name"] == before["name"]
        assert after["contexts"] == before["contexts"]
        assert len(after["options"]) == len(before.get("options", []))
