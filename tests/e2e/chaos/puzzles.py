"""Players who answer puzzles, whatever gets in the way: twice, late, and on two messages. What they
are told of a decision has been stored, and stays so."""

import asyncio
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import NamedTuple

from bot.text.english import English
from engine.puzzles.attempt import MOST_DECISIONS, Attempt
from tests.e2e.chaos.plan import PlannedPuzzle
from tests.e2e.chaos.player import Ask, ChaosPlayer
from tests.e2e.message import Message
from tests.e2e.player import NotPossible

# Requests for the board of a puzzle, as the answer to each may be lost.
TRIES = 12
SQUARES = re.compile(f"^[{''.join(English.PUZZLE_SQUARES)}]+", re.MULTILINE)
DECISION = re.compile("d1:z[ms]:(?P<puzzle>[0-9]+):")


class Told(NamedTuple):
    """The squares of the decisions that a player was told of."""

    who: str
    puzzle: int
    squares: str


async def answer_puzzle(who: ChaosPlayer, planned: PlannedPuzzle) -> list[Told]:
    """Ask for a puzzle and make its decisions. Returns everything that was told."""
    random, told = Random(planned.seed), list[Told]()
    for _ in range(TRIES):
        boards = [await _asked(who, planned) for _ in range(2)]
        if not any(boards):
            continue
        for _ in range(MOST_DECISIONS):
            for board in _now(who, boards):
                if puzzle := puzzle_on(board):
                    told += await _decides(who, board, puzzle, random)
        if not any(puzzle_on(each) for each in _now(who, boards)):
            break
    return told


def wrong_answers(
    told: Iterable[Told], asks: Iterable[Ask], written: Mapping[tuple[str, int], Attempt]
) -> Iterator[str]:
    """Yield decisions that were told and aren't stored, and those that nobody made."""
    for each in told:
        there = written.get((each.who, each.puzzle))
        squares = "".join(English.PUZZLE_SQUARES[right] for right in there.squares) if there else ""
        if not squares.startswith(each.squares):
            yield f"{each}, and {squares} is stored"
    made = {(each.who, each.meant) for each in asks if each.meant.what == "decide"}
    decided = {(who, meant.puzzle, meant.ply, meant.move) for who, meant in made}
    for (who, puzzle), attempt in written.items():
        for nth, decision in enumerate(attempt.decisions):
            move = attempt.puzzle.game.text(decision.chosen)
            if (who, puzzle, nth, move) not in decided:
                yield f"{who} hasn't decided for {move} in puzzle {puzzle}"


def puzzle_on(board: Message) -> int | None:
    """The number of the puzzle, if there is something to decide."""
    found = (DECISION.match(each.custom_id) for each in board.controls)
    return next((int(each["puzzle"]) for each in found if each), None)


async def _asked(who: ChaosPlayer, planned: PlannedPuzzle) -> Message | None:
    answer = await who.types(f"/puzzle {planned.kind}", at=planned.channel)
    return None if answer.failed else answer.shown


async def _decides(who: ChaosPlayer, board: Message, puzzle: int, random: Random) -> list[Told]:
    """Make a decision or two at the same moment, of which one may count."""
    moves = random.sample(board.choices, k=min(random.choice((1, 1, 2)), len(board.choices)))
    await asyncio.gather(*(_presses(who, board, each) for each in moves))
    return [
        Told(who.name, puzzle, squares[0])
        for each in _now(who, [board])
        if (squares := SQUARES.search(each.text))
    ]


async def _presses(who: ChaosPlayer, board: Message, label: str) -> None:
    with suppress(NotPossible):
        if board.control(label):
            await who.presses(label, on=board)
        else:
            await who.chooses(label, on=board)


def _now(who: ChaosPlayer, boards: Iterable[Message | None]) -> list[Message]:
    return [who.screen.messages.get(each.id, each) for each in boards if each]
