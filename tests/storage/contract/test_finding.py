"""What every store has to do: what players ask for, and where it is shown."""

from dataclasses import replace

import pytest

from engine.games import set_up
from engine.refusal import (
    NotOver,
)
from engine.standing import Standing
from storage.ids import ChannelId, MessageId
from storage.match import Board
from storage.people import Ladder, Place, Profile
from tests.storage.table import (
    ANA,
    BO,
    CHANNEL,
    CY,
    DI,
    ELSEWHERE,
    GUILD,
    SHORT,
    SHORT_MOVES,
    Table,
    terms,
)

# What is shown where.


async def test_a_board_that_is_behind_is_found(table: Table) -> None:
    match = await table.start()
    assert await table.store.unshown(GUILD) == (match,)
    assert await table.store.unshown(ELSEWHERE) == ()
    shown = Board(ChannelId(CHANNEL + 1), MessageId(5), match.step)
    assert await table.store.posted(GUILD, match.id, shown)
    assert await table.store.unshown(GUILD) == ()
    assert (await table.store.duel(GUILD, match.id)).board == shown
    moved = await table.play(match, "6")
    assert moved.board == shown
    assert await table.store.unshown(GUILD) == (moved,)


async def test_the_board_of_a_challenge_is_a_board(table: Table) -> None:
    offered = await table.offer()
    assert await table.store.posted(GUILD, offered.id, Board(CHANNEL, MessageId(5), 0))
    assert await table.store.unshown(GUILD) == ()


async def test_boards_that_are_behind_come_in_portions_until_they_are_given_up(
    table: Table,
) -> None:
    matches = [await table.finish() for _ in range(3)]
    assert await table.store.unshown(GUILD, most=2) == tuple(matches[:2])
    for match in matches:
        assert await table.store.posted(GUILD, match.id, Board(CHANNEL, None, match.step))
    assert await table.store.unshown(GUILD) == ()


async def test_an_earlier_board_doesnt_replace_a_later_one(table: Table) -> None:
    match = await table.play(await table.start(), "6", "12")
    later = Board(CHANNEL, MessageId(8), match.step)
    assert await table.store.posted(GUILD, match.id, later) == Board(CHANNEL)
    assert not await table.store.posted(GUILD, match.id, Board(CHANNEL, MessageId(9), 2))
    assert not await table.store.posted(GUILD, match.id, Board(CHANNEL, MessageId(9), 99))
    assert not await table.store.posted(GUILD, match.id, Board(CHANNEL))
    assert not await table.store.posted(ELSEWHERE, match.id, later)
    assert (await table.store.duel(GUILD, match.id)).board == later
    # The same step may be posted again, say because its message was deleted.
    again = replace(later, message=MessageId(10))
    assert await table.store.posted(GUILD, match.id, again) == later
    assert (await table.store.duel(GUILD, match.id)).board == again


# What players ask.


async def test_somebodys_running_duels(table: Table) -> None:
    assert await table.store.running(GUILD, ANA) == ()
    await table.finish()
    mine = [
        await table.start(terms(ANA, BO)),
        await table.offer(terms(CY, ANA)),
        await table.offer(terms(ANA, BO)),
    ]
    await table.start(terms(BO, CY))
    await Table(table.store, ELSEWHERE).start()
    assert await table.store.running(GUILD, ANA) == tuple(mine)


async def test_somebodys_history_page_by_page(table: Table) -> None:
    played = [await table.finish(*((ANA, BO) if nth % 3 else (CY, ANA))) for nth in range(8)]
    await table.finish(BO, CY)
    await table.start()
    await Table(table.store, ELSEWHERE).finish()
    played.reverse()
    assert await table.store.history(GUILD, ANA) == tuple(played)
    first = await table.store.history(GUILD, ANA, most=5)
    second = await table.store.history(GUILD, ANA, before=first[-1].id, most=5)
    assert [*first, *second] == played
    assert await table.store.history(GUILD, ANA, before=second[-1].id) == ()
    with_cy = tuple(
        each for each in played if CY in (each.duel.terms.challenger, each.duel.terms.opponent)
    )
    assert await table.store.history(GUILD, ANA, opponent=CY) == with_cy
    assert await table.store.history(GUILD, CY, opponent=ANA, most=2) == with_cy[:2]
    assert await table.store.history(GUILD, DI) == ()


async def test_history_goes_on_only_from_a_finished_duel(table: Table) -> None:
    going_on = await table.start()
    with pytest.raises(NotOver):
        await table.store.history(GUILD, ANA, before=going_on.id)


async def test_history_goes_by_the_ends_of_duels(table: Table) -> None:
    slow = await table.start(terms(game=SHORT))
    quick = await table.finish()
    slow = await table.play(slow, "1", "2")
    assert await table.store.history(GUILD, ANA) == (slow, quick)


async def test_wins_and_losses_add_up(table: Table) -> None:
    for winner, loser in ((ANA, BO), (ANA, BO), (BO, ANA), (ANA, CY)):
        await table.finish(winner, loser)
    parity = await table.start(terms(game=set_up("parity", {})))
    await table.store.resign(table.call(ANA), parity.id)
    await table.store.end(table.call(DI), (await table.start()).id)
    assert await table.store.profile(GUILD, ANA) == Profile(
        1, Standing(3, 2, -1), {"divisor": Standing(3, 1, 1), "parity": Standing(0, 1, -1)}
    )
    assert await table.store.profile(GUILD, BO) == Profile(
        2, Standing(2, 2, 2), {"divisor": Standing(1, 2, 1), "parity": Standing(1, 0, 1)}
    )
    assert await table.store.profile(GUILD, DI) == Profile(None, Standing(), {})
    assert await table.store.profile(ELSEWHERE, ANA) == Profile(None, Standing(), {})
    second = Place(2, BO, Standing(2, 2, 2))
    assert await table.store.place(GUILD, BO) == second
    assert await table.store.place(GUILD, BO, "parity") == Place(1, BO, Standing(1, 0, 1))
    assert await table.store.place(GUILD, CY, "parity") is None
    assert await table.store.place(ELSEWHERE, BO) is None


async def test_duels_count_whether_rated_or_not(table: Table) -> None:
    """What isn't rated is only kept out of the ratings."""
    friendly = await table.start(replace(terms(game=SHORT), rated=False))
    await table.play(friendly, *SHORT_MOVES)
    assert (await table.store.profile(GUILD, BO)).overall == Standing(1, 0, 1)


async def test_equal_wins_are_not_an_equal_place(table: Table) -> None:
    for winner, loser in ((ANA, DI), (BO, DI), (CY, BO)):
        await table.finish(winner, loser)
    places = (await table.store.leaderboard(GUILD)).places
    assert [(each.place, each.player) for each in places] == [(1, ANA), (1, CY), (3, BO), (4, DI)]
    assert (await table.store.leaderboard(GUILD, skip=-5)).places == places


async def test_the_leaderboard_goes_by_wins_and_then_by_losses(table: Table) -> None:
    assert await table.store.leaderboard(GUILD) == Ladder((), more=False)
    for winner, loser in ((CY, ANA), (CY, BO), (DI, ANA), (DI, BO), (ANA, BO)):
        await table.finish(winner, loser)
    expected = (
        Place(1, CY, Standing(2, 0, 2)),
        Place(1, DI, Standing(2, 0, 2)),
        Place(3, ANA, Standing(1, 2, 1)),
        Place(4, BO, Standing(0, 3, -3)),
    )
    for game in ("all", "divisor"):
        assert await table.store.leaderboard(GUILD, game) == Ladder(expected, more=False)
    assert await table.store.leaderboard(GUILD, "parity") == Ladder((), more=False)
    assert await table.store.leaderboard(ELSEWHERE) == Ladder((), more=False)
    # A page in the middle knows the places, shared ones too.
    for skip in range(4):
        page = await table.store.leaderboard(GUILD, skip=skip, most=1)
        assert page == Ladder(expected[skip : skip + 1], more=skip < 3)
    for player, place in ((CY, 1), (DI, 1), (ANA, 3), (BO, 4)):
        assert (await table.store.profile(GUILD, player)).place == place
