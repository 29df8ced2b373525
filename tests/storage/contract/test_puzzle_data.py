"""The contract: the personal data of a player who tries puzzles, and its erasure."""

from dataclasses import replace

import pytest

from engine.duel import First, Terms
from engine.opponents.levels import Level
from engine.puzzles.days import Days
from engine.rating import Rating
from engine.refusal import NoSuchDuel, NoSuchPuzzle
from storage.ids import DuelId, PuzzleId, direct_messages
from storage.puzzles import AttemptData, PuzzleAttempt, PuzzleData, Solver
from tests.storage.builders import ANA, BO, BOT, CY, DAY, DIVISOR, ELSEWHERE, GUILD, POSTING, Table
from tests.storage.databases import Database
from tests.storage.puzzle_builders import TODAY, decide, given, puzzles, take_daily


def as_data(found: PuzzleAttempt) -> AttemptData:
    attempt = found.attempt
    assert found.at
    changed = (found.gain.rating, found.gain.gain) if found.gain else (None, None)
    text = attempt.puzzle.text
    ended = (attempt.over, False)
    return AttemptData(found.number, text, attempt.text, *ended, found.at, *changed)


async def test_attempts_and_the_puzzle_rating_are_personal_data(table: Table) -> None:
    store = table.store
    daily = await decide(table, (await take_daily(table)).number, squares="rw")
    table.wait(DAY)
    await store.take_puzzles(GUILD, puzzles())
    rated = await decide(table, (await given(table)).number, squares="w")
    await store.move_days(GUILD, ANA, -60, table.now)
    solver = await store.solver(GUILD, ANA)
    assert rated.gain
    assert solver == Solver(solver.rating, Days(-60), tried=2, solved=1)
    kept = await store.personal_data(GUILD, ANA)
    assert kept
    assert kept.puzzles == PuzzleData(solver, (as_data(daily), as_data(rated)))
    assert await store.servers_with_data(ANA) == (GUILD,)
    assert await store.personal_data(GUILD, BO) is None
    assert await store.personal_data(ELSEWHERE, ANA) is None


async def test_little_is_kept_too(table: Table) -> None:
    """An answer to the puzzle of a day alone, or an offset alone."""
    daily = await decide(table, (await take_daily(table)).number)
    kept = await table.store.personal_data(GUILD, ANA)
    assert kept
    assert kept.puzzles == PuzzleData(None, (as_data(daily),))
    await table.store.move_days(GUILD, BO, 60, table.now)
    kept = await table.store.personal_data(GUILD, BO)
    assert kept
    assert kept.puzzles
    assert (kept.puzzles.solver, kept.puzzles.attempts) == (
        await table.store.solver(GUILD, BO),
        (),
    )
    for player in (ANA, BO):
        assert await table.store.servers_with_data(player) == (GUILD,)


async def test_a_player_who_duels_only_has_none(table: Table) -> None:
    await table.finish()
    kept = await table.store.personal_data(GUILD, ANA)
    assert kept
    assert kept.puzzles is None


async def test_nothing_of_an_erased_player_is_left(table: Table, kept_in: Database) -> None:
    await table.store.take_puzzles(GUILD, puzzles()[:3])
    found = {}
    for player in (ANA, BO):
        number = (await given(table, player)).number
        found[player] = await decide(table, number, player=player)
        await table.store.move_days(GUILD, player, 60, table.now)
    number = (await take_daily(table, 4)).number
    for player in (ANA, BO):
        await decide(table, number, player=player)
    assert str(ANA) in repr(kept_in.rows())
    bos = await table.store.personal_data(GUILD, BO)
    ratings = kept_in.ask("SELECT id, rating, deviation FROM puzzle ORDER BY id")
    await table.store.erase(GUILD, ANA, table.now)
    assert str(ANA) not in repr(kept_in.rows())
    assert await table.store.personal_data(GUILD, ANA) is None
    assert await table.store.servers_with_data(ANA) == ()
    assert await table.store.streak(GUILD, ANA, table.now) == 0
    assert (await table.store.solver(GUILD, ANA)) == Solver(Rating(), Days(), 0, 0)
    assert (await table.store.daily_results(GUILD, TODAY)).tried == 1
    # What she has done to puzzles stays, and so do others' attempts and streaks.
    assert kept_in.ask("SELECT id, rating, deviation FROM puzzle ORDER BY id") == ratings
    assert await table.store.personal_data(GUILD, BO) == bos
    assert await table.store.puzzle_attempt(GUILD, BO, found[BO].number) == found[BO]
    assert await table.store.streak(GUILD, BO, table.now) == 1


async def test_old_buttons_find_nothing_after_an_erasure(table: Table, kept_in: Database) -> None:
    """Neither the puzzle nor the duel that they are about, nor a later one."""
    mine, others = (Table(table.store, direct_messages(player)) for player in (CY, ANA))
    asked = Terms(CY, BOT, DIVISOR, First.CHALLENGER, DAY, level=Level.NOVICE)
    duels, numbers = list[int](), list[int]()
    for taken in (2, 4, 1):
        for each, player in ((mine, CY), (others, ANA)):
            theirs = replace(asked, challenger=player)
            match = await each.store.practise(each.call(player), theirs, POSTING, private=True)
            await each.store.take_puzzles(each.guild, puzzles()[:taken])
            found = await each.store.next_puzzle(each.guild, player)
            assert found
            if each is mine:
                duels.append(match.id)
                numbers.append(found.number)
        assert kept_in.check() == []
        await mine.store.erase(mine.guild, CY, mine.now)
        with pytest.raises(NoSuchDuel):
            await mine.store.play(mine.call(CY), DuelId(duels[-1]), "12", 0)
        with pytest.raises(NoSuchPuzzle):
            await mine.store.puzzle_attempt(mine.guild, CY, PuzzleId(numbers[-1]))
    assert duels == sorted({*duels})
    assert numbers == sorted({*numbers})
    # Others go on, and servers have all numbers from 1 on.
    assert len(await others.store.running(others.guild, ANA)) == 3
    # Nor does an erasure of smaller numbers bring any back.
    await others.store.erase(others.guild, ANA, others.now)
    await mine.store.take_puzzles(mine.guild, puzzles()[:1])
    found = await mine.store.next_puzzle(mine.guild, CY)
    assert found
    assert found.number > numbers[-1]
    assert (await table.offer()).id == 1
    assert (await take_daily(table)).number == 1


async def test_direct_messages_that_were_only_opened_are_erased(
    table: Table, kept_in: Database
) -> None:
    """A player has asked for the puzzle of the day, or for any, and has answered none. Nothing that
    tells who it was is left in any table."""
    mine = Table(table.store, direct_messages(CY))
    for asked in ("daily", "next"):
        if asked == "daily":
            await mine.store.daily_day(mine.guild, CY, mine.now)
            await take_daily(mine)
        else:
            assert await mine.store.next_puzzle(mine.guild, CY) is None
            assert await mine.store.take_puzzles(mine.guild, puzzles()) == len(puzzles())
        await mine.store.forget_receipts(mine.guild, mine.now)
        assert await mine.store.servers_with_data(CY) == (mine.guild,)
        assert await mine.store.personal_data(mine.guild, CY)
        assert await mine.store.servers_with_data(ANA) == ()
        assert await mine.store.erase(mine.guild, CY, mine.now) == ()
        assert await mine.store.servers_with_data(CY) == ()
        assert await mine.store.personal_data(mine.guild, CY) is None
        assert str(mine.guild) not in repr(kept_in.rows())


async def test_what_comes_after_an_erasure_brings_nothing_back(
    table: Table, kept_in: Database
) -> None:
    """Puzzles were still being drawn, and duels searched, for the player."""
    store, guild = table.store, direct_messages(CY)
    assert await store.next_puzzle(guild, CY) is None
    await store.erase(guild, CY, table.now)
    assert await store.take_puzzles(guild, puzzles()) == 0
    assert await store.take_mined(guild, 3, puzzles()) == 0
    for repeated in (False, True):
        assert await store.take_daily(guild, TODAY, puzzles()[0], repeated=repeated) is None
    assert await store.servers() == ()
    assert str(guild) not in repr(kept_in.rows())


async def test_direct_messages_are_erased_with_their_puzzles(
    table: Table, kept_in: Database
) -> None:
    mine = Table(table.store, direct_messages(CY))
    assert await mine.store.next_puzzle(mine.guild, CY) is None
    await mine.store.take_puzzles(mine.guild, puzzles()[:2])
    found = await mine.store.next_puzzle(mine.guild, CY)
    assert found
    await decide(mine, found.number, player=CY)
    await take_daily(mine, 3)
    await take_daily(table, 3)
    assert str(mine.guild) in repr(kept_in.rows("puzzle"))
    await mine.store.erase(mine.guild, CY, mine.now)
    assert str(mine.guild) not in repr(kept_in.rows())
    assert await mine.store.servers_with_data(CY) == ()
    assert await table.store.daily(GUILD, TODAY)
