"""Commands that a Discord client still has in an outdated form, after an update changed them."""

from typing import Any

import pytest

from tests.bot.features.test_registry import BOOLEAN, CHANNEL, INTEGER, STRING, USER
from tests.bot.simcord.messages import told
from tests.bot.simcord.world import World

OUTDATED = "That command has changed with an update. Restart Discord (Ctrl+R) and try again."
COMMAND, TYPING = 2, 4
Json = dict[str, Any]


def given(name: str, kind: int, value: Any, **more: Any) -> Json:
    return {"name": name, "type": kind, "value": value, **more}


def typed(path: str, *options: Json) -> Json:
    """Return a command as Discord sends it, validated against an older definition."""
    root, *leaf = path.split()
    inner = {"name": leaf[0], "type": 1, "options": [*options]} if leaf else {}
    return {"id": "1", "name": root, "type": 1, "options": [inner] if leaf else [*options]}


DUEL = given("duel", STRING, "1")
NOBODY = (given("game", STRING, "divisor"), given("opponent", USER, "nobody"))


@pytest.mark.parametrize(
    "data",
    [
        typed("gone"),
        typed("duel gone"),
        typed("duel"),
        {"id": "1", "name": "Gone", "type": 2, "target_id": "1"},
        typed("privacy", given("gone", STRING, "x")),
        typed("duel board", DUEL, given("gone", BOOLEAN, value=True)),
        typed("duel move"),
        typed("duel move", given("move", INTEGER, 6)),
        typed("duel move", given("move", STRING, 6)),
        typed("duel move", given("move", STRING, "")),
        typed("duel move", given("move", STRING, "6" * 101)),
        typed("duel leaderboard", given("page", STRING, "1")),
        typed("duel leaderboard", given("page", INTEGER, value=True)),
        typed("duel leaderboard", given("page", INTEGER, 0)),
        typed("duel leaderboard", given("season", INTEGER, 1_000_001)),
        typed("duel profile", given("player", STRING, "1")),
        typed("duel profile", given("player", USER, "1")),
        typed("duel-admin check", given("channel", CHANNEL, "1")),
    ],
    ids=str,
)
async def test_a_command_from_before_an_update(world: World, data: Json) -> None:
    assert told(await world.deliver(world.ana, COMMAND, world.games.id, data)) == OUTDATED


@pytest.mark.parametrize(
    ("data", "offers"),
    [
        (typed("gone", given("duel", STRING, "", focused=True)), 0),
        (typed("duel gone", given("duel", STRING, "", focused=True)), 0),
        (typed("duel board", given("gone", STRING, "", focused=True)), 0),
        (typed("duel board", DUEL, given("gone", STRING, ""), given("duel", STRING, "")), 0),
        (typed("duel rules", given("game", STRING, "", focused=True)), 0),
        (typed("duel board", given("duel", INTEGER, 1, focused=True)), 0),
        (typed("duel move", given("move", STRING, "6", focused=True)), 1),
        # A required option may be missing, and a given one may be incomplete.
        (typed("duel move", DUEL, given("move", STRING, "", focused=True)), 20),
        (typed("duel board", given("duel", STRING, "", focused=True)), 1),
        # A name that Discord doesn't know comes as it was typed.
        (typed("duel start", *NOBODY, given("variant", STRING, "", focused=True)), 0),
    ],
    ids=str,
)
async def test_an_option_that_is_still_being_typed(world: World, data: Json, offers: int) -> None:
    """Autocomplete always gets an answer."""
    await world.duel()
    typing = await world.deliver(world.ana, TYPING, world.games.id, data)
    assert len(typing.autocomplete_choices or []) == offers
    assert typing.acknowledged


async def test_nobody_hears_what_was_suggested_too_late(world: World) -> None:
    world.env.inject_error("POST", "/interactions/*", status=404)
    data = typed("gone", given("duel", STRING, "", focused=True))
    assert not (await world.deliver(world.ana, TYPING, world.games.id, data)).acknowledged
