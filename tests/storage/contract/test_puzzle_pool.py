"""The contract: a server's pool of puzzles, and puzzle ratings."""

from dataclasses import replace

from engine.durations import DAY
from engine.ids import Instant, PlayerId, Span
from engine.opponents.levels import Level
from engine.puzzles.rating import rated_try, start_rating
from engine.rating import Rating
from engine.record import Record
from storage.match import Gain
from storage.puzzles import Unsearched
from storage.shards import Shard
from tests.storage.builders import (
    ANA,
    BO,
    CY,
    ELSEWHERE,
    GUILD,
    MINUTE,
    POSTING,
    SHORT,
    Table,
    terms,
)
from tests.storage.puzzle_builders import decide, given, of_hardness, puzzles, take_daily

# Of each hardness, from 1300 on.
LADDER = tuple(map(of_hardness, (3, 4, 5, 6, 7)))


def guild_of(shard: Shard) -> bool:
    return shard.has(GUILD)


async def test_puzzles_are_taken_once(table: Table) -> None:
    assert await table.store.take_puzzles(GUILD, puzzles()[:4]) == 4
    assert await table.store.take_puzzles(GUILD, (*puzzles(), puzzles()[5])) == 2
    assert await table.store.take_puzzles(GUILD, iter(puzzles())) == 0
    assert await table.store.take_puzzles(ELSEWHERE, puzzles()) == 6
    assert await table.store.unseen(GUILD, ANA, within=5000) == 6


async def test_a_puzzle_of_a_day_is_not_in_the_pool(table: Table) -> None:
    await take_daily(table)
    assert await table.store.take_puzzles(GUILD, puzzles()[:1]) == 0
    assert await table.store.next_puzzle(GUILD, ANA) is None


async def test_an_empty_pool_has_no_next_puzzle(table: Table) -> None:
    assert await table.store.next_puzzle(GUILD, ANA) is None
    assert await table.store.unseen(GUILD, ANA) == 0
    assert await table.store.servers() == ()


async def test_the_nearest_puzzle_comes_first_and_again_until_it_is_over(table: Table) -> None:
    await table.store.take_puzzles(GUILD, LADDER)
    found = await given(table)
    # A new player has 1500.
    assert found.attempt.puzzle == LADDER[1]
    assert await given(table) == found
    while not found.attempt.over:
        found = await decide(table, found.number)
        if not found.attempt.over:
            assert await given(table) == found
    assert (await given(table)).number != found.number


async def test_a_puzzle_below_the_rating_may_be_the_nearest(table: Table) -> None:
    await table.store.take_puzzles(GUILD, (LADDER[3], LADDER[0]))
    assert (await given(table)).attempt.puzzle == LADDER[0]


async def test_everybody_gets_each_puzzle_once(table: Table) -> None:
    await table.store.take_puzzles(GUILD, LADDER)
    for player in (ANA, BO):
        seen = []
        for left in range(5, 0, -1):
            assert await table.store.unseen(GUILD, player, within=5000) == left
            found = await given(table, player)
            await decide(table, found.number, squares="wwww", player=player)
            seen.append(found.attempt.puzzle)
        assert {*seen} == {*LADDER}
        assert await table.store.next_puzzle(GUILD, player) is None


async def test_unseen_puzzles_are_counted_near_the_rating(table: Table) -> None:
    await table.store.take_puzzles(GUILD, LADDER)
    unseen = table.store.unseen
    assert [await unseen(GUILD, ANA, within) for within in (0, 199, 200, 400, 600)] == [
        *(1, 1, 3, 4, 5)
    ]
    assert await unseen(GUILD, ANA, within=600, most=2) == 2


async def test_the_first_decision_is_rated_against_the_puzzle(table: Table) -> None:
    await table.store.take_puzzles(GUILD, LADDER[2:3])
    ratings = {ANA: Rating(), BO: Rating()}
    theirs = start_rating(5)
    number = None
    for player, square in ((ANA, "w"), (BO, "r")):
        found = await given(table, player)
        number = found.number
        before = ratings[player]
        ratings[player], theirs = rated_try(before, theirs, solved=square == "r")
        found = await decide(table, number, squares=square, player=player)
        assert found.gain == Gain(ratings[player].value, ratings[player].value - before.value)
        # Further decisions change nothing.
        later = await decide(table, number, squares="rrr", player=player)
        assert later.gain == found.gain
        solver = await table.store.solver(GUILD, player)
        assert solver.rating == ratings[player]
        assert (solver.tried, solver.solved) == (1, int(square == "r"))
    # Cy's first puzzle is rated against what the others have made of it.
    found = await given(table, CY)
    after, _ = rated_try(Rating(), theirs, solved=True)
    assert (await decide(table, found.number, player=CY)).gain == Gain(
        after.value, after.value - 1500
    )


async def test_a_puzzle_of_the_day_is_not_rated(table: Table) -> None:
    found = await decide(table, (await take_daily(table)).number)
    assert found.gain is None
    solver = await table.store.solver(GUILD, ANA)
    assert (solver.rating, solver.tried, solver.solved) == (Rating(), 1, 1)


async def test_who_has_begun_puzzles_of_the_pool_lately(table: Table) -> None:
    await table.store.take_puzzles(GUILD, LADDER)
    since = table.store.solvers_since
    for player in (ANA, BO):
        found = await given(table, player)
        assert (GUILD, player) not in await since(Instant(0))
        await decide(table, found.number, player=player)
        table.wait(MINUTE)
    await decide(table, (await take_daily(table)).number, player=CY)
    assert await since(Instant(0)) == ((GUILD, BO), (GUILD, ANA))
    assert await since(Instant(0), most=1) == ((GUILD, BO),)
    assert await since(Instant(table.now - MINUTE)) == ((GUILD, BO),)
    assert await since(table.now) == ()
    mine, other = sorted((Shard(0, 2), Shard(1, 2)), key=guild_of, reverse=True)
    assert len(await since(Instant(0), mine)) == 2
    assert await since(Instant(0), other) == ()


class TestMining:
    async def test_duels_are_searched_in_the_order_of_their_ends(self, table: Table) -> None:
        to_mine, later = table.store.to_mine, Instant(table.now + DAY)
        assert await to_mine(GUILD, later) is None
        records: list[Record] = []
        for _ in range(3):
            over = await table.finish()
            records.append(over.duel.record)  # type: ignore[union-attr]
        assert await to_mine(GUILD, later) == Unsearched(3, tuple(records))
        assert await to_mine(GUILD, later, most=2) == Unsearched(2, tuple(records[:2]))
        assert await table.store.take_mined(GUILD, 2, puzzles()[:1]) == 1
        assert await to_mine(GUILD, later) == Unsearched(3, tuple(records[2:]))
        assert await table.store.unseen(GUILD, ANA, within=5000) == 1

    async def test_it_never_goes_back(self, table: Table) -> None:
        for _ in range(3):
            await table.finish()
        assert await table.store.take_mined(GUILD, 3, puzzles()[:1]) == 1
        assert await table.store.take_mined(GUILD, 2, puzzles()[:2]) == 1
        assert await table.store.to_mine(GUILD, Instant(table.now + DAY)) is None

    async def test_only_older_ones_are(self, table: Table) -> None:
        await table.finish()
        table.wait(MINUTE)
        await table.finish()
        found = await table.store.to_mine(GUILD, table.now)
        assert found
        assert found.nth == 1

    async def test_none_is_passed_over_when_the_clock_was_set_back(self, table: Table) -> None:
        await table.finish()
        young = table.now
        table.wait(Span(-5 * MINUTE))
        await table.finish()
        assert await table.store.to_mine(GUILD, young) is None
        found = await table.store.to_mine(GUILD, Instant(young + 1))
        assert found
        assert (found.nth, len(found.records)) == (2, 2)

    async def test_private_ones_are_not(self, table: Table) -> None:
        asked = replace(terms(ANA, BO), level=Level.CASUAL)
        for private in (True, False, True):
            match = await table.store.practise(table.call(ANA), asked, POSTING, private=private)
            await table.store.resign(table.call(ANA), match.id)
        found = await table.store.to_mine(GUILD, Instant(table.now + 1))
        assert found
        assert (found.nth, len(found.records)) == (3, 1)

    async def test_both_games_of_a_duel_are(self, table: Table) -> None:
        over = await table.tie()
        found = await table.store.to_mine(GUILD, Instant(table.now + 1))
        assert found
        assert found.records == (over.duel.earlier, over.duel.record)  # type: ignore[union-attr]

    async def test_nobodys_name_is_told(self, table: Table) -> None:
        """Not in the records either: they are the same whoever has played."""
        await table.finish(ANA, BO)
        await table.finish(CY, PlayerId(7))
        found = await table.store.to_mine(GUILD, Instant(table.now + 1))
        assert found
        one, other = found.records
        assert one == other
        assert one.game == SHORT

    async def test_a_duel_that_goes_on_is_not(self, table: Table) -> None:
        await table.start(terms())
        assert await table.store.to_mine(GUILD, Instant(table.now + DAY)) is None
