"""The board of a running duel marks provisional ratings, and says what the mark means."""

import re

from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import answer
from tests.bot.simcord.players import veterans
from tests.bot.simcord.world import UNSURE, World


def small(world: World, board: Shown) -> list[str]:
    """The line of the players and what is below it, without the moves and the last line."""
    lines = world.read(board).splitlines()
    start = next(nth for nth, line in enumerate(lines) if line.startswith("-# ●"))
    return [lines[start].partition(" · ")[0], *lines[start + 1 : -1]]


async def test_each_player_reads_once_what_the_mark_means(world: World) -> None:
    await world.played(world.ana, world.bo)
    players = "-# ● @ana 1662?  ▲ @bo 1338?"
    board = await world.rated()
    assert small(world, board) == [players, UNSURE]
    second = await world.play(board, 6)
    assert small(world, second) == [players, UNSURE]
    third = answer(await world.bo.click(second, label="12"))
    assert small(world, third) == [players]


async def test_only_provisional_ratings_are_marked(world: World) -> None:
    await veterans(world, world.ana, world.cy, world.join("di"), world.join("ed"))
    await world.played(world.cy, world.bo)
    players, note = small(world, await world.rated())
    assert players.endswith("?")
    assert players.count("?") == 1
    assert note == UNSURE


async def test_without_a_provisional_rating_there_is_no_mark_to_explain(world: World) -> None:
    first = await world.rated()
    assert small(world, first) == ["-# ● @ana  ▲ @bo"]
    await world.resign(world.ana)
    await veterans(world, world.ana, world.bo, world.cy, world.join("di"))
    (players,) = small(world, await world.rated())
    assert re.fullmatch(r"-# ● @ana \d+  ▲ @bo \d+", players)
