"""The buttons and selects under a puzzle."""

from bot.interactions.custom_id import (
    ChoosePuzzleMove,
    ChoosePuzzlePart,
    ChoosePuzzleWhole,
    NextPuzzle,
    PuzzleMove,
    ShareDaily,
    ShowDaily,
    number,
)
from bot.interactions.handlers import on
from bot.services import Context


@on(PuzzleMove, anywhere=True)
async def decide(context: Context, pressed: PuzzleMove) -> None:
    await context.services.puzzles.decide(context, pressed.puzzle, pressed.move, pressed.nth)


@on(ChoosePuzzleMove, anywhere=True)
async def choose_move(context: Context, pressed: ChoosePuzzleMove) -> None:
    """A move from a select, where there are too many for a button each."""
    await context.services.puzzles.decide(context, pressed.puzzle, context.chosen, pressed.nth)


@on(ChoosePuzzleWhole, anywhere=True)
async def choose_whole(context: Context, pressed: ChoosePuzzleWhole) -> None:
    """The first of two steps to a move, where there are too many moves for selects."""
    whole = number(context.chosen)
    await context.services.puzzles.ask_for_part(context, pressed.puzzle, whole, pressed.nth)


@on(ChoosePuzzlePart, anywhere=True)
async def choose_part(context: Context, pressed: ChoosePuzzlePart) -> None:
    """The second step, in the private answer to the first one."""
    await context.services.puzzles.decide(context, pressed.puzzle, context.chosen, pressed.nth)


@on(NextPuzzle, anywhere=True)
async def show_next(context: Context, _pressed: NextPuzzle) -> None:
    await context.services.puzzles.show_next(context)


@on(ShowDaily, anywhere=True)
async def show_daily(context: Context, _pressed: ShowDaily) -> None:
    await context.services.puzzles.show_daily(context)


@on(ShareDaily)
async def share(context: Context, pressed: ShareDaily) -> None:
    await context.services.puzzles.share(context, pressed.puzzle)
