"""Pictures of running duels whose boards have too many numbers for text. They are part of the
message that shows the duel."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from bot.boards.large import is_large
from bot.boards.people import names_by_seat
from bot.cards.content import Names, Position
from bot.cards.drawing_queue import DrawingQueue
from bot.cards.painters import board_card
from bot.delivery.message import File
from bot.guilds.members import Members
from bot.guilds.servers import Servers
from bot.text.english import Words
from engine.duel import Playing
from engine.record import Record
from storage.ids import ChannelId, GuildId
from storage.match import Match

LOG = structlog.get_logger()

NAME = "board.png"
# How many seconds a move may wait for its picture. Discord waits three for an answer.
PATIENCE = 1.5
# How many of them it waits for names that Discord is asked for. Without, it says "player 1".
NAMES_PATIENCE = 0.5

# A channel of a server.
Place = tuple[GuildId, ChannelId]


class BoardPictures:
    def __init__(self, servers: Servers, members: Members, drawing: DrawingQueue) -> None:
        self._servers = servers
        self._members = members
        self._drawing = drawing

    async def of(self, match: Match, channel: ChannelId, words: Words) -> File | None:
        """Draw the board for this channel. Return None if it has few numbers, if the bot may not
        attach files there, or if too many others are being drawn: the text says the same."""
        duel = match.duel
        if not isinstance(duel, Playing):
            return None

        async def names() -> tuple[Names, Names]:
            known = await self._members.known(match.guild, duel.seats, NAMES_PATIENCE)
            return names_by_seat(duel.seats, known.people, words)

        return await self._drawn(duel.record, names, (match.guild, channel), words)

    async def of_record(
        self, record: Record, names: tuple[Names, Names], at: Place, words: Words
    ) -> File | None:
        """The same for a game that is no duel, with these names by seat."""

        async def known() -> tuple[Names, Names]:
            return names

        return await self._drawn(record, known, at, words)

    async def _drawn(
        self,
        record: Record,
        names: Callable[[], Awaitable[tuple[Names, Names]]],
        at: Place,
        words: Words,
    ) -> File | None:
        if not is_large(record.view) or not self._servers.may_attach(*at):
            return None
        try:
            async with asyncio.timeout(PATIENCE):
                position = Position(record, await names())
                drawn = await self._drawing.draw(board_card, position, words)
        except TimeoutError:
            LOG.warning("a board's picture comes too late", guild=at[0])
            return None
        except Exception:
            # A move is shown even if its picture can't be.
            LOG.exception("a board can't be drawn", guild=at[0])
            return None
        return File(NAME, drawn.data, drawn.alt) if drawn else None
