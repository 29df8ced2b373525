"""Puzzles of each game, however their moves are named and chosen."""

import pytest

from bot.text.english import English
from engine.ids import PlayerId
from engine.puzzles.daily import LAST_RESORT
from engine.puzzles.days import date_at
from engine.puzzles.puzzle import read_puzzle
from storage.ids import GuildId
from tests.bot.features.puzzle.solving import ask, attempt, move, number_on, solve_out
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import controls, private, told
from tests.bot.simcord.world import DEAD, World
from tests.bot.text.says import says

SPLIT = "1/split/numbers=3.3.4.6.11,keep=both/"
PUZZLES = (
    LAST_RESORT,
    SPLIT,
    "1/sequence/size=10,sums=3,ties=second/2-9-6-8-7-4",
    "1/sequence/size=11,ties=second,rows=either/*4-*11-1-*3-6-8",
    "1/divisor/size=31,board=drawn,rule=steps,gone=2.18.20,opening=13.26/25-24-21-14-7-6-5-10-11-12",
)


async def of_the_day(world: World, text: str) -> Shown:
    puzzle = read_puzzle(text)
    assert puzzle
    assert await world.store.take_daily(GuildId(world.guild.id), date_at(world.now()), puzzle)
    return await ask(world)


@pytest.mark.parametrize("squares", ["rrrr", "wrwr", "rwrr"])
@pytest.mark.parametrize("text", PUZZLES)
async def test_from_the_question_to_the_result(world: World, text: str, squares: str) -> None:
    board = await of_the_day(world, text)
    number = number_on(board)
    assert English.PUZZLE_ONE_TRY in board.content
    over = await solve_out(world, board, squares)
    found = await attempt(world, number)
    assert found.attempt.over
    assert found.attempt.solved is (squares[0] == "r")
    late = found.attempt.solved and not all(found.attempt.squares)
    told = English.PUZZLE_SOLVED_AT_FIRST if late else English.PUZZLE_RESULT[squares[0] == "r"]
    assert told in over.content
    assert English.PUZZLE_ONE_TRY not in over.content


async def test_a_move_in_two_steps(world: World) -> None:
    """Where a board has no room for all moves, the number comes first and then its parts."""
    board = await of_the_day(world, SPLIT)
    number = number_on(board)
    text = move(await attempt(world, number), right=True)
    whole, _, _ = text.partition(":")
    asked = private(await world.press(world.ana, board, f"d1:zw:{number}:0:1", whole))
    (parts,) = controls(asked)
    assert text in [each["value"] for each in parts["options"]]
    after = private(await world.ana.select(asked, [text], custom_id=parts["custom_id"]))
    assert "🟩" in after.content
    late = told(await world.press(world.ana, board, f"d1:zw:{number}:0:1", whole))
    assert late == says("stale-decision")


@pytest.mark.parametrize("whole", ["2", "99", "x", "6:5"])
async def test_a_number_that_cannot_be_split(world: World, whole: str) -> None:
    board = await of_the_day(world, SPLIT)
    said = told(await world.press(world.ana, board, f"d1:zw:{number_on(board)}:0:1", whole))
    assert said == DEAD


@pytest.mark.parametrize("nth", [0, 1])
async def test_the_parts_of_a_puzzle_that_is_not_theirs(world: World, nth: int) -> None:
    """They would tell which numbers are on its table."""
    puzzle, guild = read_puzzle(SPLIT), GuildId(world.guild.id)
    assert puzzle
    await world.store.take_puzzles(guild, [puzzle])
    given = await world.store.next_puzzle(guild, PlayerId(world.ana.id))
    assert given
    board = await ask(world)
    for whole in ("11", "99"):
        press = f"d1:zw:{given.number}:{nth}:1"
        assert told(await world.press(world.bo, board, press, whole)) == says("puzzle-not-open")
