"""Pools of puzzles are filled for players who have asked for some, and not without end."""

import asyncio
from typing import Any

from bot.puzzles import puzzle_pool
from bot.puzzles.drawing import draw_some, find_in
from engine.duel import First, Terms
from engine.durations import DAY, SECOND
from engine.ids import PlayerId, Span
from engine.puzzles.puzzle import Puzzle, read_puzzle
from engine.record import Record
from storage.ids import ChannelId, GuildId
from storage.match import Posting
from tests.bot.features.puzzle.solving import ask, solve_out
from tests.bot.puzzles.test_drawing import OF_A_DUEL
from tests.bot.simcord.puzzle_work import PuzzleWork
from tests.bot.simcord.world import Seating, World

OLD = puzzle_pool.OLD / SECOND + 1


async def unseen(world: World) -> int:
    guild, player = GuildId(world.guild.id), PlayerId(world.ana.id)
    return await world.store.unseen(guild, player)


def asked(world: World) -> list[str]:
    assert isinstance(world.work, PuzzleWork)
    return world.work.asked


async def met(world: World) -> Puzzle:
    """Ana and Bo play a duel in which there is a puzzle."""
    record = Record.parse(OF_A_DUEL)
    players = PlayerId(world.ana.id), PlayerId(world.bo.id)
    terms = Terms(*players, record.game, First.CHALLENGER, clock=Span(60_000))
    at = Posting(ChannelId(world.games.id), Span(60_000))
    match = await world.store.offer(world.call(world.ana), terms, at)
    await world.store.accept(world.call(world.bo), match.id, Seating(players[0]))
    movers = (world.ana, world.bo)
    for nth, move in enumerate((*record.moves, record.legal[0])):
        text = record.game.text(move)
        await world.store.play(world.call(movers[nth % 2]), match.id, text)
    await world.store.resign(world.call(world.ana), match.id)
    puzzle = read_puzzle(OF_A_DUEL)
    assert puzzle
    return puzzle


async def is_new(world: World, puzzle: Puzzle) -> bool:
    return await world.store.take_puzzles(GuildId(world.guild.id), [puzzle]) == 1


async def test_nothing_is_drawn_before_somebody_asks(world: World) -> None:
    await world.ana.slash(world.games, "duel help")
    await world.restart()
    assert asked(world) == []


async def test_enough_are_drawn_and_no_more(world: World) -> None:
    await ask(world, "next")
    assert await unseen(world) >= puzzle_pool.READY
    count = len(asked(world))
    await ask(world, "next")
    assert len(asked(world)) == count


async def test_a_pool_is_filled_after_a_restart(world: World) -> None:
    await solve_out(world, await ask(world, "next"))
    asked(world).clear()
    # The player's rating is another now, for which there are too few.
    await world.restart(away=60)
    assert set(asked(world)) <= {"draw_some"}
    assert await unseen(world) >= puzzle_pool.READY


async def test_drawing_in_vain_has_an_end(world: World) -> None:
    """Also where the same player asks again and again meanwhile."""
    work, drawn = world.work, list[int]()

    def none(function: Any, *of: Any) -> Any:
        if function is draw_some:
            drawn.append(1)
            return ()
        return work(function, *of)

    world.work = none
    pool, guild = world.shared.puzzle_pool, GuildId(world.guild.id)
    await asyncio.gather(*(pool.wait(guild, PlayerId(world.ana.id)) for _ in range(5)))
    assert len(drawn) == puzzle_pool.DRAWS


async def test_puzzles_of_duels_of_long_ago(world: World) -> None:
    puzzle = await met(world)
    await world.restart(away=OLD)
    await ask(world, "next")
    assert "find_in" in asked(world)
    assert not await is_new(world, puzzle)
    count = asked(world).count("find_in")
    await ask(world, "next")
    assert asked(world).count("find_in") == count


async def test_not_of_duels_that_their_players_remember(world: World) -> None:
    puzzle = await met(world)
    await world.restart(away=OLD - 2 * DAY / SECOND)
    await ask(world, "next")
    assert await is_new(world, puzzle)


async def test_a_duel_that_cannot_be_searched_is_left_out(world: World) -> None:
    puzzle, work, tries = await met(world), world.work, list[int]()

    def failing(function: Any, *of: Any) -> Any:
        if function is find_in:
            tries.append(1)
            raise OSError("no process")
        return work(function, *of)

    world.work = failing
    await world.restart(away=OLD)
    for _ in range(2):
        await ask(world, "next")
    assert tries == [1]
    assert world.incidents() == ["a duel can't be searched for puzzles"]
    assert await is_new(world, puzzle)


async def test_a_closed_pool_is_not_filled(world: World) -> None:
    pool = world.shared.puzzle_pool
    await pool.close()
    await pool.wait(GuildId(world.guild.id), PlayerId(world.ana.id))
    assert asked(world) == []
