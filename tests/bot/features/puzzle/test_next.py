"""Puzzles near a player's rating, one after another."""

from typing import Any

from bot.puzzles import puzzle_pool
from bot.puzzles.drawing import draw_some
from bot.text.english import English
from engine.ids import PlayerId
from storage.ids import GuildId
from tests.bot.features.puzzle.solving import ask, attempt, number_on, solve_out
from tests.bot.simcord.messages import labels, private, text_of
from tests.bot.simcord.world import World


async def unseen(world: World) -> int:
    return await world.store.unseen(GuildId(world.guild.id), PlayerId(world.ana.id))


async def test_the_first_decision_changes_the_rating(world: World) -> None:
    board = await ask(world, "next")
    assert board.content.startswith("**Puzzle** · ")
    number = number_on(board)
    over = await solve_out(world, board)
    found = await attempt(world, number)
    assert found.gain
    assert f"Your puzzle rating: 1500 → {round(found.gain.rating)} (+" in over.content
    assert labels(over) == [English.NEXT_PUZZLE]
    assert "Duelhost daily" not in over.content


async def test_a_wrong_one_costs_some(world: World) -> None:
    over = await solve_out(world, await ask(world, "next"), "w")
    assert "Your puzzle rating: 1500 → 1" in over.content
    assert "(−" in over.content


async def test_one_after_another_in_the_same_message(world: World) -> None:
    board, seen = await ask(world, "next"), set[int]()
    for _ in range(4):
        seen.add(number_on(board))
        over = await solve_out(world, board)
        board = private(await world.ana.click(over, label=English.NEXT_PUZZLE))
        assert board.id == over.id
    assert len(seen | {number_on(board)}) == 5


async def test_the_same_again_until_it_is_over(world: World) -> None:
    board = await ask(world, "next")
    assert text_of(await ask(world, "next")) == text_of(board)
    after = await solve_out(world, board)
    assert text_of(await ask(world, "next")) != text_of(after)


async def test_after_that_of_the_day(world: World) -> None:
    over = await solve_out(world, await ask(world))
    board = private(await world.ana.click(over, label=English.NEXT_PUZZLE))
    assert board.content.startswith("**Puzzle** · ")


async def test_some_are_ready_before_they_are_asked_for(world: World) -> None:
    await ask(world)
    assert await unseen(world) >= puzzle_pool.READY
    drawn = len(world.work.asked)  # type: ignore[attr-defined]
    await ask(world, "next")
    assert len(world.work.asked) == drawn  # type: ignore[attr-defined]


async def test_where_none_can_be_drawn_it_says_so(world: World) -> None:
    work = world.work

    def none(function: Any, *of: Any) -> Any:
        return () if function is draw_some else work(function, *of)

    world.work = none
    said = await ask(world, "next")
    assert said.content == English.PUZZLE_NONE
    world.work = work
    board = private(await world.ana.click(said, label=English.NEXT_PUZZLE))
    assert board.content.startswith("**Puzzle** · ")


async def test_where_drawing_fails_it_says_so_too(world: World) -> None:
    def failing(*_of: Any) -> Any:
        raise OSError("no process")

    world.work = failing
    said = await ask(world, "next")
    assert said.content == English.PUZZLE_NONE
    assert set(world.incidents()) == {"puzzles can't be drawn"}
