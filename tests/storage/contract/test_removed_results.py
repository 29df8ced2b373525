"""The contract: once a result is removed, standings are as if it had never been."""

from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.duel import Finished, First, Playing
from engine.games import set_up
from engine.outcome import Seat
from engine.standing import Standing
from storage.ids import DuelId
from storage.match import Match
from storage.people import HouseRules, Ladder, Profile, Season
from storage.store import Store
from tests.storage.builders import ANA, BO, CY, DI, GUILD, MINUTE, Loaded, Table, results, terms
from tests.storage.contract.conftest import Backend
from tests.storage.expected_ladders import agrees, fold, seen

EVERYBODY = (ANA, BO, CY, DI)
GAMES = (
    set_up("divisor", {"size": 4}),
    set_up("split", {"size": 6}),
    set_up("parity", {"size": 4}),
)


def as_often_as_they_like(store: Store) -> Any:
    """Lift the daily limit: otherwise another duel would be rated because one was removed."""
    return store.rule_house(GUILD, HouseRules(rated_a_day=10_000))


async def anything(table: Table, random: Random) -> Match:
    """Play a duel of any kind to any end: rated or not, of one game or two."""
    table.wait(MINUTE)
    one, other = random.sample(EVERYBODY, 2)
    first, legs = random.choice(list(First)), random.choice((1, 1, 2))
    asked = terms(one, other, random.choice(GAMES), first, legs=legs)
    offered = await table.offer(asked)
    match = await table.store.accept(table.call(other), offered.id, Loaded(random.randrange(2)))
    stops = random.choice((0, 1, 2, 99, 99, 99))
    for nth in count():
        if not isinstance(match.duel, Playing):
            return match
        if nth == stops:
            break
        match = await table.play(match, asked.game.text(random.choice(match.duel.record.legal)))
    if random.random() < 0.2:
        return await table.store.end(table.call(CY), match.id, random.choice((None, *Seat)))
    return await table.store.resign(table.call(random.choice((one, other))), match.id)


PLAYED = ((ANA, BO), (ANA, BO), (BO, ANA), (ANA, BO), (CY, ANA), (BO, CY), (ANA, BO))


@pytest.mark.parametrize(
    ("taken", "rated"), [(0, True), (2, True), (4, True), (6, True), (0, False), (6, False)]
)
async def test_they_stand_as_if_the_duel_had_never_been(
    backend: Backend, tmp_path: Path, taken: int, rated: bool
) -> None:
    """Each duel is followed by one in another game."""
    stood = []
    for name in ("void", "never"):
        (tmp_path / name).mkdir()
        async with backend(tmp_path / name) as store:
            table = Table(store)
            await as_often_as_they_like(store)
            for nth, (winner, loser) in enumerate(PLAYED):
                if nth != taken or name == "void":
                    await (table.rate if rated else table.finish)(winner, loser)
                else:
                    table.wait(MINUTE)
                parity = await table.start(terms(winner, loser, set_up("parity", {})))
                await store.resign(table.call(winner), parity.id)
                await store.end(table.call(DI), (await table.start(terms(winner, loser))).id)
            if name == "void":
                await store.void(table.call(DI), DuelId(3 * taken + 1))
            stood.append(await seen(store, GUILD, EVERYBODY))
    assert stood[0] == stood[1]


@pytest.mark.parametrize("seed", range(6))
async def test_after_any_duels_and_removals_the_rest_adds_up(table: Table, seed: int) -> None:
    random = Random(seed)
    await as_often_as_they_like(table.store)
    firsts, ended = [1], []
    for _ in range(40):
        ended.append((await anything(table, random)).id)
        if random.random() < 0.1 and len(ended) >= firsts[-1]:
            firsts.append(len(ended) + 1)
            await table.store.begin_season(GUILD, len(firsts), table.now)
        if random.random() < 0.3:
            await void(table, random.choice(ended))
        if random.random() < 0.2:
            await compare(table, ended, firsts)
    await compare(table, ended, firsts)


async def void(table: Table, number: DuelId) -> None:
    duel = (await table.store.duel(GUILD, number)).duel
    assert isinstance(duel, Finished)
    if not duel.void:
        await table.store.void(table.call(DI), number)


async def compare(table: Table, ended: list[DuelId], firsts: list[int]) -> None:
    """Compare all standings and gains of every season with the engine's."""
    ends: dict[int, Finished] = {}
    gains = {}
    for nth, number in enumerate(ended, start=1):
        match = await table.store.duel(GUILD, number)
        assert isinstance(match.duel, Finished)
        ends[nth], gains[nth] = match.duel, match.gains
    for season, first in enumerate(firsts, start=1):
        last = firsts[season] if season < len(firsts) else len(ended) + 1
        folded = fold((nth, ends[nth]) for nth in range(first, last))
        await agrees(table.store, GUILD, season, folded.standings, players=EVERYBODY)
        for nth in range(first, last):
            assert gains[nth] == folded.gains.get(nth)
        if season == len(firsts):
            for player in EVERYBODY:
                course = await table.store.course(GUILD, player)
                assert list(course) == folded.courses.get((player, "all"), [])


async def test_who_has_played_nothing_else_stands_nowhere(table: Table) -> None:
    over = await table.rate(ANA, BO)
    await table.store.void(table.call(DI), over.id)
    empty = Ladder((), more=False, season=Season(), seasons=1)
    assert await table.store.leaderboard(GUILD) == empty
    assert await table.store.profile(GUILD, ANA) == Profile(None, Standing(), {})
    assert await table.store.course(GUILD, ANA) == ()


async def test_a_void_duel_without_a_winner_changes_no_standing(table: Table) -> None:
    await table.rate(ANA, BO)
    stood = await seen(table.store, GUILD, EVERYBODY)
    ended = await table.store.end(table.call(DI), (await table.start()).id)
    assert (await table.store.void(table.call(DI), ended.id)).step == ended.step + 1
    assert await seen(table.store, GUILD, EVERYBODY) == stood


async def test_a_result_of_an_erased_player_is_removed_too(table: Table) -> None:
    await table.finish(ANA, BO)
    over = await table.finish(BO, ANA)
    rated = await table.rate(BO, ANA)
    await table.store.erase(GUILD, ANA, table.now)
    await table.store.void(table.call(DI), rated.id)
    void = await table.store.void(table.call(DI), over.id)
    assert ANA not in (void.duel.terms.challenger, void.duel.terms.opponent)
    assert (await table.store.profile(GUILD, BO)).overall == results("l")
    (nobody,) = {void.duel.terms.challenger, void.duel.terms.opponent} - {BO}
    assert (await table.store.profile(GUILD, nobody)).overall == results("w")
    await table.finish(ANA, BO)
    assert (await table.store.profile(GUILD, ANA)).overall == results("w")


async def test_a_duel_of_a_past_season_changes_only_that(table: Table) -> None:
    old = [await table.rate(ANA, BO), await table.rate(BO, CY)]
    await table.store.begin_season(GUILD, 2, table.now)
    await table.rate(BO, ANA)
    now = await table.store.leaderboard(GUILD)
    await table.store.void(table.call(DI), old[0].id)
    assert await table.store.leaderboard(GUILD) == now
    places = (await table.store.leaderboard(GUILD, season=1)).places
    assert [each.player for each in places] == [BO, CY]
    gains = (await table.store.duel(GUILD, old[1].id)).gains
    assert gains
    assert gains[0].gain == -gains[1].gain


async def test_who_has_left_is_still_gone(table: Table) -> None:
    over = await table.rate(ANA, BO)
    await table.rate(BO, CY)
    await table.store.seen(GUILD, BO, here=False)
    await table.store.void(table.call(DI), over.id)
    places = (await table.store.leaderboard(GUILD)).places
    assert [each.player for each in places] == [CY]


async def test_whom_they_have_met_counts_as_if_the_duel_had_never_been(table: Table) -> None:
    """A player who became established by the duel is provisional again."""
    await as_often_as_they_like(table.store)
    five = [await table.rate(ANA, BO) for _ in range(5)]
    found = (await table.store.profile(GUILD, ANA)).overall.rank
    assert found
    assert found.established
    await table.store.void(table.call(DI), five[2].id)
    found = (await table.store.profile(GUILD, ANA)).overall.rank
    assert found
    assert not found.established
