"""Open duels of an imported server go on, and nobody has lost time."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.duel import First, Offered, Playing
from engine.durations import CHALLENGE_LASTS
from engine.ids import Instant, PlayerId, Span
from engine.opponents.levels import Level
from engine.record import Record
from storage.ids import DuelId, GuildId
from storage.match import Match
from storage.sqlite.check import check
from storage.sqlite.import_file import take_in
from storage.sqlite.store import open_store
from tests.storage.builders import (
    ANA,
    BO,
    CY,
    DAY,
    DI,
    DIVISOR,
    ELSEWHERE,
    GUILD,
    MINUTE,
    POSTING,
    START,
    Table,
    terms,
)
from tests.storage.copy_process import later_table
from tests.storage.databases import Engine
from tests.storage.export_file.import_checks import NOW, SEEDS, duels_in, exported


async def matches(path: Path, guild: GuildId = GUILD) -> list[Match]:
    async with open_store(path) as store:
        players = {ANA, BO, CY, DI, *(PlayerId(nth) for nth in (11, 12, 13))}
        found = {each.id: each for one in players for each in await store.running(guild, one)}
    return list(found.values())


def going_on(path: Path, guild: GuildId = GUILD) -> Iterator[Match]:
    yield from asyncio.run(matches(path, guild))


@pytest.mark.parametrize("seed", SEEDS)
def test_who_is_to_move_has_all_of_their_time(
    servers: dict[int, Path], tmp_path: Path, seed: int
) -> None:
    take_in(tmp_path / "other.db", exported(servers[seed]), NOW)
    found = list(going_on(tmp_path / "other.db"))
    assert {type(each.duel) for each in found} == {Offered, Playing}
    for each in found:
        if isinstance(each.duel, Playing):
            assert each.duel.deadline == NOW + each.duel.terms.clock
        elif isinstance(each.duel, Offered):
            assert each.duel.expires == NOW + CHALLENGE_LASTS
    was = {each.id for each in going_on(servers[seed]) if not each.private}
    assert {each.id for each in found} == was


async def test_time_stands_still_until_the_bot_begins(
    servers: dict[int, Path], tmp_path: Path
) -> None:
    take_in(tmp_path / "other.db", exported(servers[3]), NOW)
    later = Instant(NOW + 10 * DAY)
    async with open_store(tmp_path / "other.db") as store:
        assert await store.give_time_back(later) == 10 * DAY
        assert not await store.ring(later)
        for each in await store.open_in(GUILD, most=100):
            assert isinstance(each.duel, Playing)
            assert each.duel.deadline == later + each.duel.terms.clock
        assert await store.ring(Instant(later + CHALLENGE_LASTS))


@pytest.mark.every_engine
async def test_the_time_of_others_has_stood_still_as_well(
    servers: dict[int, Path], engine: Engine, inhabited: Path
) -> None:
    """Since the bot stopped: the one that was asked last when it was is no use any more."""
    database = engine.new(inhabited)
    async with database.open() as store:
        before = [(await store.duel(ELSEWHERE, DuelId(nth))).duel for nth in (2, 3)]
    database.take_in(exported(servers[3]), NOW)
    later = Instant(NOW + DAY)
    async with database.open() as store:
        stood_still = await store.give_time_back(later)
        after = [(await store.duel(ELSEWHERE, DuelId(nth))).duel for nth in (2, 3)]
    assert stood_still == later - START
    (playing, offered), (plays, offers) = before, after
    assert isinstance(playing, Playing)
    assert isinstance(offered, Offered)
    assert plays == replace(playing, deadline=Instant(playing.deadline + stood_still))
    assert offers == replace(offered, expires=Instant(offered.expires + stood_still))


async def test_what_goes_on_has_to_be_shown_and_the_rest_has_not(
    servers: dict[int, Path], tmp_path: Path
) -> None:
    path = tmp_path / "other.db"
    take_in(path, exported(servers[0]), NOW)
    running = {each.id for each in await matches(path)}
    async with open_store(path) as store:
        assert {each.id for each in await store.unshown(GUILD)} == running
        # No player runs out of time before seeing that it is their turn.
        for each in await store.open_in(GUILD, most=100):
            assert each.out_of_sight
        due = Instant(NOW + 400 * DAY)
        while struck := await store.ring(due):
            assert {type(each.duel).__name__ for each in struck.ended} <= {"Withdrawn"}
            if not struck.ended:
                break


async def test_players_go_on(servers: dict[int, Path], tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    take_in(path, exported(servers[3]), NOW)
    async with open_store(path) as store:
        table = later_table(store)
        table.now = Instant(NOW + MINUTE)
        (match, *_) = await store.open_in(GUILD)
        while isinstance(match.duel, Playing):
            record = match.duel.record
            match = await table.play(match, record.game.text(record.legal[-1]))
        await store.void(table.call(ANA), match.id)
        asked = replace(terms(ANA, BO, DIVISOR, First.DRAWN), clock=Span(DAY))
        for player in (ANA, BO):
            await store.block(GUILD, player, blocked=False)
        last = await table.start(asked)
        assert last.id == len(duels_in(exported(path)))
        await store.resign(table.call(ANA), last.id)
        season = (await store.leaderboard(GUILD)).seasons + 1
        await store.begin_season(GUILD, season, table.now)
        while await store.recalculate_some(GUILD):
            pass
    assert list(check(path)) == []


async def test_a_duel_with_the_bot_that_began_at_a_position(tmp_path: Path) -> None:
    record = Record.replay(DIVISOR, ["12", "6", "3"])
    asked = terms(ANA, PlayerId(99), first=First.OPPONENT)
    async with open_store(tmp_path / "one.db") as store:
        table = Table(store)
        begun = await store.practise(
            table.call(ANA), replace(asked, level=Level.SKILLED), POSTING, record, private=False
        )
    take_in(tmp_path / "other.db", exported(tmp_path / "one.db"), NOW)
    assert list(check(tmp_path / "other.db")) == []
    (found,) = await matches(tmp_path / "other.db")
    assert isinstance(found.duel, Playing)
    assert (found.id, found.duel.record) == (begun.id, record)
    assert (found.duel.waiting_for, found.step) == (ANA, begun.step)
