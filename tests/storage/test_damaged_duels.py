"""A damaged duel affects only its players; everything else goes on."""

import logging

import pytest

from engine.duel import Playing
from engine.ids import Instant
from storage.ids import DuelId
from storage.match import Struck
from storage.store import Store
from storage.trouble import DamagedDuel
from storage.units import apply_results
from tests.storage.builders import ANA, BO, CY, DAY, GUILD, Table, results, terms
from tests.storage.databases import Database, SqliteDatabase

pytestmark = pytest.mark.every_engine(unchecked=True)


async def damaged(any_database: Database, change: str) -> Table:
    """Ana and Bo play a duel that is damaged, Ana and Cy one that isn't."""
    async with any_database.open() as store:
        table = Table(store)
        await table.start(terms(ANA, BO))
        await table.start(terms(ANA, CY))
    any_database.say(f"UPDATE duel SET {change} WHERE id = 1")  # noqa: S608
    return table


async def show_sound(store: Store) -> None:
    """Players who haven't seen the board don't run out of time."""
    await Table(store).show(await store.duel(GUILD, DuelId(2)))


UNREADABLE = [
    "record = 'x'",
    "record = CAST(x'ff' AS TEXT)",
    "seated = 'nobody'",
    "step = 7",
    "deadline = NULL",
]


@pytest.mark.parametrize("change", UNREADABLE)
async def test_the_others_are_found_and_played(
    any_database: Database, change: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = await damaged(any_database, change)
    async with any_database.open() as table.store:
        with pytest.raises(DamagedDuel):
            await table.play(await table.store.duel(GUILD, 1), "6")  # type: ignore[arg-type]
        caplog.set_level(logging.ERROR)
        (sound,) = await table.store.running(GUILD, ANA)
        assert "damaged-duel: {'guild': 81384788765712384, 'number': 1" in caplog.text
        assert await table.store.unshown(GUILD) == (sound,)
        await table.play(sound, "6")
        assert await table.store.running(GUILD, BO) == ()


@pytest.mark.parametrize("change", UNREADABLE)
async def test_the_clock_goes_on_and_comes_back_to_it_no_more(
    any_database: Database, change: str
) -> None:
    table = await damaged(any_database, change)
    async with any_database.open() as store:
        await show_sound(store)
        first = await store.ring(Instant(table.now + DAY))
        assert [each.id for each in first.ended] == [2]
        assert [(each.guild, each.number) for each in first.damaged] == [(GUILD, 1)]
        assert not await store.ring(Instant(table.now + DAY))


def test_nothing_but_damage_is_something_too() -> None:
    assert Struck((), (), damaged=(DamagedDuel(GUILD, 1, ""),))


@pytest.mark.parametrize(
    "change",
    [
        "due = 1",  # long before any deadline
        # The clock of a duel that is over.
        "phase = 'withdrawn', reason = 'expired', ended = 1, deadline = NULL, step = 1",
    ],
)
async def test_what_is_due_by_mistake_doesnt_stop_the_clock(
    any_database: Database, change: str
) -> None:
    table = await damaged(any_database, change)
    async with any_database.open() as store:
        await show_sound(store)
        await store.ring(Instant(table.now))
        struck = await store.ring(Instant(table.now + DAY))
        assert 2 in [each.id for each in struck.ended]
        assert not await store.ring(Instant(table.now + DAY))


async def test_a_deadline_beyond_measure_doesnt_keep_time_from_being_given_back(
    any_database: Database,
) -> None:
    table = await damaged(any_database, f"deadline = {2**63 - 1}")
    async with any_database.open() as store:
        await store.beat(table.now)
        assert await store.give_time_back(Instant(table.now + DAY)) == DAY
        sound = await store.duel(GUILD, DuelId(2))
        assert isinstance(sound.duel, Playing)
        assert sound.duel.deadline == table.now + 2 * DAY


async def test_a_page_of_history_goes_on_behind_what_can_not_be_read(
    any_database: Database,
) -> None:
    async with any_database.open() as store:
        table = Table(store)
        played = [await table.finish() for _ in range(6)]
    any_database.say("UPDATE duel SET record = 'gone' WHERE id IN (3, 4, 6)")
    async with any_database.open() as store:
        assert await store.history(GUILD, ANA, most=2) == (played[4], played[1])
        assert await store.history(GUILD, ANA, most=4) == (played[4], played[1], played[0])


async def test_history_goes_on_from_what_can_not_be_read(any_database: Database) -> None:
    async with any_database.open() as store:
        table = Table(store)
        played = [await table.finish(), await table.finish()]
    any_database.say("UPDATE duel SET record = 'x' WHERE id = 2")
    async with any_database.open() as store:
        assert await store.history(GUILD, ANA, before=DuelId(2)) == (played[0],)


async def test_an_end_at_no_time_is_left_out(any_database: Database) -> None:
    async with any_database.open() as store:
        table = Table(store)
        sound, damaged = await table.finish(), await table.finish()
    any_database.say(f"UPDATE duel SET ended = NULL WHERE id = {damaged.id}")  # noqa: S608
    async with any_database.open() as store:
        assert await store.history(GUILD, ANA) == (sound,)


async def test_a_server_without_its_row_gets_one(any_database: Database) -> None:
    table = await damaged(any_database, "due = due")
    any_database.say("DELETE FROM server")
    async with any_database.open() as store:
        for match in await store.running(GUILD, ANA):
            await Table(store).show(match)
        struck = await store.ring(Instant(table.now + DAY))
        assert [each.id for each in struck.ended] == [1, 2]


async def test_a_player_is_erased_from_what_can_not_be_read_too(any_database: Database) -> None:
    table = await damaged(any_database, "record = 'x'")
    async with any_database.open() as store:
        ended = await store.erase(GUILD, ANA, table.now)
        assert [each.id for each in ended] == [2]
    assert str(ANA) not in repr(any_database.rows())
    if isinstance(any_database, SqliteDatabase):
        content = any_database.path.read_bytes()
        assert str(ANA).encode() not in content
        assert ANA.to_bytes(8, "big") not in content


async def test_a_result_is_removed_beside_duels_that_cannot_be_read(any_database: Database) -> None:
    async with any_database.open() as store:
        table = Table(store)
        for _ in range(3):
            await table.finish(ANA, BO)
    any_database.say("UPDATE duel SET record = 'x' WHERE id = 2")
    async with any_database.open() as store:
        await store.void(table.call(CY), DuelId(1))
        profile = await store.profile(GUILD, ANA)
    # A damaged duel still counts between its players, whatever its game.
    assert profile.overall == results("ww")
    assert profile.games == {"divisor": results("w")}


@pytest.mark.parametrize("lost", ["first", "last", "every"])
async def test_nobody_waits_for_an_end_that_has_been_lost(
    any_database: Database, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    """A recalculation finds fewer results than there were."""
    monkeypatch.setattr(apply_results, "SOME", 2)
    async with any_database.open() as store:
        table = Table(store)
        for _ in range(4):
            await table.rate(ANA, BO)
    which = {"first": "nth = 2", "last": "nth = 4", "every": "nth > 1"}[lost]
    any_database.say(f"DELETE FROM duel WHERE {which}")  # noqa: S608
    async with any_database.open() as table.store:
        await table.store.void(table.call(CY), DuelId(1))
        while await table.store.recalculate_some(GUILD):
            pass
        assert await table.store.recalculating() == ()
        left = 0 if lost == "every" else 2
        assert (await table.store.profile(GUILD, ANA)).overall.wins == left
        over = await table.rate(CY, BO)
        assert over.gains
        assert (await table.store.profile(GUILD, CY)).overall.wins == 1


async def test_a_rated_end_at_no_time_is_counted_as_if_long_ago(any_database: Database) -> None:
    async with any_database.open() as store:
        table = Table(store)
        for _ in range(3):
            await table.rate(ANA, BO)
    any_database.say("UPDATE duel SET ended = NULL WHERE id = 2")
    async with any_database.open() as table.store:
        await table.store.void(table.call(CY), DuelId(1))
        assert (await table.store.profile(GUILD, ANA)).overall.wins == 2
        # Nor does it keep other duels from being rated.
        for _ in range(4):
            assert (await table.rate(BO, ANA)).gains
