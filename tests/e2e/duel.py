"""A duel that is played by what its players are shown."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from bot.text.english import English
from tests.e2e.message import Message
from tests.e2e.player import Answer, NotPossible, Player
from tests.e2e.screen import Screen
from tests.e2e.sentences import compiled
from tests.e2e.told import BOARD, is_board_of, is_end, turn_on

# Chooses from the moves that a board offers.
Pick = Callable[[list[str]], str]
# The question that may follow a player's last move.
PINGS_OFFER = English.PINGS_OFFER.partition("?")[0]
# The labels of buttons and choices that make a move.
OFFERS = tuple(
    compiled(each, "move") for each in ("{move}", English.HOW_LABEL, English.LEAVE_LABEL)
)

# Short games by the moves that they offer at first: how the first player wins, and how they lose.
DIVISOR, RATED, SPLIT, PARITY, SEQUENCE = "123", "1234567", "13", "12345", "123456789"
SHORT = {
    DIVISOR: ("213", "12"),
    RATED: ("315", "17"),
    SPLIT: ("1", "31"),
    PARITY: ("12345", "2143"),
    SEQUENCE: ("123456789", "162837495"),
}


class Duel:
    def __init__(self, number: int, challenger: Player, opponent: Player) -> None:
        self.number = number
        self.players = (challenger, opponent)
        # The moves that were made, each with its player.
        self.made: list[tuple[str, str]] = []

    def __str__(self) -> str:
        return f"duel #{self.number} after {len(self.made)} moves"

    async def board(self) -> Message:
        """The board for the next move, as the player to move sees it."""
        shown = await self._sees(self._next, f"the board of {self}")
        mover = self._named(turn_on(shown))

        def seen() -> Message | None:
            """The same message may have been the board before."""
            now = mover.screen.messages.get(shown.id)
            return now if now and self._is_next(now) else None

        return await mover.screen.until(seen, "that board")

    async def moves(self) -> list[str]:
        """The moves that the board offers."""
        return list(offers(await self.board()))

    async def mover(self) -> Player:
        return self._named(turn_on(await self.board()))

    async def tries(self, move: str) -> Answer:
        """The player to move presses this. Returns what comes of it."""
        board = await self.board()
        return await self._presses(move, board)

    async def plays(self, *moves: str) -> None:
        """Both players by turns. Each move is waited for until it is shown."""
        for move in moves:
            board = await self.board()
            await self._becomes(board, move, self._presses(move, board))

    async def types(self, move: str, *, at: str | None = None) -> Answer:
        """The next move, in any channel: that of the board, unless another is named."""
        board, mover = await self.board(), await self.mover()
        where = at or board.channel
        answer = await mover.types("/duel move", at=where, move=move, duel=str(self.number))
        self.made.append((mover.name, move))
        return answer

    async def plays_on(self, pick: Pick = lambda moves: moves[0]) -> Message:
        """Play to the end, and return the final message."""
        while not is_end((shown := await self._goes_on()).text):
            await self.plays(pick(list(offers(shown))))
        for each in self.players:
            await each.screen.until(partial(sees_end, each.screen, shown.id), "the end")
        return shown

    async def is_won_by(self, player: Player) -> Message:
        """The duel, or a leg of it that is about to begin. Returns what is shown then."""
        won, lost = SHORT["".join(await self.moves())]
        await self.plays(*(won if await self.mover() is player else lost))
        return await self._goes_on()

    async def end(self) -> Message:
        return await self._sees(self._end, f"the end of {self}")

    async def card(self) -> dict[str, Any]:
        """The picture below the end, which comes a little later."""

        def illustrated() -> Message | None:
            shown = self._end()
            return shown if shown and shown.files else None

        (picture,) = (await self._sees(illustrated, f"the card of {self}")).files
        return picture

    def boards(self, reader: Player) -> list[Message]:
        """Return all messages from which a player may think that the duel goes on."""
        return [each for each in reader.screen.messages.values() if is_board_of(each, self.number)]

    async def has_one_board(self) -> None:
        """Wait until both players see one board only, as replaced boards become lines."""
        for each in self.players:
            await self.has_boards(1, each)

    async def has_boards(self, count: int, reader: Player) -> None:
        await reader.screen.until(
            lambda: len(self.boards(reader)) == count, f"{count} boards of {self}"
        )

    async def _presses(self, move: str, board: Message) -> Answer:
        """Press once more if the board was posted anew at this moment."""
        player = self._named(turn_on(board))
        try:
            return await makes(player, move, board)
        except NotPossible:
            anew = await player.screen.until(
                lambda: player.screen.newest(
                    lambda each: each.text == board.text and each.id != board.id
                ),
                "the board that was posted anew",
            )
            return await makes(player, move, anew)

    async def _becomes(
        self, board: Message, move: str, trying: Coroutine[Any, Any, Answer]
    ) -> None:
        """Wait for the next board or the end, whether or not there is an answer too."""
        self.made.append((turn_on(board) or "", move))
        answer, shown = asyncio.create_task(trying), asyncio.create_task(self._goes_on())
        await asyncio.wait((answer, shown), return_when=asyncio.FIRST_COMPLETED)
        if answer.done() and (said := answer.result().shown):
            is_refused = said.private and not said.text.startswith(PINGS_OFFER)
            assert not is_refused, f"{move} was refused: {said.text}"
        await shown
        answer.cancel()

    async def _goes_on(self) -> Message:
        """The next board or the end, as soon as there is one."""
        return await self._sees(lambda: self._next() or self._end(), f"what became of {self}")

    async def _sees(self, look: Callable[[], Message | None], what: str) -> Message:
        return await self.players[0].screen.until(look, what)

    def _next(self) -> Message | None:
        return self._newest(self._is_next)

    def _is_next(self, message: Message) -> bool:
        found = BOARD.search(message.text)
        return found is not None and int(found["move"]) == len(self.made) + 1

    def _end(self) -> Message | None:
        return self._newest(lambda message: is_end(message.text))

    def _newest(self, wanted: Callable[[Message], bool]) -> Message | None:
        return self.players[0].screen.newest(
            lambda message: is_board_of(message, self.number) and wanted(message)
        )

    def _named(self, name: str | None) -> Player:
        return next(each for each in self.players if each.name == name)


def sees_end(screen: Screen, message: str) -> bool:
    """The same message was the board before."""
    return message in screen.messages and is_end(screen.messages[message].text)


def offers(board: Message) -> dict[str, str]:
    """The label to press or to choose for each move."""
    return {
        found["move"]: each
        for each in board.choices
        for form in OFFERS
        if (found := form.fullmatch(each))
    }


async def makes(player: Player, move: str, board: Message) -> Answer:
    """Make a move by its button, or by the select if there are too many moves."""
    label = offers(board)[move]
    if board.control(label):
        return await player.presses(label, on=board)
    return await player.chooses(label, on=board)
