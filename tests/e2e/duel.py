"""A duel at the table, played by what its players are shown."""

import asyncio
import re
from collections.abc import Callable, Coroutine
from typing import Any

from tests.e2e.message import Message
from tests.e2e.player import Answer, Player
from tests.e2e.told import BOARD, is_board_of, is_end, turn_on

# Chooses from the moves that a board offers.
Pick = Callable[[list[str]], str]
# What a button or a choice says of the move that it makes: `12`, `12 (6×2)`, `leave 16 (16 + 1)`.
OFFER = re.compile(r"(?:leave )?(?P<move>\d+)(?: \(.+\))?")

# Games that are over soon, by what they offer at first: how whoever begins wins, and how they lose.
DIVISOR, SPLIT, PARITY, SEQUENCE = "123", "13", "12345", "123456789"
SHORT = {
    DIVISOR: ("213", "12"),
    SPLIT: ("1", "31"),
    PARITY: ("12345", "2143"),
    SEQUENCE: ("123456789", "162837495"),
}


class Duel:
    def __init__(self, number: int, challenger: Player, opponent: Player) -> None:
        self.number = number
        self.players = (challenger, opponent)
        # The moves that were made, as those who made them remember it.
        self.made: list[tuple[str, str]] = []

    def __str__(self) -> str:
        return f"duel #{self.number} after {len(self.made)} moves"

    async def board(self) -> Message:
        """For the next move, in front of whoever is to make it."""
        shown = await self._sees(self._next, f"the board of {self}")
        mover = self._named(turn_on(shown))
        return await mover.screen.until(lambda: mover.screen.messages.get(shown.id), "that board")

    async def moves(self) -> list[str]:
        """What the board offers."""
        return list(offers(await self.board()))

    async def mover(self) -> Player:
        return self._named(turn_on(await self.board()))

    async def tries(self, move: str) -> Answer:
        """A press, by whoever's turn it is shown to be, and what comes of it."""
        board = await self.board()
        return await self._presses(move, board)

    async def plays(self, *moves: str) -> None:
        """By turns, each until it is shown what came of it: nobody waits longer than that."""
        for move in moves:
            board = await self.board()
            await self._becomes(board, move, self._presses(move, board))

    async def types(self, move: str, *, at: str) -> Answer:
        """The next move, in a channel that may not be where the duel is played."""
        mover = await self.mover()
        answer = await mover.types("/duel move", at=at, move=move, duel=str(self.number))
        self.made.append((mover.name, move))
        return answer

    async def plays_on(self, pick: Pick = lambda moves: moves[0]) -> Message:
        """To the end, which is returned as it is told."""
        while not is_end((shown := await self._goes_on()).text):
            await self.plays(pick(list(offers(shown))))
        return shown

    async def is_won_by(self, player: Player) -> Message:
        """Or the leg is that is about to begin. Returns what is shown then."""
        won, lost = SHORT["".join(await self.moves())]
        await self.plays(*(won if await self.mover() is player else lost))
        return await self._goes_on()

    async def end(self) -> Message:
        return await self._sees(self._end, f"the end of {self}")

    async def card(self) -> dict[str, Any]:
        """The picture under its end, which comes a little later."""

        def illustrated() -> Message | None:
            shown = self._end()
            return shown if shown and shown.files else None

        (picture,) = (await self._sees(illustrated, f"the card of {self}")).files
        return picture

    def boards(self, reader: Player) -> list[Message]:
        """All from which somebody may think that the duel goes on."""
        return [each for each in reader.screen.messages.values() if is_board_of(each, self.number)]

    async def has_one_board(self) -> None:
        """On everybody's screen: what has been replaced becomes a line."""
        for each in self.players:
            await self.has_boards(1, each)

    async def has_boards(self, count: int, reader: Player) -> None:
        await reader.screen.until(
            lambda: len(self.boards(reader)) == count, f"{count} boards of {self}"
        )

    async def _presses(self, move: str, board: Message) -> Answer:
        return await makes(self._named(turn_on(board)), move, board)

    async def _becomes(
        self, board: Message, move: str, trying: Coroutine[Any, Any, Answer]
    ) -> None:
        """The next board or the end, whether or not there is an answer too."""
        self.made.append((turn_on(board) or "", move))
        answer, shown = asyncio.create_task(trying), asyncio.create_task(self._goes_on())
        await asyncio.wait((answer, shown), return_when=asyncio.FIRST_COMPLETED)
        if answer.done() and (said := answer.result().shown):
            assert not said.private, f"{move} was refused: {said.text}"
        await shown
        answer.cancel()

    async def _goes_on(self) -> Message:
        """As soon as there is another board, or the end."""
        return await self._sees(lambda: self._next() or self._end(), f"what became of {self}")

    async def _sees(self, look: Callable[[], Message | None], what: str) -> Message:
        return await self.players[0].screen.until(look, what)

    def _next(self) -> Message | None:
        def wanted(message: Message) -> bool:
            found = BOARD.search(message.text)
            return found is not None and int(found["move"]) == len(self.made) + 1

        return self._newest(wanted)

    def _end(self) -> Message | None:
        return self._newest(lambda message: is_end(message.text))

    def _newest(self, wanted: Callable[[Message], bool]) -> Message | None:
        return self.players[0].screen.newest(
            lambda message: is_board_of(message, self.number) and wanted(message)
        )

    def _named(self, name: str | None) -> Player:
        return next(each for each in self.players if each.name == name)


def offers(board: Message) -> dict[str, str]:
    """What to press or to choose for each move."""
    found = ((OFFER.fullmatch(each), each) for each in board.choices)
    return {form["move"]: each for form, each in found if form}


async def makes(player: Player, move: str, board: Message) -> Answer:
    """By its button, or from the list where there are too many."""
    label = offers(board)[move]
    if board.control(label):
        return await player.presses(label, on=board)
    return await player.chooses(label, on=board)
