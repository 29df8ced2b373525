"""The contract: attempts at puzzles. No decision is lost, counted twice or taken back."""

import asyncio
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from engine.durations import DAY, HOUR
from engine.ids import PlayerId, Span
from engine.puzzles.attempt import Attempt
from engine.refusal import MoveRefused, NoSuchPuzzle, PuzzleNotOpen
from storage.backend import DB
from storage.ids import PuzzleId
from storage.units import attempts
from tests.storage.builders import ANA, BO, ELSEWHERE, GUILD, MINUTE, Table
from tests.storage.contract.conftest import Backend
from tests.storage.gates import backend_of, held_up
from tests.storage.puzzle_builders import (
    MIDNIGHT,
    TODAY,
    decide,
    given,
    puzzles,
    right,
    take_daily,
    wrong,
)


async def test_an_attempt_that_has_not_begun(table: Table) -> None:
    daily = await take_daily(table)
    found = await table.store.puzzle_attempt(GUILD, ANA, daily.number)
    assert found.number == daily.number
    assert found.attempt.puzzle == puzzles()[0] == daily.stored.puzzle
    assert (found.attempt.decisions, found.attempt.over, found.at) == ((), False, None)


async def test_each_decision_is_stored(table: Table) -> None:
    number = (await take_daily(table)).number
    found, squares = await decide(table, number, squares="r"), "r"
    while not found.attempt.over:
        squares += "w" if squares[-1] == "r" else "r"
        found = await decide(table, number, squares=squares[-1])
        assert found.attempt.squares == tuple(each == "r" for each in squares)
        assert await table.store.puzzle_attempt(GUILD, ANA, number) == found
    assert found.at == table.now
    assert len(squares) > 1


async def test_others_attempts_are_their_own(table: Table) -> None:
    number = (await take_daily(table)).number
    await decide(table, number, squares="rr")
    assert (await table.store.puzzle_attempt(GUILD, BO, number)).attempt.decisions == ()
    found = await decide(table, number, squares="w", player=BO)
    assert found.attempt.squares == (False,)


async def test_a_repeated_call_counts_once(table: Table) -> None:
    number = (await take_daily(table)).number
    found = await table.store.puzzle_attempt(GUILD, ANA, number)
    call, text = table.call(ANA), right(found)
    first = await table.store.decide(call, number, text, 0)
    again = await table.store.decide(call, number, text, 0)
    assert (first.again, again.again) == (False, True)
    assert again == first == await table.store.puzzle_attempt(GUILD, ANA, number)


async def test_a_decision_cannot_be_taken_back(table: Table) -> None:
    """A second press on the first message, with another move: it gets the attempt as it is."""
    number = (await take_daily(table)).number
    unbegun = await table.store.puzzle_attempt(GUILD, ANA, number)
    first = await decide(table, number, squares="w")
    later = await decide(table, number, squares="w")
    for text in (right(unbegun), wrong(unbegun), "no number"):
        again = await table.store.decide(table.call(ANA), number, text, 0)
        assert again.again
        assert again == later
    assert first.attempt.decisions == later.attempt.decisions[:1]


@pytest.mark.parametrize("nth", [1, 4, -1])
async def test_a_decision_that_is_not_the_next_one_changes_nothing(table: Table, nth: int) -> None:
    number = (await take_daily(table)).number
    unbegun = await table.store.puzzle_attempt(GUILD, ANA, number)
    again = await table.store.decide(table.call(ANA), number, right(unbegun), nth)
    assert again.again
    assert again == unbegun == await table.store.puzzle_attempt(GUILD, ANA, number)


async def test_of_two_decisions_at_once_one_counts(table: Table) -> None:
    number = (await take_daily(table)).number
    unbegun = await table.store.puzzle_attempt(GUILD, ANA, number)
    texts = (right(unbegun), wrong(unbegun)) * 4
    answers = await asyncio.gather(
        *(table.store.decide(table.call(ANA), number, text, 0) for text in texts)
    )
    assert [each.again for each in answers].count(False) == 1
    assert len({each.attempt.text for each in answers}) == 1
    assert len(answers[0].attempt.decisions) == 1


async def test_of_two_who_have_read_the_attempt_one_decides(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither writes before both have read, as two processes may do it."""
    both, judged = Barrier(2), attempts.judged

    def together(*args: Any) -> Attempt:
        decided = judged(*args)
        both.wait(timeout=30)
        return decided

    monkeypatch.setattr(attempts, "judged", together)
    await table.store.take_puzzles(GUILD, puzzles())
    found = await given(table)
    answers = await asyncio.gather(
        *(
            table.store.decide(table.call(ANA), found.number, text, 0)
            for text in (right(found), wrong(found))
        )
    )
    (first,) = (each for each in answers if not each.again)
    assert answers == [first, first]
    # The rating has changed once.
    assert first.gain
    solver = await table.store.solver(GUILD, ANA)
    assert solver.rating.value == first.gain.rating == pytest.approx(1500 + first.gain.gain)
    assert (solver.tried, solver.solved) == (1, first.attempt.solved)


async def test_a_restart_forgets_nothing(backend: Backend, tmp_path: Path) -> None:
    async with backend(tmp_path) as store:
        table = Table(store)
        await store.take_puzzles(GUILD, puzzles())
        first = await decide(table, (await given(table)).number)
    async with backend(tmp_path) as store:
        assert await store.puzzle_attempt(GUILD, ANA, first.number) == first
        assert await store.next_puzzle(GUILD, ANA) == first


async def test_an_illegal_move_is_refused_and_nothing_is_stored(table: Table) -> None:
    number = (await take_daily(table)).number
    for text in ("77", "", "x", "1:1"):
        with pytest.raises(MoveRefused):
            await table.store.decide(table.call(ANA), number, text, 0)
    assert (await table.store.puzzle_attempt(GUILD, ANA, number)).at is None


async def test_a_number_without_a_puzzle(table: Table) -> None:
    number = (await take_daily(table)).number
    for guild, other in ((GUILD, number + 1), (ELSEWHERE, number)):
        with pytest.raises(NoSuchPuzzle) as refused:
            await table.store.puzzle_attempt(guild, ANA, PuzzleId(other))
        assert refused.value.number == other
    with pytest.raises(NoSuchPuzzle):
        await table.store.decide(table.call(ANA), PuzzleId(99), "1", 0)


async def is_open(table: Table, number: PuzzleId, player: PlayerId = ANA) -> bool:
    try:
        found = await table.store.open_attempt(GUILD, player, number, table.now)
    except PuzzleNotOpen:
        return False
    assert found == await table.store.puzzle_attempt(GUILD, player, number)
    return True


class TestToBegin:
    """Whoever may make a decision is the one for whom the attempt is open."""

    async def test_a_puzzle_of_the_pool_is_begun_by_whom_it_was_given_to(
        self, table: Table
    ) -> None:
        """Otherwise somebody could choose the easy ones."""
        await table.store.take_puzzles(GUILD, puzzles())
        found = await given(table, ANA)
        assert not await is_open(table, found.number, BO)
        with pytest.raises(PuzzleNotOpen):
            await decide(table, found.number, player=BO)
        for number in range(1, 7):
            assert await is_open(table, PuzzleId(number)) is (number == found.number)
            if number != found.number:
                with pytest.raises(PuzzleNotOpen):
                    await decide(table, PuzzleId(number))
        await decide(table, found.number)
        assert (await table.store.solver(GUILD, BO)).tried == 0

    async def test_a_refusal_runs_nothing_anew(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What is asked for at the same time shares its transaction."""
        await table.store.take_puzzles(GUILD, puzzles())
        number, ran = (await given(table)).number, 0
        backend, asked = backend_of(table.store), asyncio.Event()
        write = backend.write

        async def watched(*unit: Any) -> Any:
            asked.set()
            return await write(*unit)

        def count(db: DB) -> None:
            nonlocal ran
            db.execute("SELECT 1").fetchone()
            ran += 1

        monkeypatch.setattr(backend, "write", watched)
        async with held_up(table.store):
            other = asyncio.create_task(write(GUILD, count))
            asked.clear()
            refused = asyncio.create_task(decide(table, number, player=BO))
            await asked.wait()
        with pytest.raises(PuzzleNotOpen):
            await refused
        await other
        assert ran == 1

    async def test_a_puzzle_of_the_day_is_begun_on_its_day(self, table: Table) -> None:
        number = (await take_daily(table)).number
        for at, may in ((-MINUTE, False), (DAY + HOUR, False), (DAY + HOUR - MINUTE, True)):
            table.now = MIDNIGHT
            table.wait(Span(at))
            assert await is_open(table, number) is may
            if may:
                assert (await decide(table, number)).attempt.solved
            else:
                with pytest.raises(PuzzleNotOpen):
                    await decide(table, number)

    async def test_the_day_is_the_players_own(self, table: Table) -> None:
        number = (await take_daily(table, day=TODAY + 1)).number
        table.now = MIDNIGHT
        table.wait(Span(12 * HOUR))
        with pytest.raises(PuzzleNotOpen):
            await decide(table, number)
        await table.store.move_days(GUILD, ANA, 12 * 60, table.now)
        assert await is_open(table, number)
        assert not await is_open(table, number, BO)
        await decide(table, number)
        with pytest.raises(PuzzleNotOpen):
            await decide(table, number, player=BO)

    async def test_what_was_begun_in_time_is_finished_at_any_time(self, table: Table) -> None:
        number = (await take_daily(table)).number
        first = await decide(table, number, squares="w")
        table.wait(Span(30 * DAY))
        assert await is_open(table, number)
        later = await decide(table, number, squares="r")
        assert later.attempt.squares == (False, True)
        assert later.at == first.at
