"""The contract: players can see all of their personal data."""

from dataclasses import replace

import pytest

from engine.ids import Instant, PlayerId
from engine.refusal import NoSuchDuel, NotYoursToAnswer, Unreadable
from engine.standing import Standing
from storage.ids import DuelId, GuildId
from storage.people import Challenges, PersonalData, Pings, Preferences, Profile
from tests.storage.builders import (
    ANA,
    BO,
    CY,
    DAY,
    DI,
    ELSEWHERE,
    GUILD,
    START,
    Table,
    results,
    terms,
)

NOWHERE = Profile(None, Standing(), {})


async def test_everything_of_one_person(table: Table) -> None:
    over = await table.finish(ANA, BO)
    withdrawn = await table.store.cancel(table.call(ANA), (await table.offer(terms(ANA, CY))).id)
    await table.finish(BO, CY)
    running = await table.start(terms(CY, ANA))
    offered = await table.offer(terms(DI, ANA))
    await table.store.prefer(GUILD, ANA, Preferences(Pings.NEVER, Challenges.NOBODY))
    await table.store.block(GUILD, ANA, blocked=True)
    assert await table.store.personal_data(GUILD, ANA) == PersonalData(
        Preferences(Pings.NEVER, Challenges.NOBODY),
        blocked=True,
        departed=False,
        profiles=(Profile(None, results("w"), {"divisor": results("w")}),),
        duels=(over, withdrawn, running, offered),
    )


async def test_of_whom_nothing_is_kept(table: Table) -> None:
    await table.finish(ANA, BO)
    assert await table.store.personal_data(GUILD, CY) is None
    assert await table.store.personal_data(ELSEWHERE, ANA) is None
    assert await table.store.servers_with_data(CY) == ()


async def test_little_is_kept_too(table: Table) -> None:
    nothing = PersonalData(None, blocked=False, departed=False, profiles=(NOWHERE,), duels=())
    await table.store.prefer(GUILD, ANA, Preferences())
    assert await table.store.personal_data(GUILD, ANA) == replace(
        nothing, preferences=Preferences()
    )
    await table.store.block(GUILD, BO, blocked=True)
    assert await table.store.personal_data(GUILD, BO) == replace(nothing, blocked=True)
    with pytest.raises(NoSuchDuel):
        await table.store.resign(table.call(CY), DuelId(1))
    assert await table.store.personal_data(GUILD, CY) == nothing
    await table.store.forget_receipts(GUILD, Instant(START + DAY + 1))
    assert await table.store.personal_data(GUILD, CY) is None


async def test_what_others_were_told_or_have_typed_is_kept(table: Table) -> None:
    match = await table.start()
    with pytest.raises(Unreadable):
        await table.store.play(table.call(ANA), match.id, f"<@{DI}>")
    assert await table.store.servers_with_data(DI) == (GUILD,)
    # A part of an ID names nobody.
    assert await table.store.servers_with_data(PlayerId(int(str(DI)[:-1]))) == ()
    await table.store.erase(GUILD, DI, table.now)
    assert await table.store.servers_with_data(DI) == ()


async def test_it_is_stored_that_a_player_with_duels_has_left(table: Table) -> None:
    over = await table.rate(ANA, BO)
    for player in (ANA, DI):
        await table.store.seen(GUILD, player, here=False)
    await table.store.void(table.call(CY), over.id)
    assert await table.store.servers_with_data(DI) == ()
    assert await table.store.servers_with_data(ANA) == (GUILD,)
    kept = await table.store.personal_data(GUILD, ANA)
    assert kept
    assert kept.departed
    await table.store.erase(GUILD, ANA, table.now)
    assert await table.store.servers_with_data(ANA) == ()


async def test_what_came_of_seasons_and_of_rated_duels_is_kept(table: Table) -> None:
    over = await table.rate(ANA, BO)
    assert over.gains
    for number in (2, 3):
        await table.store.begin_season(GUILD, number, table.now)
        await table.rate(CY, BO)
    kept = await table.store.personal_data(GUILD, ANA)
    assert kept
    assert [each.season.number for each in kept.profiles] == [1, 3]
    assert kept.profiles[0] == await table.store.profile(GUILD, ANA, 1)
    assert kept.profiles[1].overall == Standing()
    assert [each.gains for each in kept.duels] == [over.gains]


async def test_where_anything_of_somebody_is_kept(table: Table) -> None:
    servers = [GuildId(number) for number in (7, 8, 9, 10, 11)]
    tables = [Table(table.store, each) for each in servers]
    await tables[0].offer(terms(ANA, BO))
    await tables[1].finish(BO, ANA)
    await tables[2].store.prefer(servers[2], ANA, Preferences())
    await tables[3].store.block(servers[3], ANA, blocked=True)
    offered = await tables[4].offer(terms(BO, CY))
    with pytest.raises(NotYoursToAnswer):
        await tables[4].store.accept(tables[4].call(ANA), offered.id)
    await table.start(terms(BO, CY))
    assert await table.store.servers_with_data(ANA) == tuple(servers)
    for server in servers:
        await table.store.erase(server, ANA, table.now)
    # A block stays when the player is erased.
    assert await table.store.servers_with_data(ANA) == (servers[3],)
    assert await table.store.personal_data(servers[3], ANA) == PersonalData(
        None, True, False, (NOWHERE,), ()
    )
