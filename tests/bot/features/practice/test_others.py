"""For everybody else there is no private duel with its number, whatever they press or type."""

from dataclasses import fields
from typing import Any, get_type_hints

import pytest
from simcord import MemberActor

from bot.interactions.custom_id import (
    ChooseMove,
    ChoosePart,
    ChooseWhole,
    CustomId,
    PanelPings,
)
from engine.opponents.levels import Level
from tests.bot.features.practice.playing import play_out
from tests.bot.simcord.messages import answer, private, text_of, told
from tests.bot.simcord.world import World
from tests.bot.text.says import says

NONE_SUCH = says("no-such-duel", number=1)
MENU = "Duel profile"
COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("duel move", {"move": "12"}),
    ("duel board", {}),
    ("duel resign", {}),
    ("duel accept", {}),
    ("duel decline", {}),
    ("duel cancel", {}),
    ("duel replay", {}),
    ("duel-admin end", {}),
    ("duel-admin void", {}),
]
# Values that the presses need beside a duel's number, by their names, and what selects choose.
VALUES = {"level": Level.NOVICE, "move": "12"}
CHOSEN = {ChooseMove: "12", ChooseWhole: "12", ChoosePart: "12:3", PanelPings: "never"}
NAMING_A_DUEL = [each for each in CustomId.__subclasses__() if "duel" in get_type_hints(each)]


def naming(kind: type[CustomId], number: int) -> str:
    others = {each.name: VALUES.get(each.name, 0) for each in fields(kind)}
    return kind(**{**others, "duel": number}).encode()


async def press(world: World, who: MemberActor, kind: type[CustomId], number: int) -> str:
    chosen = [CHOSEN[kind]] if kind in CHOSEN else []
    return told(await world.press(who, world.last(), naming(kind, number), *chosen))


@pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
@pytest.mark.parametrize("kind", NAMING_A_DUEL, ids=lambda kind: kind.__name__)
async def test_presses(world: World, kind: type[CustomId], *, over: bool) -> None:
    board = private(await world.ana.slash(world.games, "practice"))
    if over:
        await play_out(world, board)
    before = await world.match()
    await world.duel()
    for who in world.bo, world.moderator():
        assert await press(world, who, kind, 1) == NONE_SUCH
        assert await press(world, who, kind, 99) == says("no-such-duel", number=99)
    assert await world.match() == before
    assert world.incidents() == []


@pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
async def test_commands(world: World, *, over: bool) -> None:
    board = private(await world.ana.slash(world.games, "practice"))
    if over:
        await play_out(world, board)
    before, boss = await world.match(), world.moderator()
    for command, more in COMMANDS:
        said = told(await boss.slash(world.games, command, duel="1", **more))
        assert said == NONE_SUCH, command
    for custom_id, *values in ("d1:vh", "1"), (f"d1:h:{world.ana.id}:x:1",):
        said = told(await world.press(boss, await world.duel(), custom_id, *values))
        assert said == NONE_SUCH, custom_id
    assert await world.match() == before


async def test_results(world: World) -> None:
    """What everybody sees has no results of private duels, though the player sees them."""
    await play_out(world, private(await world.ana.slash(world.games, "practice", level="novice")))
    for who in world.ana, world.bo:
        page = answer(await who.slash(world.games, "duel profile", player=world.ana))
        assert "Novice" not in text_of(page)
    assert "Novice" not in told(await world.bo.context_menu(world.games, MENU, world.ana))
    assert "Novice" in told(await world.ana.context_menu(world.games, MENU, world.ana))
