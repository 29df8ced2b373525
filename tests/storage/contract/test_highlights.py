"""The contract: ratings beside names, highlights of a win, and good games."""

from pathlib import Path

import pytest

from engine.duel import First, Playing
from engine.games import set_up
from engine.ids import PlayerId, Span
from engine.outcome import Seat
from engine.refusal import AlreadyVoid, NoSuchDuel, NotOver, NotYourDuel, Refusal
from storage.ids import DuelId
from storage.match import Highlights, Match, StartRating
from tests.storage.builders import (
    ANA,
    BO,
    CY,
    DAY,
    DI,
    GUILD,
    MINUTE,
    SHORT,
    SHORT_MOVES,
    Loaded,
    Table,
    terms,
)
from tests.storage.contract.conftest import Backend

DRAWN = terms(first=First.DRAWN)


def told(match: Match) -> Highlights:
    assert match.highlights
    return match.highlights


# Ratings.


def told_ratings(over: Match) -> tuple[StartRating, StartRating]:
    """Return the ratings after a duel, with which its players begin the next one."""
    assert over.gains
    one, other = (StartRating(round(each.rating), each.provisional) for each in over.gains)
    return one, other


async def test_ratings_are_those_in_the_game_when_the_duel_began(
    backend: Backend, tmp_path: Path
) -> None:
    async with backend(tmp_path) as store:
        table = Table(store)
        early = await table.start(DRAWN)
        assert early.ratings == (None, None)
        over = await table.rate(BO, ANA)
        await table.rate(CY, ANA, set_up("parity", {"size": 15}))
        ana, bo = told_ratings(over)
        assert ana.value < 1500 < bo.value
        offered = await table.offer(terms(ANA, BO, first=First.OPPONENT))
        assert offered.ratings == (None, None)
        match = await store.accept(table.call(BO), offered.id, Loaded())
        assert (match.ratings, match.ratings_by_seat) == ((ana, bo), (bo, ana))
    async with backend(tmp_path) as store:
        table.store = store
        await table.rate(ANA, BO)
        assert (await store.duel(GUILD, match.id)).ratings == (ana, bo)
        running = await store.running(GUILD, ANA)
        assert [each.ratings for each in running] == [(None, None), (ana, bo)]
        assert (await table.play(match, "6")).ratings == (ana, bo)
        table.wait(Span(DAY - 5 * MINUTE))
        reminded = (await store.ring(table.now)).reminded
        assert {each.ratings for each in reminded} == {(None, None), (ana, bo)}
        ended = await store.resign(table.call(ANA), match.id)
        assert ended.ratings == (None, None)


async def test_players_keep_their_ratings_when_they_swap_seats(table: Table) -> None:
    await table.rate(BO, ANA)
    match = await table.start(terms(ANA, BO, SHORT, First.DRAWN, legs=2))
    ana, bo = match.ratings_by_seat
    assert ana
    assert bo
    assert ana.value < 1500 < bo.value
    swapped = await table.play(match, *SHORT_MOVES)
    assert swapped.ratings_by_seat == (bo, ana)
    moved = await table.play(swapped, "3")
    assert moved.ratings_by_seat == (bo, ana)
    assert (await table.store.duel(GUILD, match.id)).ratings_by_seat == (bo, ana)


async def test_a_running_duel_tells_which_ratings_were_provisional_when_it_began(
    backend: Backend, tmp_path: Path
) -> None:
    """Ana and Bo are established in the end, and Cy isn't."""
    async with backend(tmp_path) as store:
        table = Table(store)
        first = await table.rate(BO, ANA)
        early = await table.start(DRAWN)
        assert [each and each.provisional for each in early.ratings] == [True, True]
        assert early.ratings == told_ratings(first)
        for nth in range(4):
            await table.rate(*((BO, ANA) if nth % 2 else (ANA, BO)))
        await table.rate(CY, ANA)
        late = await table.start(terms(CY, ANA, first=First.DRAWN))
        assert [each and each.provisional for each in late.ratings] == [True, False]
    async with backend(tmp_path) as store:
        for match in (early, late):
            assert (await store.duel(GUILD, match.id)).ratings == match.ratings
        running = await store.running(GUILD, ANA)
        assert [each.ratings for each in running] == [early.ratings, late.ratings]


async def test_ratings_are_those_of_the_season(table: Table) -> None:
    await table.rate(BO, ANA)
    await table.store.begin_season(GUILD, 2, table.now)
    assert (await table.start(DRAWN)).ratings == (None, None)


# Highlights.


async def test_a_streak_is_counted_up_to_its_duel(table: Table) -> None:
    first = await table.finish(ANA, BO)
    assert told(first) == Highlights(1)
    second = await table.finish(ANA, CY)
    await table.store.end(table.call(DI), (await table.start(terms(ANA, DI))).id)
    third = await table.finish(ANA, BO)
    assert [told(each).streak for each in (second, third)] == [2, 3]
    lost = await table.finish(BO, ANA)
    assert told(lost) == Highlights(1)
    assert told(await table.finish(ANA, BO)) == Highlights(1)
    assert told(await table.store.duel(GUILD, third.id)) == Highlights(3)


async def test_a_tie_ends_a_streak_and_a_removed_result_does_not_count(table: Table) -> None:
    wins = [await table.finish(ANA, BO) for _ in range(3)]
    removed = await table.store.void(table.call(DI), wins[1].id)
    assert removed.highlights is None
    assert (await table.store.duel(GUILD, removed.id)).highlights is None
    assert told(await table.store.duel(GUILD, wins[2].id)).streak == 2
    tied = await table.tie(ANA, BO)
    assert tied.highlights is None
    assert told(await table.finish(ANA, BO)).streak == 1


async def test_a_season_begins_without_streaks(table: Table) -> None:
    await table.finish(ANA, BO)
    await table.store.begin_season(GUILD, 2, table.now)
    assert told(await table.finish(ANA, BO)).streak == 1


async def test_a_duel_without_a_winner_has_no_highlights(table: Table) -> None:
    match = await table.start()
    assert match.highlights is None
    stopped = await table.store.end(table.call(DI), match.id)
    assert stopped.highlights is None
    decided = await table.store.end(table.call(DI), (await table.start()).id, Seat.SECOND)
    assert told(decided) == Highlights(1)


async def test_an_upset_is_a_win_against_a_far_higher_rating(table: Table) -> None:
    """The winner needn't have been rated before."""
    for loser in (BO, CY, DI):
        assert not told(await table.rate(ANA, loser)).upset
    (high,) = (each for each in (await table.store.leaderboard(GUILD)).places if each.player == ANA)
    assert high.standing.rank
    assert high.standing.rank.rating.value >= 1650
    upset = await table.rate(PlayerId(DI + 1), ANA)
    assert told(upset).upset
    assert told(await table.store.duel(GUILD, upset.id)).upset
    casual = await table.finish(PlayerId(DI + 2), ANA)
    assert not told(casual).upset


async def test_a_best_is_higher_than_all_ratings_of_the_season_before(table: Table) -> None:
    """A provisional rating isn't a best one, nor is one that a win hasn't raised."""
    ended = []
    for nth in range(13):
        table.wait(DAY)
        ended.append(await table.rate(*((BO, ANA) if nth in {0, 2, 7} else (ANA, BO))))
    course = [rating for rating, _ in await table.store.course(GUILD, ANA, "divisor")]
    bests = {nth for nth, each in enumerate(ended) if told(each).best}
    assert bests == {nth for nth in range(4, 13) if course[nth] > max(course[:nth])}
    assert bests == {4, 5, 6, 12}
    for each in ended:
        assert told(await table.store.duel(GUILD, each.id)) == told(each)
    assert not told(await table.rate(ANA, CY)).best
    await table.store.begin_season(GUILD, 2, table.now)
    assert not told(await table.rate(ANA, DI)).best


# Good games.


async def test_each_player_says_good_game_for_themselves(table: Table) -> None:
    over = await table.finish(winner=BO, loser=ANA)
    assert over.good_game == (False, False)
    call = table.call(BO)
    said = await table.store.good_game(call, over.id)
    assert (said.good_game, said.step, said.duel) == ((False, True), over.step, over.duel)
    assert (said.gains, said.highlights) == (over.gains, over.highlights)
    assert await table.store.good_game(table.call(BO), over.id) == said
    both = await table.store.good_game(table.call(ANA), over.id)
    assert both.good_game == (True, True)
    assert await table.store.duel(GUILD, over.id) == both
    again = await table.store.good_game(call, over.id)
    assert (again, again.again) == (both, True)
    assert (await table.store.history(GUILD, ANA)) == (both,)
    removed = await table.store.void(table.call(DI), over.id)
    assert removed.good_game == (True, True)
    await table.store.erase(GUILD, ANA, table.now)
    assert (await table.store.duel(GUILD, over.id)).good_game == (True, True)


@pytest.mark.parametrize(
    ("player", "number", "why"),
    [
        (CY, 1, NotYourDuel),
        (BO, 2, AlreadyVoid),
        (ANA, 3, NotOver),
        (BO, 4, NotOver),
        (BO, 5, NotOver),
        (ANA, 6, NoSuchDuel),
    ],
)
async def test_good_game_is_said_by_the_players_of_a_finished_duel(
    table: Table, player: PlayerId, number: int, why: type[Refusal]
) -> None:
    await table.finish()
    await table.store.void(table.call(DI), (await table.finish()).id)
    await table.start()
    withdrawn = await table.offer()
    await table.store.cancel(table.call(ANA), withdrawn.id)
    await table.offer()
    for _ in range(2):
        with pytest.raises(why):
            await table.store.good_game(table.call(player), DuelId(number))


async def test_a_step_that_comes_again_after_the_end_tells_nothing_of_it(table: Table) -> None:
    match = await table.start(terms(ANA, BO, SHORT))
    call, last = table.call(ANA), table.call(BO)
    moved = await table.store.play(call, match.id, SHORT_MOVES[0])
    table.wait(MINUTE)
    ended = await table.store.play(last, match.id, SHORT_MOVES[1])
    await table.store.good_game(table.call(ANA), match.id)
    again = await table.store.play(call, match.id, SHORT_MOVES[0])
    assert isinstance(again.duel, Playing)
    assert (again, again.highlights) == (moved, None)
    end = await table.store.play(last, match.id, SHORT_MOVES[1])
    assert (end.highlights, end.good_game) == (ended.highlights, (True, False))
