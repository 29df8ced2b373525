"""Solves puzzles on Discord, as well as a test wants."""

from typing import Any

from simcord import MemberActor

from engine.ids import PlayerId
from engine.solve import solve
from storage.ids import GuildId, PuzzleId
from storage.puzzles import PuzzleAttempt
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import controls, labels, private
from tests.bot.simcord.world import World


async def ask(world: World, kind: str = "daily", who: MemberActor | None = None) -> Shown:
    return private(await (who or world.ana).slash(world.games, f"puzzle {kind}"))


def number_on(board: Shown) -> PuzzleId:
    """The number of the puzzle whose moves can be chosen."""
    return PuzzleId(int(controls(board)[0]["custom_id"].split(":")[2]))


async def attempt(world: World, number: PuzzleId, who: MemberActor | None = None) -> PuzzleAttempt:
    player = PlayerId((who or world.ana).id)
    return await world.store.puzzle_attempt(GuildId(world.guild.id), player, number)


def move(found: PuzzleAttempt, *, right: bool) -> str:
    record = found.attempt.record
    winning = solve(record.game, record.state).winning
    chosen = winning if right else [each for each in record.legal if each not in winning]
    return record.game.text(chosen[0])


async def press(who: Any, board: Shown, text: str) -> Shown:
    """Choose a move by its button, or in the list that has it."""
    if text in labels(board):
        return private(await who.click(board, label=text))
    for each in controls(board):
        if text in [option["value"] for option in each.get("options", [])]:
            return private(await who.select(board, [text], custom_id=each["custom_id"]))
    raise AssertionError(f"{text} isn't there")


async def solve_out(
    world: World, board: Shown, squares: str = "rrrr", who: MemberActor | None = None
) -> Shown:
    """Make right and wrong decisions, the last of these again and again, until it is over."""
    player, number = who or world.ana, number_on(board)
    for nth in range(4):
        found = await attempt(world, number, player)
        if found.attempt.over:
            break
        right = squares[min(nth, len(squares) - 1)] == "r"
        board = await press(player, board, move(found, right=right))
    return board
