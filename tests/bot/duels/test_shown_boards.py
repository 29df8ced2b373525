"""Which message is a duel's board while notes of several are on their way to the store."""

import asyncio
from dataclasses import replace
from typing import Any, cast

from bot.duels.shown_boards import ShownBoards
from storage.ids import ChannelId, MessageId
from storage.match import Board, Match
from storage.store import Store
from tests.bot.simcord.messages import answer
from tests.bot.simcord.world import World


async def test_a_later_board_is_not_forgotten_for_an_earlier_one(world: World) -> None:
    """The earlier one is posted late, and its note comes while the later one's is waiting."""
    await world.play(await world.duel(), 6)
    earlier, later = await world.match(), answer(await world.bo.click(world.last(), label="12"))
    match, written = await world.match(), asyncio.Event()
    tidied = list[Board]()

    class SlowStore:
        async def posted(self, _guild: int, _number: int, board: Board, **_more: Any) -> Any:
            if board.shown == match.step:
                await written.wait()
                return replace(board, message=None)
            return None

        async def duel(self, *_which: Any) -> Match:
            return earlier

    def tidy_away(_match: Match, old: Board, *_more: Any) -> None:
        tidied.append(old)

    shown = ShownBoards(cast(Store, SlowStore()), tidy_away, lambda *_: None)
    channel, late = ChannelId(world.games.id), MessageId(later.id + 1)
    note = asyncio.create_task(shown.note(match, channel, MessageId(later.id)))
    await asyncio.sleep(0)
    await shown.note(earlier, channel, late)
    assert shown.current(earlier).message == later.id
    assert [each.message for each in tidied] == [late]
    written.set()
    await note
