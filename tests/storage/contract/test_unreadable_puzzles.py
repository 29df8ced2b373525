"""The contract: puzzles of a game that isn't installed any more, or that are damaged."""

import pytest

from engine.refusal import Refusal
from storage.trouble import DamagedAttempt, DamagedPuzzle
from tests.storage.builders import ANA, BO, GUILD, Table
from tests.storage.databases import Database
from tests.storage.puzzle_builders import TODAY, decide, given, puzzles, take_daily

GONE = "UPDATE puzzle SET text = replace(text, 'divisor', 'chess') WHERE"


async def test_the_pool_passes_over_them(table: Table, kept_in: Database) -> None:
    await table.store.take_puzzles(GUILD, puzzles())
    found = await given(table)
    kept_in.say(f"{GONE} id = {found.number}")
    other = await given(table)
    assert other.number != found.number
    kept_in.say(f"{GONE} id <> {other.number} AND id <> {found.number}")
    assert await given(table, BO) == other
    await decide(table, other.number, squares="wwww", player=BO)
    assert await table.store.next_puzzle(GUILD, BO) is None


async def test_the_puzzle_of_a_day_is_damaged(table: Table, kept_in: Database) -> None:
    number = (await take_daily(table)).number
    kept_in.say(f"{GONE} id = {number}")
    for asked in (
        table.store.daily(GUILD, TODAY),
        table.store.puzzle_attempt(GUILD, ANA, number),
        table.store.decide(table.call(ANA), number, "1", 0),
    ):
        with pytest.raises(DamagedPuzzle) as raised:
            await asked
        assert (raised.value.guild, raised.value.number) == (GUILD, number)


async def test_damaged_decisions_are_not_played_on(table: Table, kept_in: Database) -> None:
    number = (await take_daily(table)).number
    found = await decide(table, number)
    kept_in.say("UPDATE attempt SET decisions = '0=0'")
    with pytest.raises(DamagedAttempt):
        await decide(table, number)
    # The streak and personal data don't depend on what was decided.
    assert await table.store.streak(GUILD, ANA, table.now) == 1
    kept = await table.store.personal_data(GUILD, ANA)
    assert kept
    assert kept.puzzles
    assert [each.decisions for each in kept.puzzles.attempts] == ["0=0"]
    assert found.attempt.text != "0=0"


async def test_their_data_are_still_shown_and_erased(table: Table, kept_in: Database) -> None:
    await decide(table, (await take_daily(table)).number)
    kept_in.say(f"{GONE} id = 1")
    kept = await table.store.personal_data(GUILD, ANA)
    assert kept
    assert kept.puzzles
    (attempt,) = kept.puzzles.attempts
    assert "chess" in attempt.puzzle
    await table.store.erase(GUILD, ANA, table.now)
    assert await table.store.personal_data(GUILD, ANA) is None


async def test_a_damaged_solution_is_named(table: Table, kept_in: Database) -> None:
    number = (await take_daily(table)).number
    for damage in (
        "UPDATE puzzle SET winning = '77'",
        "UPDATE puzzle SET winning = ''",
        "UPDATE puzzle SET winning = winning || '-' || winning",
        "UPDATE puzzle SET hardness = 99",
    ):
        kept_in.say(damage)
        with pytest.raises((DamagedPuzzle, Refusal)) as raised:
            await table.store.daily(GUILD, TODAY)
        assert isinstance(raised.value, DamagedPuzzle), damage
        assert raised.value.number == number
