"""Of several callers at once one is first, and the others are refused."""

import asyncio
from functools import partial

import pytest

from engine import duel as life
from engine.duel import Playing
from engine.ids import Instant
from engine.refusal import AlreadyChallenged, AlreadyOver, NotYourTurn, StaleBoard
from storage.match import Match
from storage.store import Store
from storage.trouble import Overtaken
from storage.units import clocks, duels
from tests.storage.builders import ANA, BO, GUILD, POSTING, SHORT, Table, results, terms
from tests.storage.gates import backend_of, held_up, queued

pytestmark = pytest.mark.every_engine(variants=True)


@pytest.mark.parametrize("ply", [1, None])
async def test_of_fifty_at_the_same_ply_exactly_one_moves(
    store: Store, table: Table, ply: int | None
) -> None:
    match = await table.play(await table.start(), "6")
    calls = [table.call(BO) for _ in range(50)]
    async with held_up(store):
        tasks = await queued(*(store.play(call, match.id, "12", ply) for call in calls))
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    (moved,) = (each for each in answers if isinstance(each, Match))
    refusals = [each for each in answers if not isinstance(each, Match)]
    assert len(refusals) == 49
    # The others find that it is no longer their turn.
    assert {type(each) for each in refusals} == {NotYourTurn}
    assert await store.duel(GUILD, match.id) == moved
    assert isinstance(moved.duel, Playing)
    assert moved.duel.record.moves == (6, 12)


async def test_both_players_at_once_get_one_move_each_at_most(store: Store, table: Table) -> None:
    match = await table.start()
    async with held_up(store):
        tasks = await queued(
            *(
                store.play(table.call(player), match.id, text, 0)
                for _ in range(25)
                for player, text in ((ANA, "6"), (BO, "12"))
            )
        )
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert sum(isinstance(each, Match) for each in answers) == 1
    # Bo meant a board on which it wasn't his turn; now it is, on another board.
    assert {type(each) for each in answers} == {Match, NotYourTurn, StaleBoard}


async def test_the_same_call_fifty_times_is_one_move_and_fifty_like_answers(
    store: Store, table: Table
) -> None:
    match = await table.start()
    call = table.call(ANA)
    async with held_up(store):
        tasks = await queued(*(store.play(call, match.id, "6") for _ in range(50)))
    first, *others = await asyncio.gather(*tasks)
    assert others == [first] * 49
    assert [each.again for each in others] == [True] * 49
    assert not first.again


async def test_a_last_move_and_a_resignation_at_once_are_one_end(
    store: Store, table: Table
) -> None:
    match = await table.play(await table.start(terms(game=SHORT)), "1")
    async with held_up(store):
        tasks = await queued(
            store.resign(table.call(ANA), match.id),
            store.play(table.call(BO), match.id, "2"),
            store.ring(Instant(table.now + 10**9)),
        )
    resigned, moved, rung = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(resigned, Match)
    assert isinstance(moved, AlreadyOver)
    assert not rung
    profile = await store.profile(GUILD, BO)
    assert (profile.overall.wins, profile.overall.losses) == (1, 0)


async def test_two_who_challenge_each_other_at_once_are_one_challenge(
    store: Store, table: Table
) -> None:
    async with held_up(store):
        tasks = await queued(
            store.offer(table.call(ANA), terms(ANA, BO), POSTING),
            store.offer(table.call(BO), terms(BO, ANA), POSTING),
        )
    first, second = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(first, Match)
    assert isinstance(second, AlreadyChallenged)


async def test_a_duel_is_set_only_from_the_step_that_it_was_found_at(
    store: Store, table: Table
) -> None:
    """The lock on the server makes this impossible; without it, it might happen."""
    found = await table.start()
    assert isinstance(found.duel, Playing)
    resigned, declared = (
        partial(duels.save, before=found, duel=life.resign(found.duel, player, now=table.now))
        for player in (ANA, BO)
    )
    await backend_of(store).write(GUILD, resigned)
    with pytest.raises(Overtaken):
        await backend_of(store).write(GUILD, declared)
    finished = await store.duel(GUILD, found.id)
    assert finished.duel == resigned.keywords["duel"]
    assert (await store.profile(GUILD, BO)).overall == results("w")


async def test_a_duel_that_has_moved_on_since_it_was_looked_up_is_not_due(
    store: Store, table: Table
) -> None:
    match = await table.show(await table.start())
    due = await store.next_due()

    struck = await backend_of(store).write(
        GUILD, lambda db: clocks.ring(db, GUILD, [match.id], table.now, here=True)
    )

    assert not struck
    assert await store.next_due() == due
