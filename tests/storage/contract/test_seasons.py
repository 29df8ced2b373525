"""The contract: each season begins with an empty leaderboard."""

from dataclasses import replace

import pytest

from engine.duel import First
from engine.refusal import NotTheNextSeason, SeasonIsEmpty
from engine.standing import Standing
from storage.people import Profile, Season
from tests.storage.builders import ANA, BO, CY, DI, ELSEWHERE, GUILD, Table, terms
from tests.storage.expected_ladders import agrees, fold


async def test_a_server_is_in_its_first_season_and_nobody_knows_since_when(table: Table) -> None:
    ladder = await table.store.leaderboard(GUILD)
    assert (ladder.season, ladder.seasons) == (Season(1, 1, None), 1)
    assert (await table.store.profile(GUILD, ANA)).season == Season()


async def test_the_next_one_begins_with_nobody(table: Table) -> None:
    played = [await table.rate(ANA, BO), await table.rate(ANA, CY)]
    before = await table.store.leaderboard(GUILD)
    profile = await table.store.profile(GUILD, ANA)
    course = await table.store.course(GUILD, ANA)
    begun = await table.store.begin_season(GUILD, 2, table.now)
    assert begun == Season(2, 3, table.now)
    now = await table.store.leaderboard(GUILD)
    assert (now.places, now.season, now.seasons) == ((), begun, 2)
    assert await table.store.profile(GUILD, ANA) == Profile(None, Standing(), {}, begun)
    assert await table.store.course(GUILD, ANA) == ()
    assert await table.store.place(GUILD, ANA) is None
    assert await table.store.above(GUILD, BO) == 0
    # Past seasons stay.
    first = await table.store.leaderboard(GUILD, season=1)
    assert (first.places, first.season, first.seasons) == (before.places, Season(), 2)
    assert await table.store.place(GUILD, ANA, season=1) == before.places[0]
    assert await table.store.above(GUILD, BO, season=1) == 2
    assert await table.store.profile(GUILD, ANA, 1) == replace(profile, until=begun.at)
    assert await table.store.profile(GUILD, ANA, 2) == await table.store.profile(GUILD, ANA)
    assert await table.store.course(GUILD, ANA, season=1) == course != ()
    assert await table.store.history(GUILD, ANA) == tuple(reversed(played))
    assert (await table.store.duel(GUILD, played[0].id)).gains == played[0].gains


async def test_everybody_begins_anew_in_the_next_one(table: Table) -> None:
    for _ in range(3):
        await table.rate(ANA, BO)
    await table.store.begin_season(GUILD, 2, table.now)
    again = await table.rate(ANA, BO)
    assert again.gains
    assert again.gains[1].rating == 1500 + again.gains[1].gain
    duels = [each.duel for each in await table.store.ended_in(GUILD)]
    duels.reverse()
    for season, ends in ((1, enumerate(duels[:3], 1)), (2, enumerate(duels[3:], 4))):
        await agrees(table.store, GUILD, season, fold(ends).standings)  # type: ignore[arg-type]
    courses = [await table.store.course(GUILD, ANA, season=number) for number in (1, 2, None)]
    assert [len(each) for each in courses] == [3, 1, 1]


async def test_a_duel_belongs_to_the_season_that_it_ends_in(table: Table) -> None:
    await table.rate(CY, DI)
    running = await table.play(await table.start(terms(first=First.DRAWN)), "6", "3")
    await table.store.begin_season(GUILD, 2, table.now)
    await table.store.resign(table.call(ANA), running.id)
    assert await table.store.place(GUILD, BO, season=1) is None
    place = await table.store.place(GUILD, BO, season=2)
    assert place
    assert place.place == 1


async def test_which_one_is_asked_for(table: Table) -> None:
    await table.rate(ANA, BO)
    for number in (2, 3):
        await table.store.begin_season(GUILD, number, table.now)
        await table.rate(BO, ANA)
    for asked, found in ((None, 3), (1, 1), (2, 2), (3, 3), (0, 3), (4, 3), (-1, 3), (2**70, 3)):
        ladder = await table.store.leaderboard(GUILD, season=asked)
        assert (ladder.season.number, ladder.seasons) == (found, 3)
        first = await table.store.place(GUILD, ANA if found == 1 else BO, season=asked)
        assert first == ladder.places[0]


async def test_seasons_come_one_after_another(table: Table) -> None:
    await table.rate(ANA, BO)
    for number in (-1, 0, 1, 3, 2**70):
        with pytest.raises(NotTheNextSeason) as refused:
            await table.store.begin_season(GUILD, number, table.now)
        assert refused.value.facts() == {"number": number, "next_one": 2}
    await table.store.begin_season(GUILD, 2, table.now)
    await table.rate(ANA, BO)
    with pytest.raises(NotTheNextSeason):
        await table.store.begin_season(GUILD, 2, table.now)
    assert (await table.store.leaderboard(GUILD)).seasons == 2


async def test_no_season_is_left_empty(table: Table) -> None:
    running = await table.start()
    with pytest.raises(SeasonIsEmpty) as refused:
        await table.store.begin_season(GUILD, 2, table.now)
    assert refused.value.number == 1
    await table.store.resign(table.call(ANA), running.id)
    await table.store.begin_season(GUILD, 2, table.now)
    with pytest.raises(SeasonIsEmpty) as refused:
        await table.store.begin_season(GUILD, 3, table.now)
    assert refused.value.number == 2
    assert (await table.store.leaderboard(GUILD)).seasons == 2


async def test_every_server_has_its_own(table: Table) -> None:
    await table.rate(ANA, BO)
    elsewhere = Table(table.store, ELSEWHERE)
    await elsewhere.rate(ANA, BO)
    await table.store.begin_season(GUILD, 2, table.now)
    there = await table.store.leaderboard(ELSEWHERE)
    assert (len(there.places), there.seasons) == (2, 1)


async def test_who_has_left_is_gone_from_all_of_them(table: Table) -> None:
    await table.rate(ANA, BO)
    await table.store.begin_season(GUILD, 2, table.now)
    await table.rate(ANA, BO)
    await table.store.seen(GUILD, ANA, here=False)
    for season in (1, 2):
        places = (await table.store.leaderboard(GUILD, season=season)).places
        assert [each.player for each in places] == [BO]


async def test_who_is_erased_is_so_in_all_of_them(table: Table) -> None:
    await table.rate(ANA, BO)
    await table.store.begin_season(GUILD, 2, table.now)
    await table.rate(ANA, BO)
    await table.store.erase(GUILD, ANA, table.now)
    for season in (1, 2):
        assert await table.store.place(GUILD, ANA, season=season) is None
        places = (await table.store.leaderboard(GUILD, season=season)).places
        assert [each.player for each in places] == [BO]
    assert await table.store.servers_with_data(ANA) == ()


async def test_seasons_outlive_a_restart_and_an_erasure(table: Table) -> None:
    await table.rate(ANA, BO)
    begun = await table.store.begin_season(GUILD, 2, table.now)
    await table.store.erase(GUILD, BO, table.now)
    assert (await table.store.leaderboard(GUILD)).season == begun
