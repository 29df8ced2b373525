"""The buttons of a duel that is being played."""

from bot.interactions.custom_id import (
    ChooseMove,
    ChoosePart,
    ChooseWhole,
    ConfirmResign,
    GoodGame,
    KeepPlaying,
    LargeBoard,
    More,
    Move,
    PanelPings,
    Resign,
    ShowBoard,
    number,
)
from bot.interactions.handlers import on
from bot.interactions.options import PINGS, one_of
from bot.services import Context


@on(Move, anywhere=True)
async def move(context: Context, pressed: Move) -> None:
    await context.services.duels.play(context, pressed.duel, pressed.move, pressed.ply)


@on(ChooseMove, anywhere=True)
async def choose_move(context: Context, pressed: ChooseMove) -> None:
    """A move from a select, where there are too many for a button each."""
    await context.services.duels.play(context, pressed.duel, context.chosen, pressed.ply)


@on(ChooseWhole, anywhere=True)
async def choose_whole(context: Context, pressed: ChooseWhole) -> None:
    """The first of two steps to a move, where there are too many moves for selects."""
    whole = number(context.chosen)
    await context.services.duels.ask_for_part(context, pressed.duel, whole, pressed.ply)


@on(ChoosePart, anywhere=True)
async def choose_part(context: Context, pressed: ChoosePart) -> None:
    """The second step, in the private answer to the first one."""
    duels = context.services.duels
    await duels.play_privately(context, pressed.duel, context.chosen, pressed.ply)


@on(More, anywhere=True)
async def show_panel(context: Context, pressed: More) -> None:
    await context.services.panel.show(context, pressed.duel)


@on(PanelPings)
async def choose_pings(context: Context, pressed: PanelPings) -> None:
    chosen = one_of(PINGS, context.chosen)
    await context.services.panel.choose_pings(context, pressed.duel, chosen)


@on(ShowBoard, anywhere=True)
async def show_board(context: Context, pressed: ShowBoard) -> None:
    await context.services.duels.show_private_board(context, pressed.duel)


@on(LargeBoard, anywhere=True)
async def show_large_board(context: Context, pressed: LargeBoard) -> None:
    await context.services.large_boards.show(context, pressed.duel)


@on(Resign, anywhere=True)
async def ask_to_resign(context: Context, pressed: Resign) -> None:
    await context.services.duels.ask_to_resign(context, pressed.duel)


@on(ConfirmResign, anywhere=True)
async def resign(context: Context, pressed: ConfirmResign) -> None:
    await context.services.duels.resign(context, pressed.duel)


@on(KeepPlaying, anywhere=True)
async def keep_playing(context: Context, pressed: KeepPlaying) -> None:
    await context.services.duels.keep_playing(context, pressed.duel)


@on(GoodGame)
async def say_good_game(context: Context, pressed: GoodGame) -> None:
    await context.services.good_games.say(context, pressed.duel)
