"""The puzzle of the day is posted once a day, also by a bot that is killed while it posts."""

import pytest

from bot.text.english import English
from tests.e2e.message import Message
from tests.e2e.player import Player
from tests.e2e.table import HELD, Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


def posts(reader: Player) -> list[Message]:
    found = reader.screen.messages.values()
    return [each for each in found if each.control(English.SOLVE_DAILY)]


async def test_a_kill_between_the_post_and_its_note(table: Table) -> None:
    ana, dan = table.ana, table.dan
    unheard = await table.breaks("drop", on="posts")
    asking = await table.breaks("delay", on="posts", times=100, seconds=HELD)
    await dan.types("/duel-admin daily", channel="#duels")
    # A bot that starts posts what is due.
    await table.does_to_the_bot("restart")
    await table.has_struck(unheard)
    await table.has_struck(asking, left=99)
    await ana.sees("Find a move that wins")
    assert table.archive.daily_posted is None
    await table.mends()
    again = await table.breaks("delay", on="posts", seconds=0.0)
    await table.does_to_the_bot("kill")
    await table.has_struck(again)
    # It ends what it has begun.
    await table.does_to_the_bot("restart")
    assert table.archive.daily_posted is not None
    (post,) = posts(ana)
    opened = await ana.presses(English.SOLVE_DAILY, on=post)
    assert opened.message.private
    assert posts(ana) == [post]
