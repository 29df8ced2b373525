"""The contract: leaderboards, profiles and results between players."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.duel import Finished, First
from engine.games import set_up
from engine.ids import PlayerId
from engine.outcome import Reason
from engine.standing import Standing
from storage.people import Ladder, Place, Profile, Season
from tests.storage.builders import (
    ANA,
    BO,
    CY,
    DAY,
    DI,
    ELSEWHERE,
    GUILD,
    Table,
    results,
    terms,
)
from tests.storage.expected_ladders import EVE, FAY, agrees, everybody, settle, standings

PARITY = set_up("parity", {"size": 15, "rule": "doubles"})


async def players(
    table: Table, game: str = "all", skip: int = 0
) -> list[tuple[int | None, PlayerId]]:
    ladder = await table.store.leaderboard(table.guild, game, skip)
    return [(each.place, each.player) for each in ladder.places]


async def in_pages(table: Table, expected: Sequence[tuple[int | None, PlayerId]]) -> None:
    """The whole leaderboard, from any place on and in pages of any length."""
    for skip in range(len(expected) + 1):
        for most in (0, 1, 2, 10):
            page = await table.store.leaderboard(GUILD, "all", skip, most)
            found = [(each.place, each.player) for each in page.places]
            assert found == expected[skip : skip + most]
            assert page.more is (skip + most < len(expected))


# Results.


async def test_results_add_up_by_game_and_over_all(table: Table) -> None:
    for winner, loser in ((ANA, BO), (ANA, BO), (BO, ANA), (ANA, CY)):
        await table.finish(winner, loser)
    parity = await table.start(terms(game=PARITY))
    await table.store.resign(table.call(ANA), parity.id)
    await table.store.end(table.call(DI), (await table.start()).id)
    nobody = await table.store.end(table.call(DI), (await table.start()).id)
    assert isinstance(nobody.duel, Finished)
    assert await table.store.profile(GUILD, ANA) == Profile(
        None, results("wwlwl"), {"divisor": results("wwlw"), "parity": results("l")}
    )
    assert await table.store.profile(GUILD, BO) == Profile(
        None, results("llww"), {"divisor": results("llw"), "parity": results("w")}
    )
    for guild, player in ((GUILD, DI), (ELSEWHERE, ANA)):
        assert await table.store.profile(guild, player) == Profile(None, Standing(), {})


async def test_ties_end_a_streak_and_five_results_are_remembered(table: Table) -> None:
    await table.finish(ANA, BO)
    tie = await table.tie(ANA, BO)
    assert isinstance(tie.duel, Finished)
    assert (tie.duel.winner, tie.duel.reason) == (None, Reason.LEVEL)
    for _ in range(4):
        await table.finish(ANA, BO)
    found = (await table.store.profile(GUILD, ANA)).overall
    assert replace(found, rank=None) == Standing(5, 0, 1, 4, "twwww")
    found = (await table.store.profile(GUILD, BO)).overall
    assert replace(found, rank=None) == Standing(0, 5, 1, -4, "tllll")


async def test_a_rating_is_what_the_engine_makes_of_it(table: Table) -> None:
    for winner, loser in ((ANA, BO), (CY, ANA), (ANA, BO), (DI, CY)):
        await table.rate(winner, loser)
        await table.finish(loser, winner)
    await table.tie(DI, BO)
    await table.rate(BO, CY, PARITY)
    await everybody(table)
    profile = await table.store.profile(GUILD, ANA)
    assert profile.overall.rank
    assert profile.overall.rank.duels == 3
    assert profile.place == (await table.store.place(GUILD, ANA)).place  # type: ignore[union-attr]
    assert profile.games.keys() == {"divisor"}


# The leaderboard.


async def test_nobody_stands_on_it_without_a_finished_duel(table: Table) -> None:
    assert await table.store.leaderboard(GUILD) == Ladder(
        (), more=False, season=Season(), seasons=1
    )
    await table.start()
    assert await players(table) == []
    assert await table.store.place(GUILD, ANA) is None
    assert await table.store.above(GUILD, ANA) == 0


async def test_casual_players_come_behind_the_rated_by_wins_and_without_a_place(
    table: Table,
) -> None:
    await table.finish(ANA, BO)
    assert await players(table) == await players(table, "divisor") == [(None, ANA), (None, BO)]
    await table.rate(CY, DI)
    for winner, loser in ((BO, EVE), (FAY, EVE), (FAY, BO)):
        await table.finish(winner, loser)
    # Fay has two wins, Ana and Bo one, of whom Bo lost two duels.
    expected = [(1, CY), (2, DI), (None, FAY), (None, ANA), (None, BO), (None, EVE)]
    assert await players(table) == expected
    assert [await table.store.above(GUILD, player) for _, player in expected] == list(range(6))
    place = await table.store.place(GUILD, BO)
    assert place == Place(None, BO, results("lwl"))
    assert (await table.store.profile(GUILD, BO)).place is None
    assert await players(Table(table.store, ELSEWHERE)) == []
    await everybody(table)


async def test_casual_players_have_pages_too(table: Table) -> None:
    await table.rate(CY, DI)
    await table.finish(ANA, BO)
    await table.finish(EVE, FAY)
    expected = [(1, CY), (2, DI), (None, ANA), (None, EVE), (None, BO), (None, FAY)]
    await in_pages(table, expected)


async def test_the_first_rated_duel_brings_a_casual_player_among_the_rated(table: Table) -> None:
    await table.finish(ANA, BO)
    await table.rate(BO, CY, PARITY)
    assert await players(table) == [(1, BO), (2, CY), (None, ANA)]
    # Their only duel of this game was casual.
    assert await players(table, "divisor") == [(None, ANA), (None, BO)]
    await table.rate(ANA, BO)
    assert await players(table, "divisor") == [(1, ANA), (2, BO)]
    await everybody(table)


async def test_a_removed_casual_result_is_off_the_leaderboard(table: Table) -> None:
    only = await table.finish(ANA, BO)
    await table.finish(CY, BO)
    again = await table.finish(CY, BO)
    assert await players(table) == [(None, CY), (None, ANA), (None, BO)]
    await table.store.void(table.call(DI), again.id)
    assert await players(table) == [(None, ANA), (None, CY), (None, BO)]
    await table.store.void(table.call(DI), only.id)
    assert await players(table) == [(None, CY), (None, BO)]
    assert await table.store.place(GUILD, ANA) is None


async def test_a_removed_rated_result_leaves_casual_ones(table: Table) -> None:
    await table.finish(ANA, BO)
    rated = await table.rate(ANA, CY)
    assert await players(table) == [(1, ANA), (2, CY), (None, BO)]
    await table.store.void(table.call(DI), rated.id)
    assert await players(table) == [(None, ANA), (None, BO)]


async def test_casual_players_who_left_or_were_erased_are_not_on_it(table: Table) -> None:
    for loser in (BO, CY, DI):
        await table.finish(ANA, loser)
    await table.store.seen(GUILD, BO, here=False)
    await table.store.erase(GUILD, CY, table.now)
    assert await players(table) == [(None, ANA), (None, DI)]
    assert await table.store.place(GUILD, BO) is None
    await table.finish(ANA, DI)
    await table.store.seen(GUILD, BO, here=True)
    assert await players(table) == [(None, ANA), (None, BO), (None, DI)]
    await everybody(table)


async def test_casual_players_are_of_the_season_in_which_they_played(table: Table) -> None:
    await table.finish(ANA, BO)
    await table.store.begin_season(GUILD, 2, table.now)
    assert await players(table) == []
    await table.finish(CY, ANA)
    assert await players(table) == [(None, CY), (None, ANA)]
    first = await table.store.leaderboard(GUILD, season=1)
    assert [(each.place, each.player) for each in first.places] == [(None, ANA), (None, BO)]


async def test_established_players_come_before_provisional_ones_whatever_the_rating(
    table: Table,
) -> None:
    await settle(table)
    await settle(table, CY, DI)
    for settled in (ANA, CY):
        await table.rate(EVE, settled)
    places = (await table.store.leaderboard(GUILD)).places
    ranks = {each.player: each.standing.rank for each in places if each.standing.rank}
    assert [rank.established for rank in ranks.values()] == [True] * 4 + [False]
    assert max(ranks, key=lambda each: ranks[each].rating.value) == EVE
    assert (places[4].player, places[4].place) == (EVE, 5)
    await everybody(table)


async def test_the_level_share_a_place_also_across_pages(table: Table) -> None:
    for winner, loser in ((CY, DI), (ANA, BO), (EVE, FAY)):
        await table.rate(winner, loser)
    expected = [(1, ANA), (1, CY), (1, EVE), (4, BO), (4, DI), (4, FAY)]
    assert await players(table) == expected
    await in_pages(table, expected)
    for nth, (place, player) in enumerate(expected):
        found_place = await table.store.place(GUILD, player)
        assert found_place
        assert (found_place.place, await table.store.above(GUILD, player)) == (place, nth)
    await everybody(table)


async def test_provisional_players_share_no_place_with_established_ones(table: Table) -> None:
    """All of them have tied and nothing else, so their ratings are equal."""
    for pair in ((ANA, BO), (CY, DI)):
        for _ in range(5):
            await table.tie(*pair)
    await table.tie(EVE, FAY)
    ladder = await table.store.leaderboard(GUILD)
    assert {each.standing.rank.rating.value for each in ladder.places if each.standing.rank} == {
        1500
    }
    assert [each.place for each in ladder.places] == [1, 1, 1, 1, 5, 5]
    await everybody(table)


async def test_pages_that_are_not_there(table: Table) -> None:
    await table.rate(ANA, BO)
    for skip in (2, 3, 10**6, 2**63, 2**70):
        page = await table.store.leaderboard(GUILD, skip=skip)
        assert (page.places, page.more) == ((), False)
    assert await players(table, skip=-5) == await players(table) == [(1, ANA), (2, BO)]


async def test_every_game_has_a_ladder(table: Table) -> None:
    await table.rate(ANA, BO)
    await table.rate(BO, CY, PARITY)
    assert await players(table, "divisor") == [(1, ANA), (2, BO)]
    assert await players(table, "parity") == [(1, BO), (2, CY)]
    assert len(await players(table)) == 3
    assert await players(table, "split") == await players(table, "chess") == []
    assert await table.store.place(GUILD, ANA, "parity") is None
    found = await table.store.place(GUILD, BO, "parity")
    assert isinstance(found, Place)
    assert (found.place, found.player) == (1, BO)
    await everybody(table)


# Players who have left.


async def test_who_has_left_doesnt_stand_on_it_until_they_are_back(table: Table) -> None:
    for winner, loser in ((ANA, BO), (BO, CY), (CY, DI)):
        await table.rate(winner, loser)
    await table.rate(BO, CY, PARITY)
    elsewhere = Table(table.store, ELSEWHERE)
    await elsewhere.rate(ANA, BO)
    before, stood = await players(table), await standings(table)
    for _ in range(2):  # the second time changes nothing
        await table.store.seen(GUILD, BO, CY, here=False)
    assert {player for _, player in await players(table)} == {ANA, DI}
    assert await players(table, "parity") == []
    await agrees(table.store, GUILD, 1, stood, gone=(BO, CY))
    profile = await table.store.profile(GUILD, BO)
    assert profile.place is None
    assert profile.overall == stood[BO, "all"]
    assert len(await players(elsewhere)) == 2
    await table.store.seen(GUILD, CY, here=True)
    assert {player for _, player in await players(table)} == {ANA, CY, DI}
    await table.store.seen(GUILD, BO, here=True)
    assert await players(table) == before
    await everybody(table)


async def test_what_is_played_on_brings_nobody_back(table: Table) -> None:
    """A clock that runs out doesn't say who is in the server."""
    running = await table.start(terms(ANA, BO, first=First.DRAWN))
    await table.rate(ANA, BO)
    await table.store.seen(GUILD, BO, here=False)
    await table.show(await table.play(running, "6"))
    table.wait(DAY)
    (ended,) = (await table.store.ring(table.now)).ended
    assert ended.gains
    await table.store.begin_season(GUILD, 2, table.now)
    parity = await table.start(terms(ANA, BO, PARITY, First.DRAWN))
    await table.store.seen(GUILD, BO, here=False)
    await table.store.resign(table.call(ANA), parity.id)
    for season in (1, 2):
        places = (await table.store.leaderboard(GUILD, season=season)).places
        assert [each.player for each in places] == [ANA]


@pytest.mark.parametrize("challenger", [ANA, BO])
async def test_who_is_challenged_or_challenges_is_there(table: Table, challenger: PlayerId) -> None:
    await table.rate(ANA, BO)
    await table.store.seen(GUILD, ANA, BO, here=False)
    assert await players(table) == []
    await table.offer(terms(challenger, ANA + BO - challenger))  # type: ignore[arg-type]
    assert await players(table) == [(1, ANA), (2, BO)]


async def test_nobody_who_never_played_is_there_or_gone(table: Table) -> None:
    await table.store.seen(GUILD, EVE, here=False)
    assert await players(table) == []
    assert await table.store.personal_data(GUILD, EVE) is None
    await table.store.seen(GUILD, here=False)


async def test_the_erased_have_no_place_and_are_in_nobodys_way(table: Table) -> None:
    for winner, loser in ((ANA, BO), (BO, CY), (CY, DI)):
        await table.rate(winner, loser)
    await table.store.erase(GUILD, BO, table.now)
    places = (await table.store.leaderboard(GUILD)).places
    assert {each.player for each in places} == {ANA, CY, DI}
    assert [each.place for each in places] == [1, 2, 3]
    (nobody,) = {player for player, _ in await standings(table)} - {ANA, CY, DI}
    assert await table.store.place(GUILD, nobody) is None
    assert (await table.store.profile(GUILD, nobody)).overall.played == 2
    # Nor does noting that an erased player is back: nobody has that number.
    for here in (True, False, True):
        await table.store.seen(GUILD, nobody, here=here)
    assert len((await table.store.leaderboard(GUILD)).places) == 3
    await everybody(table)
