"""Pictures of running duels whose boards have too many numbers for text. They are part of the
message that shows the duel."""

import asyncio

import structlog

from bot.boards.grid import is_large
from bot.boards.people import names_by_seat
from bot.cards.content import Position
from bot.cards.drawing_queue import DrawingQueue
from bot.cards.painters import board_card
from bot.delivery.message import File
from bot.guilds.members import Members
from bot.guilds.servers import Servers
from bot.text.english import Words
from engine.duel import Playing
from storage.ids import ChannelId
from storage.match import Match

LOG = structlog.get_logger()

NAME = "board.png"
# How many seconds a move may wait for its picture. Discord waits three for an answer.
PATIENCE = 1.5
# How many of them it waits for names that Discord is asked for. Without, it says "player 1".
NAMES_PATIENCE = 0.5


class BoardPictures:
    def __init__(self, servers: Servers, members: Members, drawing: DrawingQueue) -> None:
        self._servers = servers
        self._members = members
        self._drawing = drawing

    async def of(self, match: Match, channel: ChannelId, words: Words) -> File | None:
        """Draw the board for this channel. Return None if it has few numbers, if the bot may not
        attach files there, or if too many others are being drawn: the text says the same."""
        duel = match.duel
        if not isinstance(duel, Playing) or not is_large(duel.record.view):
            return None
        if not self._servers.may_attach(match.guild, channel):
            return None
        try:
            async with asyncio.timeout(PATIENCE):
                known = await self._members.known(match.guild, duel.seats, NAMES_PATIENCE)
                names = names_by_seat(duel.seats, known.people, words)
                drawn = await self._drawing.draw(board_card, Position(duel.record, names), words)
        except TimeoutError:
            LOG.warning("a board's picture comes too late", duel=match.id)
            return None
        except Exception:
            # A move is shown even if its picture can't be.
            LOG.exception("a board can't be drawn", duel=match.id)
            return None
        return File(NAME, drawn.data, drawn.alt) if drawn else None
