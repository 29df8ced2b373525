"""The contract: a rating's course, and results between players."""

from dataclasses import replace

from engine.duel import Finished, First, Playing
from engine.fairness import Unrated
from engine.ids import PlayerId
from engine.outcome import Seat
from storage.match import Match
from storage.people import Score
from tests.storage.builders import (
    ANA,
    BO,
    CY,
    DI,
    ELSEWHERE,
    GUILD,
    SHORT,
    SHORT_MOVES,
    Table,
    results,
    terms,
)
from tests.storage.expected_ladders import EVE, everybody, settle


async def test_the_course_of_a_rating_has_a_point_for_each_rated_duel(table: Table) -> None:
    assert await table.store.course(GUILD, ANA) == ()
    duels = []
    for winner, loser in ((ANA, BO), (BO, ANA), (ANA, CY)):
        duels.append(await table.rate(winner, loser))
        await table.finish(loser, winner)
    course = await table.store.course(GUILD, ANA)
    assert [at for _, at in course] == [each.duel.at for each in duels]  # type: ignore[union-attr]
    profile = await table.store.profile(GUILD, ANA)
    assert profile.overall.rank
    assert course[-1][0] == profile.overall.rank.rating.value
    assert course[0][0] > 1500 > course[1][0] - 300
    assert await table.store.course(GUILD, ANA, "divisor") == course
    assert await table.store.course(GUILD, ANA, "parity") == ()
    assert len(await table.store.course(GUILD, BO)) == 2
    assert await table.store.course(ELSEWHERE, ANA) == ()


async def test_a_duel_that_leaves_a_rating_as_it_was_is_a_point_too(table: Table) -> None:
    """An opponent with a provisional rating doesn't change an established one."""
    await settle(table)
    await table.rate(EVE, ANA)
    *_, before, after = await table.store.course(GUILD, ANA)
    assert before == after


async def test_what_is_given_up_at_once_is_a_point_for_whoever_gave_it_up(table: Table) -> None:
    await table.rate(BO, ANA)
    early = await table.start(terms(ANA, BO, first=First.DRAWN))
    early = await table.store.resign(table.call(ANA), early.id)
    assert early.gains
    assert early.gains[1].gain == 0 > early.gains[0].gain
    (first, _), (second, _) = await table.store.course(GUILD, ANA)
    assert first > second
    await everybody(table)


# Results between two players.


async def test_the_score_of_two_counts_whoever_challenged_and_whoever_began(table: Table) -> None:
    assert await table.store.score(GUILD, ANA, BO) == Score()
    expected = {ANA: 0, BO: 0}
    for challenger, opponent in ((ANA, BO), (BO, ANA)):
        for first in (First.CHALLENGER, First.OPPONENT):
            for winner in (ANA, BO, BO):
                match = await table.start(terms(challenger, opponent, SHORT, first))
                assert isinstance(match.duel, Playing)
                over = await table.store.end(
                    table.call(DI), match.id, Seat(match.duel.seats.index(winner))
                )
                assert isinstance(over.duel, Finished)
                assert over.duel.champion == winner
                expected[winner] += 1
    assert await table.store.score(GUILD, ANA, BO) == Score(expected[ANA], expected[BO], 0)
    assert await table.store.score(GUILD, BO, ANA) == Score(expected[BO], expected[ANA], 0)


async def test_the_score_of_two_is_of_their_results_alone(table: Table) -> None:
    await table.finish(ANA, BO)
    await table.rate(ANA, BO)
    for one, other in ((ANA, BO), (BO, ANA)):
        await table.tie(one, other)
        await table.store.end(table.call(DI), (await table.start(terms(one, other))).id)
    await table.store.void(table.call(DI), (await table.finish(ANA, BO)).id)
    await table.store.void(table.call(DI), (await table.tie()).id)
    await table.finish(ANA, CY)
    await table.finish(CY, BO)
    await table.offer()
    await table.start(terms(DI, ANA))
    await Table(table.store, ELSEWHERE).finish(ANA, BO)
    assert await table.store.score(GUILD, ANA, BO) == Score(2, 0, 2)
    assert await table.store.score(GUILD, BO, ANA) == Score(0, 2, 2)
    assert await table.store.score(GUILD, ANA, CY) == Score(1, 0, 0)
    assert await table.store.score(GUILD, ANA, DI) == Score()
    assert await table.store.score(GUILD, ANA, ANA) == Score()


async def test_the_score_goes_on_over_seasons(table: Table) -> None:
    await table.rate(ANA, BO)
    await table.store.begin_season(GUILD, 2, table.now)
    await table.rate(BO, ANA)
    assert await table.store.score(GUILD, ANA, BO) == Score(1, 1, 0)


# Duels of two games have one result.


async def test_two_legs_are_one_result_for_whoever_won_both(table: Table) -> None:
    """The second seat takes 7 and leaves the first without a move; a first seat that knows it takes
    4."""
    match = await table.start(terms(ANA, BO, SHORT, legs=2))
    assert match.duel.terms.unrated is None
    match = await table.play(match, *SHORT_MOVES)
    assert isinstance(match.duel, Playing)
    assert match.duel.seats == (BO, ANA)
    stuck = await winning(table, match, BO)
    assert isinstance(stuck.duel, Finished)
    assert stuck.duel.champion == BO
    found = (await table.store.profile(GUILD, BO)).overall
    assert replace(found, rank=None) == results("w")
    assert found.rank
    assert found.rank.duels == 1
    await everybody(table)


async def winning(table: Table, match: Match, player: PlayerId) -> Match:
    """With 1 to 7, a first move to 4 wins after four more moves."""
    match = await table.play(match, "4")
    while isinstance(match.duel, Playing):
        match = await table.play(match, match.duel.terms.game.text(match.duel.record.legal[0]))
    assert isinstance(match.duel, Finished)
    assert match.duel.seats[0] == player
    return match


async def test_casual_duels_of_any_kind_count_as_results_only(table: Table) -> None:
    casual = replace(terms(ANA, BO, SHORT, First.DRAWN), unrated=Unrated.CASUAL)
    await table.play(await table.start(casual), *SHORT_MOVES)
    assert (await table.store.profile(GUILD, BO)).overall == results("w")
