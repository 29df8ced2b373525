"""The pictures of duels in direct messages name the player and the bot."""

from typing import Any

import pytest

from engine.duel import Playing
from engine.ids import PlayerId
from storage.ids import DuelId, direct_messages
from tests.bot.simcord.messages import cards
from tests.bot.simcord.world import World

pytestmark = pytest.mark.cards


async def begin(world: World, **options: Any) -> Any:
    return (await world.ana.user.slash("practice", **options)).response


async def over(world: World) -> Any:
    board, home = await begin(world), direct_messages(PlayerId(world.ana.id))
    while isinstance(duel := (await world.store.duel(home, DuelId(1))).duel, Playing):
        label = duel.record.game.text(duel.record.legal[-1])
        board = (await world.ana.user.click(board, label=label)).response
    return board


def described(shown: Any) -> str:
    ((_, description),) = cards(shown)
    return description


async def test_a_large_board(world: World) -> None:
    said = described(await begin(world, options="size=60"))
    assert "Taken by ● ana: " in said.replace("▲", "●")
    assert f" {world.bot.name}: " in said


async def test_the_end(world: World) -> None:
    said = described(await over(world))
    for name in "ana", world.bot.name:
        assert f": {name}, " in said


async def test_an_analysis(world: World) -> None:
    end = await over(world)
    page = (await world.ana.user.click(end, label="Analyse")).response
    said = described(page)
    assert "ana stood to win" in said or f"{world.bot.name} stood to win" in said
