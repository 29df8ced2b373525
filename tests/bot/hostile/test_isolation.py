"""Two servers share one bot and some members: no deed in the one reads or changes data of the
other, whatever it names."""

import asyncio
import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.interactions.custom_id import ConfirmDelete, DownloadData
from bot.interactions.handlers import BUTTONS
from bot.text.english import English
from engine.ids import PlayerId
from storage.ids import ChannelId, GuildId
from tests.bot.hostile import den
from tests.bot.hostile.pressed import press as pressing
from tests.bot.hostile.pressed import presses, written
from tests.bot.hostile.scene import DUELS, Deed, Rows, Scene, a_scene, asked, pressed
from tests.bot.hostile.typed import commands, leaves, typed
from tests.bot.simcord.messages import private, told

# Buttons that show or delete a user's own data, of all servers.
OWN = (DownloadData, ConfirmDelete)
IN_BOTH = ("ana", "bo")
# A drawn size is the same whatever else there is.
DRAWN = patch("bot.interactions.options.SystemRandom", lambda: Random(7))


def stays_here(deed: Deed) -> bool:
    own = asked(deed) == "privacy" or isinstance(pressed(deed), OWN)
    return not (own and deed.who in IN_BOTH)


stories = st.lists((commands() | presses).filter(stays_here), min_size=10, max_size=20)


async def fill(scene: Scene) -> None:
    world = scene.world
    people = (PlayerId(each) for each in (world.ana.id, world.bo.id, scene.dee.id))
    await den.fill(world.store, GuildId(scene.den.id), ChannelId(scene.lair.id), *people)


def of_the_den(scene: Scene, rows: Rows) -> Rows:
    """Return the rows of the other server, whose ID is the first column of most tables."""
    return {
        name: frozenset(row for row in table if row[0] == scene.den.id)
        for name, table in rows.items()
    }


async def lived(deeds: Sequence[Deed], *, full: bool) -> list[Any]:
    """Return all that the bot says and hands out here during these deeds, while the other server is
    full or empty."""
    # The same starts are drawn each time.
    seeds = patch("tests.bot.simcord.starts.SEEDS", count())
    with TemporaryDirectory() as folder, DRAWN, seeds:
        async with a_scene(Path(folder)) as scene:
            if full:
                await fill(scene)
            before = of_the_den(scene, scene.rows())
            assert sum(map(len, before.values())) > 50 or not full
            shown: list[Any] = [(deed, (await scene.comes(deed)).said) for deed in deeds]
            assert of_the_den(scene, scene.rows()) == before
            return [*shown, scene.world.files()]


def same(deeds: Sequence[Deed]) -> None:
    async def both() -> None:
        beside_much = await lived(deeds, full=True)
        beside_nothing = await lived(deeds, full=False)
        for one, other in zip(beside_much, beside_nothing, strict=True):
            assert one == other

    asyncio.run(both())


@settings(max_examples=3)
@given(stories)
def test_nobody_notices_the_other_server(deeds: list[Deed]) -> None:
    same(deeds)


@pytest.mark.long
@settings(max_examples=80)
@given(stories)
def test_nobody_notices_the_other_server_for_long(deeds: list[Deed]) -> None:
    same(deeds)


def test_no_duel_of_another_server_by_its_number() -> None:
    """Ask for everything of duels that exist only in the other server."""
    numbers = range(DUELS + 1, den.DUELS + 1, 2)
    commanded = [
        typed(leaf, who, [{"name": "duel", "type": 3, "value": str(number)}, *_needed(leaf)])
        for leaf in leaves()
        if any(each.name == "duel" for each in leaf.options)
        for number in numbers
        for who in ("ana", "boss")
    ]
    buttons = [
        pressing(who, "board", written(kind, number, 0, 1))
        for kind in BUTTONS
        for number in numbers[:2]
        for who in ("ana", "boss")
    ]
    same([deed for deed in (*commanded, *buttons) if stays_here(deed)])


def _needed(leaf: Any) -> list[dict[str, Any]]:
    needed = [each for each in leaf.options if each.needed and each.name != "duel"]
    return [{"name": each.name, "type": each.kind, "value": "6"} for each in needed]


async def test_whoever_is_in_both_is_shown_what_is_theirs(tmp_path: Path) -> None:
    async with a_scene(tmp_path) as scene:
        await fill(scene)
        world = scene.world
        kept = private(await world.ana.slash(world.games, "privacy"))
        assert kept.content == English.PRIVACY.format(servers=2)
        (file,) = private(await world.ana.click(kept, label=English.DOWNLOAD)).attachments
        given = json.loads(await file.read())
        assert {each["server"] for each in given["servers"]} == {
            str(world.guild.id),
            str(scene.den.id),
        }
        for server in given["servers"]:
            assert server["duels"]
            for duel in server["duels"]:
                assert str(world.ana.id) in (duel["challenger"], duel["opponent"])


async def test_whoever_is_forgotten_takes_nothing_of_others_along(tmp_path: Path) -> None:
    async with a_scene(tmp_path) as scene:
        await fill(scene)
        world = scene.world
        before = of_the_den(scene, scene.rows())
        kept = private(await world.ana.slash(world.games, "privacy"))
        sure = private(await world.ana.click(kept, label=English.DELETE))
        assert told(await world.ana.click(sure, label="Delete everything")).startswith("Everything")
        after = of_the_den(scene, scene.rows())
        for name in ("duel", "preferences", "blocked"):
            assert all(world.ana.id in row for row in before[name] - after[name])
        assert before["duel"] - after["duel"]
