"""Whole duels in each of the three ways to show them."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.text.english import English
from storage.match import BoardMode
from tests.e2e.conftest import incidents
from tests.e2e.duel import Duel
from tests.e2e.message import Message
from tests.e2e.sentences import compiled, small
from tests.e2e.table import HELD, Table, laid

pytestmark = pytest.mark.asyncio(loop_scope="module")

ONE, EVERY, THREAD = BoardMode.ONE, BoardMode.EVERY, BoardMode.THREAD
ACCEPTED = compiled(small(English.PAST_ACCEPTED), "opponent")


@pytest.fixture(scope="module", params=BoardMode)
def mode(request: pytest.FixtureRequest) -> BoardMode:
    return BoardMode(request.param)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_table(
    mode: BoardMode, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Table]:
    folder = tmp_path_factory.mktemp(mode)
    async with laid(folder, mode=mode) as table:
        yield table
    assert incidents(folder) == []


async def under_way(table: Table) -> Duel:
    """A duel in which both have moved where the board is, so that nobody is away."""
    duel = await table.duel(table.ana, table.bo)
    await duel.plays("10", "5")
    await duel.has_one_board()
    return duel


def was_replaced(table: Table, board: Message, mode: BoardMode) -> bool:
    """Return whether a board is a line now, or gone where there is one board."""
    now = table.eve.screen.messages.get(board.id)
    return now.labels == [] if now and mode is EVERY else now is None


async def test_a_duel_leaves_as_many_messages_as_its_server_wants(
    table: Table, mode: BoardMode
) -> None:
    eve, before = table.eve, len(table.eve.lines())
    pinged = len(eve.screen.pings())
    duel = await under_way(table)
    board = await duel.board()
    await duel.plays("20", "4", "16", "8")
    assert ((await duel.board()).id == board.id) == (mode is not EVERY)
    end = await duel.plays_on()
    await duel.card()
    await duel.has_one_board()
    await table.agrees(duel)
    # The challenge and the beginning are messages like those of the moves.
    assert len(eve.lines()) - before == (len(duel.made) + 2 if mode is EVERY else 1)
    # In the thread, nobody has been seen before their first move.
    first = ["Ana", "Bo"] if mode is THREAD else []
    assert eve.screen.pings()[pinged:] == ["Bo", *first]
    if mode is THREAD:
        assert eve.lines(end.channel) == [end.text]
        won = f"@{table.archive.winner(duel.number)} beats"
        await eve.screen.until(lambda: won in eve.lines()[-1], "the end in the channel")
        assert eve.lines()[-1].endswith(f"#Divisor Duel #{duel.number}")


async def test_what_becomes_of_the_challenge(table: Table, mode: BoardMode) -> None:
    duel = Duel(await table.challenge(table.ana, table.bo), table.ana, table.bo)
    (challenge,) = duel.boards(table.bo)
    await table.bo.presses(English.ACCEPT, on=challenge)
    board = await duel.board()
    await duel.has_one_board()
    now = table.eve.screen.messages[challenge.id]
    assert (board.id == challenge.id) == (mode is ONE)
    assert (ACCEPTED.match(now.text) is not None) == (mode is not ONE)
    assert now.begins_thread == (mode is THREAD)
    assert (board.channel == challenge.id) == (mode is THREAD)


async def test_somebody_writes_below_a_board(table: Table, mode: BoardMode) -> None:
    duel = await under_way(table)
    board = await duel.board()
    await table.cleo.says("Good luck!", at=board.channel)
    await duel.plays("20")
    assert (await duel.board()).age > board.age
    await duel.has_one_board()
    assert was_replaced(table, board, mode)
    await duel.plays_on()
    await table.agrees(duel)


async def test_a_typed_move_is_answered_by_the_board(table: Table, mode: BoardMode) -> None:
    duel = await under_way(table)
    board = await duel.board()
    answer = await duel.types("20")
    assert answer.message.id == (await duel.board()).id != board.id
    await duel.has_one_board()
    assert was_replaced(table, board, mode)
    elsewhere = await duel.types("4", at="announcements")
    assert elsewhere.told == English.MOVED_ELSEWHERE.format(link="LINK")
    await duel.has_one_board()
    await duel.plays_on()
    await table.agrees(duel)


@pytest.mark.parametrize("kind", ["lose", "drop", "fail"])
async def test_an_answer_that_does_not_get_through(table: Table, kind: str) -> None:
    duel = await under_way(table)
    board = await duel.board()
    fault = await table.breaks(kind, on="answers")
    await duel.plays("20")
    await table.has_struck(fault)
    if kind != "fail":
        # What the bot doesn't know to be shown is shown again.
        await table.ana.screen.until(
            lambda: any(each.age > board.age for each in duel.boards(table.ana)), "it anew"
        )
    await duel.has_one_board()
    await duel.plays_on()
    await duel.has_one_board()
    await table.agrees(duel)


async def test_a_kill_between_a_step_and_its_board(table: Table) -> None:
    """A duel is accepted, another goes on, a third ends, and nothing of it is shown."""
    bo, cleo, dan = table.bo, table.cleo, table.dan
    accepted = Duel(await table.challenge(cleo, dan, at="lobby"), cleo, dan)
    moving = await under_way(table)
    # Each board is the last message where it is, so each step sends one request.
    ending = await table.duel(bo, cleo, size=3, at="late rounds")
    await ending.plays("1")
    await ending.has_one_board()
    (challenge,) = accepted.boards(dan)
    held = await table.breaks("delay", on="everything", times=100, seconds=HELD)
    asked = []
    for nth, asking in enumerate(
        (moving.tries("20"), ending.tries("2"), dan.presses(English.ACCEPT, on=challenge))
    ):
        asked.append(asyncio.create_task(asking))
        await table.has_struck(held, left=99 - nth)
    moving.made.append(("Ana", "20"))
    ending.made.append(("Cleo", "2"))
    assert table.archive.moves(moving.number) == moving.made
    assert table.archive.is_over(ending.number)
    assert table.archive.is_on(accepted.number)
    # What is held already stays so; the next bot isn't held up.
    await table.mends()
    await table.does_to_the_bot("kill")
    assert all(each.failed for each in await asyncio.gather(*asked))
    await ending.end()
    await accepted.board()
    for each in (moving, accepted):
        await each.has_one_board()
        await each.plays_on()
    for each in (moving, ending, accepted):
        await each.has_one_board()
        await table.agrees(each)
