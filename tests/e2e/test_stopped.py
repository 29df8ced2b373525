"""The bot is killed, restarted, or gets its database from a backup. Every move that it took stands,
is shown afterwards, and was made once."""

import asyncio

import pytest

from bot.text.english import English
from deploy.sandbox.terminal import DATABASE
from storage.match import BoardMode
from tests.e2e.duel import Duel
from tests.e2e.ladder import agrees_on_ratings, won
from tests.e2e.table import HELD, Table, duelhost
from tests.e2e.told import duel_of, last_moves, told

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.boards(BoardMode.EVERY),
]


async def test_a_kill_between_what_is_written_down_and_what_is_shown(table: Table) -> None:
    """An acceptance, a move, the end of a leg and the end of a duel are committed, a moderator has
    removed a result and begun a season, and all answers are on the way when the bot dies."""
    ana, bo, cleo, dan, eve = table.ana, table.bo, table.cleo, table.dan, table.eve
    removed = await won(table, eve, cleo)
    moving = await table.duel(ana, bo)
    leg = await table.duel(ana, cleo, size=3, legs=2)
    ending = await table.duel(cleo, dan, size=3, first="random")
    for each in (leg, ending):
        await each.plays("1")
    accepted = Duel(await table.challenge(eve, dan), eve, dan)
    (challenge,) = accepted.boards(dan)
    for each in (moving, leg, ending):
        await each.has_one_board()
    mover, last = await moving.mover(), await ending.mover()
    gate = await table.breaks("delay", on="answers", times=6, seconds=HELD)
    asked = [
        asyncio.create_task(each)
        for each in (
            moving.tries("6"),
            leg.tries("2"),
            ending.tries("2"),
            dan.presses(English.ACCEPT, on=challenge),
            dan.types("/duel-admin void", duel=str(removed.number)),
        )
    ]
    await table.has_struck(gate, left=1)
    asked.append(asyncio.create_task(dan.types("/duel-admin reset", confirm="season 2")))
    await table.has_struck(gate)
    moving.made.append((mover.name, "6"))
    leg.made.append(("Cleo", "2"))
    ending.made.append((last.name, "2"))
    for each in (moving, leg, ending):
        assert table.archive.moves(each.number) == each.made
        assert len(told(ana.screen, each.number).moves) < len(each.made)
    await table.does_to_the_bot("kill")
    assert all(each.failed for each in await asyncio.gather(*asked))

    void = English.WIN_REMOVED.partition("{")[0]
    shown = await cleo.screen.until(
        lambda: cleo.screen.newest(lambda each: each.text.startswith(void)), "the removed result"
    )
    assert shown.files == []
    assert table.archive.seasons() == 2
    await ending.end()
    assert table.archive.winner(ending.number) == last.name
    for each in (moving, leg, accepted):
        await each.plays_on()
        await each.has_one_board()
        await table.agrees(each)
    await agrees_on_ratings(table, await won(table, ana, bo))


async def test_a_kill_between_a_move_against_the_bot_and_the_answer(table: Table) -> None:
    """Its reply was written down together with the move, and is told as it was written down."""
    chosen = {"game": "divisor", "opponent": table.bot, "first": "me", "level": "expert"}
    shown = (await table.ana.types("/duel start", **chosen)).message
    private = (await table.bo.types("/duel start", **chosen, private=True)).message
    gate = await table.breaks("delay", on="answers", times=2, seconds=HELD)
    asked = [
        asyncio.create_task(who.presses("12", on=board))
        for who, board in ((table.ana, shown), (table.bo, private))
    ]
    await table.has_struck(gate)
    first, second = (duel_of(each) for each in (shown, private))
    assert first
    assert second
    before = [table.archive.moves(each) for each in (first, second)]
    assert [len(each) for each in before] == [2, 2]
    await table.does_to_the_bot("kill")
    assert all(each.failed for each in await asyncio.gather(*asked))

    boards = (
        await table.ana.screen.until(
            lambda: table.ana.screen.newest(
                lambda each: duel_of(each) == first and last_moves(each.text)
            ),
            "the board again",
        ),
        # Nothing but an answer shows a private duel.
        (await table.bo.presses("12", on=private)).message,
    )
    for moves, board in zip(before, boards, strict=True):
        told_ = [(each["player"], each["move"]) for each in last_moves(board.text)]
        assert told_ == moves
    assert [table.archive.moves(each) for each in (first, second)] == before
    assert table.archive.faults() == []


async def test_an_answer_that_the_bot_never_heard_of(table: Table) -> None:
    """The players have seen the board, the bot doesn't know. It is shown again, and is the same."""
    duel = await table.duel(table.ana, table.bo)
    await duel.has_one_board()
    unheard = await table.breaks("drop", on="answers")
    asking = await table.breaks("delay", on="everything", times=100, seconds=HELD)
    assert not (await duel.tries("6")).failed
    await table.has_struck(unheard)
    await table.has_struck(asking, left=99)
    duel.made.append(("Ana", "6"))
    seen = await duel.board()
    await table.mends()
    await table.does_to_the_bot("kill")
    again = await table.bo.screen.until(
        lambda: next((each for each in duel.boards(table.bo) if each.age > seen.age), None),
        "the board again",
    )
    assert again.choices == seen.choices
    await duel.plays("12", "4")
    await table.agrees(duel)


async def test_a_restart_waits_for_the_answer_to_a_move(table: Table) -> None:
    duel = await table.duel(table.ana, table.bo, "evenodd", size=6)
    await duel.plays("1")
    held = await table.breaks("delay", on="answers", seconds=0.5)
    answered = asyncio.create_task(duel.tries("2"))
    await table.has_struck(held)
    await table.does_to_the_bot("restart")
    assert (await answered).announced
    duel.made.append(("Bo", "2"))
    await duel.plays_on()
    await duel.has_one_board()
    await table.agrees(duel)


async def test_duels_go_on_from_a_backup(table: Table) -> None:
    """Players have seen what came after it. What they press while the bot is away fails visibly."""
    ana, bo, cleo = table.ana, table.bo, table.cleo
    duel = await table.duel(ana, bo)
    await duel.plays("6", "12")
    offered = Duel(await table.challenge(cleo, bo), cleo, bo)
    database = {"DUELHOST_DATABASE": DATABASE}
    await duelhost(table.folder, "backup", "saved.db", **database)
    saved = list(duel.made)
    await duel.plays("4", "8")
    lost = await duel.board()
    await bo.presses(English.ACCEPT, on=offered.boards(bo)[0])

    await table.does_to_the_bot("stop")
    assert (await ana.presses("16", on=lost)).failed
    await duelhost(table.folder, "restore", "saved.db", "--force", **database)
    await table.does_to_the_bot("start")

    duel.made = saved
    again = await ana.screen.until(
        lambda: next((each for each in duel.boards(ana) if each.age > lost.age), None),
        "the board again",
    )
    refused = await ana.presses("16", on=lost)
    assert refused.told == English.REFUSALS["old-board"].format(shown=5, link="LINK")
    assert refused.message.links == [again.id]
    await ana.presses("3", on=again)
    assert table.archive.moves(duel.number) == [*saved, ("Ana", "3")]
    challenge = await bo.screen.until(
        lambda: next((each for each in offered.boards(bo) if each.control(English.ACCEPT)), None),
        "the challenge again",
    )
    await bo.presses(English.ACCEPT, on=challenge)
    assert table.archive.is_on(offered.number)
    assert table.archive.faults() == []
