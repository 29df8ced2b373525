"""What somebody does on their turn: makes their move, in one of many ways, or tries something else
before."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from tests.e2e.chaos.guest import Guest
from tests.e2e.chaos.planned import ELSEWHERE, PLACES, Mischief, Turn, Way
from tests.e2e.duel import makes, offers
from tests.e2e.message import Message
from tests.e2e.player import Answer, NotPossible

# No board has these.
ILLEGAL = ("0", "999", "twelve", "-1")
LOOKS = ("list", "leaderboard", "profile", "history", "rules", "help")


async def tries(asking: Awaitable[Answer]) -> None:
    """Something of which nothing need come."""
    with suppress(NotPossible):
        await asking


def pick(board: Message, where: float) -> str:
    """One of the moves that are offered."""
    moves = list(offers(board))
    return moves[min(int(where * len(moves)), len(moves) - 1)]


async def take(turn: Turn, who: Guest, board: Message, number: int) -> Answer:
    """The board is the newest that they see of this turn."""
    move, duel = pick(board, turn.pick), str(number)
    match turn.way:
        case Way.TYPED:
            return await who.types("/duel move", at=_one(PLACES, turn), move=move, duel=duel)
        case Way.TYPED_ELSEWHERE:
            return await who.types("/duel move", at=_one(ELSEWHERE, turn), move=move, duel=duel)
        case Way.PRESSED_TWICE:
            first, _ = await asyncio.gather(makes(who, move, board), makes(who, move, board))
            return first
        case Way.RESIGNED:
            return await resign(who, await who.presses("Resign", on=board))
        case Way.MODERATED:
            return await who.types("/duel-admin end", duel=duel)
        case _:
            return await makes(who, move, board)


async def resign(who: Guest, asked: Answer) -> Answer:
    """It takes a second press, if they are asked whether they are sure."""
    if asked.shown and asked.shown.private and asked.shown.control("Resign"):
        return await who.presses("Resign", on=asked.shown)
    return asked


async def misbehave(
    turn: Turn, number: int, boards: "tuple[Message, Message | None]", *people: Guest
) -> None:
    """By whoever is to move, who is not, or a stranger, on the board that there is or on the one
    before."""
    mover, other, stranger = people
    (board, old), duel = boards, str(number)
    move = pick(board, turn.pick)
    acts: dict[Mischief, Callable[[], Awaitable[Answer]]] = {
        Mischief.ILLEGAL: lambda: mover.types("/duel move", move=_one(ILLEGAL, turn), duel=duel),
        Mischief.OUT_OF_TURN: lambda: makes(other, move, board),
        Mischief.STRANGERS: lambda: makes(stranger, move, board),
        Mischief.OLD_BOARD: lambda: makes(mover, pick(old or board, turn.pick), old or board),
        Mischief.ANOTHER_BOARD: lambda: mover.types("/duel board", duel=duel),
        Mischief.MOVED_BOARD: lambda: other.types("/duel board", at=_one(PLACES, turn), duel=duel),
        Mischief.LOOK: lambda: mover.types(f"/duel {_one(LOOKS, turn)}"),
    }
    if turn.mischief:
        await tries(acts[turn.mischief]())


def _one(things: tuple[str, ...], turn: Turn) -> str:
    return things[int(turn.pick * len(things)) % len(things)]
